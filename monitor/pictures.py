"""The pictures that come with the probes, as requests carry them."""

import base64

from probes.portraits import shipped


def shipped_picture(file: str) -> str:
    """A picture as a data URL, given its path from `probes/data`; raises `OSError`."""
    content = shipped().joinpath(*file.split("/")).read_bytes()
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"
