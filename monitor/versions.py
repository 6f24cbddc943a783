"""Served versions as they may stand in labels. They come from replies, so they are not trusted."""

import re

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/+-]{0,99}")


def version_of(text: str | None) -> str | None:
    """The version that a reply names; null (shown as `unknown`) for what is no plain name.

    At most 100 letters, digits and ``. _ : / + -``: no spaces, no addresses, no free text.
    """
    return text if text is not None and _PLAIN.fullmatch(text) else None
