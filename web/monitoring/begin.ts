import { MONITORING_META, type MonitoringSettings } from '#web/ui/page-settings.ts'
import type { EarlyError } from './settings.ts'

/** What the server wrote into the page; null where no one is told. */
export function readSettings(): MonitoringSettings | null {
  const content = document.querySelector(`meta[name="${MONITORING_META}"]`)?.getAttribute('content')
  return content ? (JSON.parse(content) as MonitoringSettings) : null
}

/** Keeps what goes wrong until there is someone to tell, and fetches them once the page is usable. */
export function beginMonitoring(settings: MonitoringSettings): void {
  const early: EarlyError[] = []
  const keep = (event: ErrorEvent | PromiseRejectionEvent) => {
    early.push({ error: 'reason' in event ? event.reason : (event.error ?? event.message) })
  }
  const kinds = ['error', 'unhandledrejection'] as const
  for (const kind of kinds) addEventListener(kind, keep)
  const load = async () => {
    const { startMonitoring } = await import('./sentry.ts')
    for (const kind of kinds) removeEventListener(kind, keep)
    startMonitoring(settings, early)
  }
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 1000))
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
