import { type RawBuilder, sql } from 'kysely'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { MAX_VAT_PERIOD_MONTHS } from '#contract/orders/vat-periods.ts'
import { newId } from '#kit/ids.ts'
import { londonDate, Temporal } from '#kit/time.ts'
import { loadTeamTree, type TeamRecord, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { type Closed, loadClosed, type PeriodFigures } from './vat-periods.ts'
import { openPapers, signOfPaper, startOfBusinessDay } from './vat-queries.ts'

interface Days {
  from: string
  until: string
}

/**
 * Closes a VAT period that has been filed: it holds every paper with a tax point in it, and those that came late to what
 * was closed before. Nothing that comes afterwards changes it.
 * @throws not_found (404), invalid_fields (422), wrong_state (409) for a subteam and for what does not follow the one before
 */
export async function closeVatPeriod(work: Work, caller: Principal, teamId: string, days: Days): Promise<void> {
  const { tx, at } = work
  const team = await lockFilingTeam(tx, caller, teamId)
  const problems = problemsOfDays(days, londonDate(work.posy.clock.now()))
  if (problems.length > 0) throw invalidFields(problems)
  const closed = await loadClosed(tx, team)
  if (closed && closed.nextFrom !== days.from) throw doesNotFollow(days, closed)
  const papers = papersToClose(await loadTeamTree(tx, teamId), closed, days)
  const id = newId()
  await tx
    .insertInto('vat_period')
    .values({
      ...{ id, team_id: teamId, follows: closed?.periodId ?? null, from_day: days.from, until_day: days.until },
      ...{ closed_by: member(caller).userId, closed_at: at },
      figures: JSON.stringify(await sumPapers(tx, papers)),
    })
    .execute()
  await sql`
    insert into vat_period_paper (document_id, period_id, tax_point)
    select open.document_id, ${id}, open.day from ${papers} as open`.execute(tx)
  await work.audit('invoice.vat-period-closed', { kind: 'team', id: teamId }, { teamId, detail: { ...days } })
}

/**
 * Reopens the newest period: its papers count by their tax points again.
 * @throws not_found (404), wrong_state (409) for any other day than the end of the newest
 */
export async function reopenVatPeriod(work: Work, caller: Principal, teamId: string, until: string): Promise<void> {
  const { tx } = work
  const closed = await loadClosed(tx, await lockFilingTeam(tx, caller, teamId))
  if (closed?.until !== until)
    throw new Problem('wrong_state', 'Only the newest closed period can be reopened, and this is not it.', {
      help: closed ? `The newest one ends on ${closed.until}.` : 'No period is closed.',
    })
  const { from_day, figures } = await tx
    .deleteFrom('vat_period')
    .where('id', '=', closed.periodId)
    .returning(['from_day', 'figures'])
    .executeTakeFirstOrThrow()
  await work.audit(
    'invoice.vat-period-reopened',
    { kind: 'team', id: teamId },
    { teamId, detail: { from: from_day, until, figures } },
  )
}

/** A whole customer files, not a part of one. Two closings at once go one after the other. */
async function lockFilingTeam(tx: Tx, caller: Principal, teamId: string): Promise<TeamRecord> {
  const team = await teamInScope(tx, caller, teamId)
  if (team.parentTeamId !== null)
    throw new Problem('wrong_state', 'A subteam’s VAT is closed with its parent team’s.', {
      help: 'Close the period in the parent team.',
    })
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirst()
  return team
}

function problemsOfDays({ from, until }: Days, today: Temporal.PlainDate): ErrorDetail[] {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(until)]
  const next = last.add({ days: 1 })
  if (first.day !== 1) return [{ path: 'from', message: 'must be the first day of a month' }]
  if (next.day !== 1) return [{ path: 'until', message: 'must be the last day of a month' }]
  if (Temporal.PlainDate.compare(last, first) < 0) return [{ path: 'until', message: 'must not be before from' }]
  if (first.until(next, { largestUnit: 'months' }).months > MAX_VAT_PERIOD_MONTHS)
    return [{ path: 'until', message: `must be at most ${MAX_VAT_PERIOD_MONTHS} months after from` }]
  if (Temporal.PlainDate.compare(last, today) >= 0)
    return [{ path: 'until', message: 'must be over: close a period once it has been filed' }]
  return []
}

function doesNotFollow({ from }: Days, closed: Closed): Problem {
  return new Problem(
    'wrong_state',
    from < closed.nextFrom
      ? `Everything to ${closed.until} is closed already.`
      : `The next period starts on ${closed.nextFrom}: close that one first.`,
  )
}

const papersToClose = (teamIds: readonly string[], closed: Closed | null, { from, until }: Days) => sql`(
  select * from ${openPapers(teamIds, closed, startOfBusinessDay(closed?.from ?? from))} as found
  where found.late or found.day between ${from}::date and ${until}::date
)`

async function sumPapers(tx: Tx, papers: RawBuilder<unknown>): Promise<PeriodFigures[]> {
  const { rows } = await sql<PeriodFigures>`
    select document.currency, (line->>'vatBasisPoints')::int as "basisPoints",
      sum(sign * (line->>'netPence')::bigint)::bigint as net, sum(sign * (line->>'vatPence')::bigint)::bigint as vat,
      sum(sign * ((line->>'netPence')::bigint + (line->>'vatPence')::bigint))::bigint as gross
    from ${papers} as open
    join document on document.id = open.document_id
    cross join lateral jsonb_array_elements(document.content->'lines') as line
    cross join lateral (select ${signOfPaper} as sign) as direction
    group by 1, 2 order by 1 desc, 2 desc nulls last`.execute(tx)
  return rows
}
