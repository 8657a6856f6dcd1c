import type { Session } from '#web/session/session.ts'
import type { ShownPeriod } from './period.ts'

const PEOPLE_PER_PAGE = 25

/** All reports of a period; people are put together from three of them, by what they spent, a page at a time. */
export async function loadReports(session: Session, id: string, period: ShownPeriod, wantedPage: number) {
  const call = { params: { id }, query: { from: period.first, until: period.last } }
  const { api } = session
  const [funding, gifts, reasons, participants, overTime, spent, bonds, active] = await Promise.all([
    api.reportFunding(call),
    api.reportGifts(call),
    api.reportGiftingReasons(call),
    api.reportParticipants(call),
    api.reportOverTime(call),
    api.reportTotalSpent(call),
    api.reportBondsCreated(call),
    api.reportLastActive(call),
  ])
  const bondsByParticipant = new Map(session.unwrap(bonds).data.map((row) => [row.participantId, row.bondsCreated]))
  const lastActiveByParticipant = new Map(session.unwrap(active).data.map((row) => [row.participantId, row.lastActive]))
  const people = session.unwrap(spent).data.map((row) => ({
    ...row,
    bondsCreated: bondsByParticipant.get(row.participantId) ?? 0,
    lastActive: lastActiveByParticipant.get(row.participantId) ?? null,
  }))
  const lastPage = Math.max(1, Math.ceil(people.length / PEOPLE_PER_PAGE))
  const page = Math.min(Math.max(1, wantedPage), lastPage)
  return {
    period,
    funding: session.unwrap(funding).data,
    gifts: session.unwrap(gifts).data,
    reasons: session.unwrap(reasons).data,
    participants: session.unwrap(participants).data,
    overTime: session.unwrap(overTime).data,
    people: people.slice((page - 1) * PEOPLE_PER_PAGE, page * PEOPLE_PER_PAGE),
    /** For the chart, whichever page is shown. */
    topPeople: people.slice(0, 10),
    peopleCount: people.length,
    page,
    lastPage,
  }
}
export type LoadedReports = Awaited<ReturnType<typeof loadReports>>
