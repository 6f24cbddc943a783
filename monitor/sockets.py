"""How many connections a process may have open."""

import resource


def allow_many_sockets() -> None:
    """As many as the system lets this process have: the usual 1,024 are too few for the
    connections to 500 targets, which stay open."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
