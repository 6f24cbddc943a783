"""Pictures in requests: which of those that come with the probes they are."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache

from probes.portraits import load_portraits, picture_bytes

_HEAD = "data:image/png;base64,"


def reference_of(url: str) -> str:
    """The path from `probes/data` of the picture in a data URL, or its SHA-256 where it is none
    of those; raises `ValueError` for anything but a PNG in base64."""
    if not url.startswith(_HEAD):
        raise ValueError(f"a URL that begins with {_HEAD} is needed")
    digest = hashlib.sha256(base64.b64decode(url[len(_HEAD) :], validate=True)).hexdigest()
    return _shipped().get(digest, digest)


@cache
def _shipped() -> Mapping[str, str]:
    pictures = [
        picture
        for portrait in load_portraits()
        for picture in (portrait.matching, portrait.changed)
    ]
    return {hashlib.sha256(picture_bytes(one)).hexdigest(): one.file for one in pictures}
