"""How a long-lived process keeps its memory small and flat."""

import ctypes
import gc

_LARGE_BYTES = 128 * 1024
_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # glibc, malloc.h


def give_back_large_buffers() -> None:
    """Let every large buffer go back to the system as soon as it is free; call it first of all.

    By itself glibc keeps what it thinks will be needed again, one heap for each thread: after
    a few fetches of many megabytes that is more than all the rest of the process. Elsewhere
    than on glibc this does nothing.
    """
    tune = getattr(ctypes.CDLL(None), "mallopt", None)
    if tune is not None:
        tune(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        tune(_M_ARENA_MAX, 1)


def keep_what_is_loaded() -> None:
    """Called once all is loaded: none of it is looked through for garbage again."""
    gc.collect()
    gc.freeze()
