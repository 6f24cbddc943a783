"""Kafka: the topics, the clients, and the broker for when there is none."""
