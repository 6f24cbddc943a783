"""The four roles. Each is one loop; between them there is only Kafka."""
