import {
  type Breadcrumb,
  browserTracingIntegration,
  captureConsoleIntegration,
  captureException,
  type Event,
  httpClientIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser'
import { isRecipientPath, pathKind, withoutPersonalDataIn } from '#contract/core/personal-data.ts'
import type { MonitoringSettings } from '#web/ui/page-settings.ts'
import { compressRecording } from './recording.ts'
import {
  type EarlyError,
  FAILED_STATUSES,
  propagationTargets,
  REPLAY_ERROR_SAMPLE_RATE,
  REPLAY_SESSION_SAMPLE_RATE,
  replayOptions,
  TRACE_SAMPLE_RATE,
} from './settings.ts'

type Transport = ReturnType<typeof makeFetchTransport>
type Envelope = Parameters<Transport['send']>[0]

/** The browser's part of monitoring: fetched only where someone is told, and after the page is usable. */
export function startMonitoring(settings: MonitoringSettings, early: readonly EarlyError[]): void {
  const { dsn, tunnel, environment, release, propagationHosts } = settings
  const client = init({
    dsn,
    tunnel,
    environment,
    ...(release ? { release } : {}),
    tracesSampleRate: TRACE_SAMPLE_RATE,
    traceLifecycle: 'static',
    replaysSessionSampleRate: REPLAY_SESSION_SAMPLE_RATE,
    replaysOnErrorSampleRate: REPLAY_ERROR_SAMPLE_RATE,
    tracePropagationTargets: propagationTargets(propagationHosts),
    // Whose browser it is may be told; requests hold other people's names and addresses.
    dataCollection: { userInfo: true, httpBodies: [], cookies: false, urlQueryParams: false },
    integrations: [
      browserTracingIntegration({ beforeStartSpan: (span) => ({ ...span, name: pathKind(span.name) }) }),
      replayIntegration({
        ...replayOptions,
        beforeAddRecordingEvent: (event) => withoutPersonalDataIn(event),
      }),
      httpClientIntegration({ failedRequestStatusCodes: [FAILED_STATUSES] }),
      captureConsoleIntegration({ levels: ['error'] }),
    ],
    transport: (options) => compressedTransport(makeFetchTransport(options)),
    beforeBreadcrumb: withoutLabels,
  })
  client?.addEventProcessor(cleaned)
  for (const { error } of early) captureException(error)
}

/** What the SDK itself keeps beside an event stays as it is. Nothing leaves from a page of a recipient. */
function cleaned<E extends Event>(event: E): E | null {
  if (isRecipientPath(location.pathname)) return null
  const { sdkProcessingMetadata, ...told } = event
  return { ...withoutPersonalDataIn(told), ...(sdkProcessingMetadata ? { sdkProcessingMetadata } : {}) } as E
}

/** An element is named by its kind: labels of buttons say whom they are about. */
function withoutLabels(breadcrumb: Breadcrumb): Breadcrumb {
  const { category, message } = breadcrumb
  const isElement = category?.startsWith('ui.') ?? false
  return isElement && message ? { ...breadcrumb, message: message.replace(/\[[^\]]*\]/g, '') } : breadcrumb
}

const compressedTransport = (transport: Transport): Transport => ({
  ...transport,
  send: async ([header, items]) => transport.send([header, await Promise.all(items.map(compressItem))] as Envelope),
})

async function compressItem(item: Envelope[1][number]): Promise<Envelope[1][number]> {
  const [head, payload] = item
  if (head.type !== 'replay_recording') return item
  const recording = await compressRecording(payload as string | Uint8Array)
  return [{ ...head, length: recording.length }, recording] as typeof item
}
