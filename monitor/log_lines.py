"""What every line of the log looks like."""

import logging
import time

_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LineFormatter(logging.Formatter):
    """`2026-05-01T12:00:00.123Z INFO monitor.app: …`: times in UTC, so that the lines of many
    machines can be laid side by side."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(_LINE)
