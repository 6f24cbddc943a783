"""The monitor's logic over files, without Kafka: scoring what is in them, decoding records.

The JSON of all is documented in docs/reference/offline-formats.md and stays as it is.
"""
