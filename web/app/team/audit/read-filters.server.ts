import { auditAreas } from '#contract/reports/audit.ts'
import { isUuid } from '#kit/uuid.ts'
import { type DateRange, readPeriod } from '#web/http/period.server.ts'

/** The filters of an audit log's address: as its form shows them, and as the API takes them. */
export function readFilters(request: Request, zone: string) {
  const search = new URL(request.url).searchParams
  const period: DateRange = readPeriod(search, zone)
  const who = search.get('who') ?? ''
  const actorId = isUuid(who) ? who : undefined
  const area = auditAreas.find((each) => each === search.get('what'))
  return {
    shown: { who: actorId ?? '', what: area ?? '', from: period.from, to: period.to },
    query: { actorId, area, from: period.start, to: period.end },
  }
}
