"""OpenTelemetry spans for each stage: on when an OTLP endpoint is configured, else off."""

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import NoOpTracer, Tracer

from monitor.config import Config


class Telemetry:
    """The tracer of one process. Spans carry ids, counts and reasons, never text."""

    def __init__(self, config: Config, role: str, processor: SpanProcessor | None = None) -> None:
        endpoint = config.telemetry.otlp_endpoint
        self._provider: TracerProvider | None = None
        self.tracer: Tracer = NoOpTracer()
        if processor is None and endpoint is not None:
            address = f"{endpoint.rstrip('/')}/v1/traces"
            processor = BatchSpanProcessor(OTLPSpanExporter(endpoint=address))
        if processor is None:
            return
        resource = Resource.create(
            {
                "service.name": "sycophancy-monitor",
                "service.namespace": config.instance,
                "sycophancy.roles": role,
            }
        )
        self._provider = TracerProvider(resource=resource)
        self._provider.add_span_processor(processor)
        self.tracer = self._provider.get_tracer("sycophancy-monitor")

    def close(self) -> None:
        """Send what is left."""
        if self._provider is not None:
            self._provider.shutdown()
