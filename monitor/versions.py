"""Served versions as they may stand in labels. They come from replies, so they are not trusted."""

import re
from collections.abc import Mapping, Sequence

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/+-]{0,99}")


def version_of(text: str | None) -> str | None:
    """The version that a reply names; null (shown as `unknown`) for what is no plain name.

    At most 100 letters, digits and ``. _ : / + -``: no spaces, no addresses, no free text.
    """
    return text if text is not None and _PLAIN.fullmatch(text) else None


def fingerprint_version(
    model: str | None, fingerprint: str | None, groups: Mapping[str, Sequence[str]]
) -> str | None:
    """`model/group`, or `model/fingerprint` for a fingerprint in no group; null without one.

    Only who runs the replicas can tell which fingerprints are one version. Fingerprints that come
    by turns are what replicas look like, and a slow roll-out as well: taking the two for one
    version would hide the very change that is looked for, while taking replicas for versions
    costs canary runs and is seen at once (`mixed_version`). So nothing is grouped by itself, and
    a name needs no memory: each process and each start gives the same.
    """
    if not model or not fingerprint:
        return None
    group = next((name for name, members in groups.items() if fingerprint in members), None)
    return f"{model}/{group or fingerprint}"
