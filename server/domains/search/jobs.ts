import type { Posy } from '#server/platform/posy.ts'
import { EXPORT_JOB } from './export-request.ts'
import { nextExpiry, purgeExpiredExports } from './purge-expired-exports.ts'
import { runExport } from './run-export.ts'

export function registerSearch(posy: Posy): void {
  posy.queue.define<{ exportId: string }>({
    name: EXPORT_JOB,
    urgency: 'background',
    concurrency: 2,
    handle: ({ exportId }) => runExport(posy, exportId),
  })
  posy.due.push({
    name: 'search.expired-exports',
    nextDueAt: nextExpiry,
    run: (now) => purgeExpiredExports(posy, now),
  })
}
