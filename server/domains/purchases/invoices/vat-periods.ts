import { sql } from 'kysely'
import type { VatPeriod, VatPeriods } from '#contract/orders/vat-periods.ts'
import { iso } from '#kit/time.ts'
import { type TeamRecord, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Principal } from '#server/platform/principal.ts'

/** All that a customer has closed: from its first period to the end of its newest. */
export interface Closed {
  /** Whose periods they are: of a subteam, its parent team's. */
  teamId: string
  /** The newest one. */
  periodId: string
  from: string
  until: string
  nextFrom: string
  at: Date
}

/** A subteam's papers count in its parent team's periods. */
const filingTeam = ({ id, parentTeamId }: Pick<TeamRecord, 'id' | 'parentTeamId'>): string => parentTeamId ?? id

/** What has been closed of a team's VAT; null where nothing is. */
export async function loadClosed(db: Db | Tx, team: Pick<TeamRecord, 'id' | 'parentTeamId'>): Promise<Closed | null> {
  const { rows } = await sql<Closed>`
    select team_id as "teamId", id as "periodId", (min(from_day) over ())::text as "from", until_day::text as "until",
      next_day::text as "nextFrom", closed_at as at
    from vat_period where team_id = ${filingTeam(team)} order by until_day desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** @throws not_found for foreign and missing alike */
export async function vatPeriods(db: Db | Tx, caller: Principal, teamId: string): Promise<VatPeriods> {
  const team = await teamInScope(db, caller, teamId)
  const { rows } = await sql<{
    from: string
    until: string
    nextFrom: string
    userId: string
    userName: string
    closedAt: Date
    figures: PeriodFigures[]
    papers: number
    latePapers: number
  }>`
    select period.from_day::text as "from", period.until_day::text as "until", period.next_day::text as "nextFrom", u.id as "userId",
      ${personName('u')} as "userName", period.closed_at as "closedAt", period.figures, held.papers, held."latePapers"
    from vat_period as period join app_user u on u.id = period.closed_by
    cross join lateral (
      select count(*)::int as papers, (count(*) filter (where tax_point < period.from_day))::int as "latePapers"
      from vat_period_paper where period_id = period.id
    ) as held
    where period.team_id = ${filingTeam(team)} order by period.until_day desc`.execute(db)
  return {
    teamId,
    filingTeamId: filingTeam(team),
    nextFrom: rows[0]?.nextFrom ?? null,
    periods: rows.map(
      ({ from, until, userId, userName, closedAt, figures, papers, latePapers }): VatPeriod => ({
        ...{ from, until, closedBy: { id: userId, name: userName }, dateClosed: iso(closedAt), papers, latePapers },
        figures: figures.map(({ basisPoints, ...figure }) => ({ ...figure, rate: ratePercent(basisPoints) })),
      }),
    ),
  }
}

/** As they are kept: by currency and rate. */
export interface PeriodFigures {
  currency: string
  basisPoints: number | null
  net: number
  vat: number
  gross: number
}

/** Per cent, from what documents print. */
export const ratePercent = (basisPoints: number | null): number | null =>
  basisPoints === null ? null : basisPoints / 100
