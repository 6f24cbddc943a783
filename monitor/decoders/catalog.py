"""Which format is read by which decoder. A new one is a file beside this one and a line here."""

from collections.abc import Mapping

from monitor.decoders import Decoder
from monitor.decoders.native import native
from monitor.decoders.openai_chat import openai_chat

DECODERS: Mapping[str, Decoder] = {
    "native": native,
    "openai_chat": openai_chat,
}
