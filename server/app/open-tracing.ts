import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Role } from '#server/platform/config.ts'

/**
 * Sends traces to the operator's collector. Where that is, how many traces and under which names is for OpenTelemetry's own
 * variables to say (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`, …), which its SDK reads itself.
 * @returns how to end it, with what is still to be sent
 */
export function openTracing(role: Role): () => Promise<void> {
  const ownNames = resourceFromAttributes({ 'service.name': 'posy', 'posy.role': role })
  const provider = new NodeTracerProvider({
    // The last one wins.
    resource: defaultResource()
      .merge(ownNames)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  // A collector that is away must not keep a process from ending well.
  return () => provider.shutdown().catch(() => {})
}
