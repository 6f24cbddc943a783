"""How values become JSON on a topic and come back: frozen, versioned, unknown keys refused."""

from typing import Any, ClassVar, Self

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from monitor.errors import FormatError, NewerSchemaError


class Wire(BaseModel):
    """A frozen value that goes into a record; a key that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="null")


class Record(Wire):
    """A `Wire` that is a whole record of one of our topics and carries its schema version.

    A newer schema is a `NewerSchemaError`. There is one so far; the next must read it too.
    """

    SCHEMA: ClassVar[int] = 1

    def encode(self) -> bytes:
        """UTF-8 JSON, with the schema version under `schema`."""
        return orjson.dumps({"schema": self.SCHEMA, **self.model_dump(mode="json")})

    @classmethod
    def decode(cls, value: bytes | None) -> Self:
        """Read one record; raises `FormatError` with the reason when it cannot be read."""
        name = cls.__name__
        try:
            fields: Any = orjson.loads(value or b"")
        except orjson.JSONDecodeError as error:
            raise FormatError(f"{name}: not JSON: {error}") from error
        if not isinstance(fields, dict):
            raise FormatError(f"{name}: a JSON object is needed, not {type(fields).__name__}")
        schema = fields.pop("schema", None)
        if type(schema) is int and schema > cls.SCHEMA:
            raise NewerSchemaError(
                f"{name}: schema {schema}; this version reads up to {cls.SCHEMA}: upgrade it"
            )
        if type(schema) is not int or schema != cls.SCHEMA:
            raise FormatError(f"{name}: schema {schema!r}; this version reads {cls.SCHEMA}")
        try:
            return cls.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise FormatError(f"{name}: {where}: {first['msg']}") from error
