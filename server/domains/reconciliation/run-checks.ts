import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, londonDate, Temporal } from '#kit/time.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { answerCheck, type CheckAnswer } from './checks.ts'

/** Does the next check of a run, and sends itself again for the one after. */
export const CHECK_JOB = 'reconciliation.check'

/** When nights begin, in London: after what falls due at midnight, before people work. */
const NIGHT_HOUR = 2
/** A run that has not ended by then was given up, and is ended by the next. */
const GIVEN_UP_MS = 12 * 3_600_000

/** The hourly chore: the night's run, once, whichever worker comes first. One that was missed is caught up. */
export async function runNightly(posy: Posy): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(posy.wall.nowMs())
  if (now.toZonedDateTimeISO(BUSINESS_ZONE).hour < NIGHT_HOUR) return
  await asSystem(posy, (work) => startRun(work, { night: londonDate(now).toString() }))
}

/**
 * Starts a run of every check.
 * @returns its id, or null where the night has had its run or another is under way
 */
async function startRun(
  work: Work,
  by: { night: string } | { operator: string; reason: string },
): Promise<string | null> {
  const { tx, posy } = work
  const at = new Date(posy.wall.nowMs())
  await endGivenUp(work, at)
  const id = newId()
  const asked =
    'night' in by
      ? { night: by.night, asked_by: null, reason: null }
      : { night: null, asked_by: by.operator, reason: by.reason }
  const started = await tx
    .insertInto('reconcile_run')
    .values({ id, ...asked, checks: Object.keys(posy.hooks.reconcileChecks).length, started_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (started.numInsertedOrUpdatedRows === 0n) return null
  await work.send(CHECK_JOB, { runId: id })
  return id
}

/** As an operator asks for it. @throws wrong_state (409) while one is under way */
export async function runNow(work: Work, by: { operator: string; reason: string }): Promise<string> {
  const id = await startRun(work, by)
  if (id) return id
  throw new Problem('wrong_state', 'A run is under way.', { help: 'Its results appear as they come.' })
}

async function endGivenUp({ tx }: Work, at: Date): Promise<void> {
  await sql`
    update reconcile_run as run set ended_at = ${at}, findings = done.findings, unanswered = run.checks - done.answered
    from (
      select run.id, coalesce(sum(result.findings), 0)::bigint as findings, count(result.findings)::int as answered
      from reconcile_run as run left join reconcile_result as result on result.run_id = run.id
      where run.ended_at is null and run.started_at < ${new Date(at.getTime() - GIVEN_UP_MS)} group by run.id
    ) as done
    where run.id = done.id`.execute(tx)
}

/** One check a job: a worker that dies loses one, and a long run never outlasts a job's time. */
export async function checkNext(posy: Posy, runId: string): Promise<void> {
  const run = await posy.db.selectFrom('reconcile_run').select('id').where('id', '=', runId).executeTakeFirst()
  jobRecord(run, 'run of checks')
  const names = Object.keys(posy.hooks.reconcileChecks)
  const done = await posy.db.selectFrom('reconcile_result').select('name').where('run_id', '=', runId).execute()
  const name = names.find((each) => !done.some((result) => result.name === each))
  if (name === undefined) return endRun(posy, runId)
  const startedMs = performance.now()
  const answer = await answerCheck(posy.db, posy.hooks.reconcileChecks[name]!)
  const durationMs = Math.round(performance.now() - startedMs)
  await asSystem(posy, async (work) => {
    const isFirst = await keepAnswer(work, { runId, name, ordinal: names.indexOf(name), answer, durationMs })
    // Of two that did the same check one continues.
    if (isFirst) await work.send(CHECK_JOB, { runId })
  })
}

async function keepAnswer(
  { tx, posy }: Work,
  result: { runId: string; name: string; ordinal: number; answer: CheckAnswer; durationMs: number },
): Promise<boolean> {
  const { runId, name, ordinal, answer, durationMs } = result
  const kept = await tx
    .insertInto('reconcile_result')
    .values({
      run_id: runId,
      name,
      ordinal,
      findings: answer.findings,
      error: answer.error,
      first: JSON.stringify(answer.first),
      duration_ms: durationMs,
      ended_at: new Date(posy.wall.nowMs()),
    })
    .onConflict((conflict) => conflict.columns(['run_id', 'name']).doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}

async function endRun(posy: Posy, runId: string): Promise<void> {
  const ended = await asSystem(posy, async ({ tx }) => {
    const { rows } = await sql<{ findings: number; unanswered: number }>`
      update reconcile_run as run set ended_at = ${new Date(posy.wall.nowMs())}, findings = done.findings, unanswered = done.unanswered
      from (
        select coalesce(sum(findings), 0)::bigint as findings, (count(*) filter (where findings is null))::int as unanswered
        from reconcile_result where run_id = ${runId}
      ) as done
      where run.id = ${runId} and run.ended_at is null returning run.findings, run.unanswered`.execute(tx)
    return rows[0]
  })
  if (ended && ended.findings + ended.unanswered > 0)
    posy.log.error({ runId, ...ended }, 'reconcile found what does not agree, or got no answer')
}
