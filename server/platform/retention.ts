import { sql } from 'kysely'
import { londonDate, Temporal } from '#kit/time.ts'
import type { Tx } from './database/database.ts'
import { installedAt } from './database/migrate.ts'
import { type Metrics, watchGauge } from './metrics.ts'
import { asSystem, type Posy } from './posy.ts'
import type { RetentionRule } from './retention-rule.ts'

const RETENTION_JOB = 'platform.retention'
const DAY_MS = 86_400_000
/** Small, so that no one waits behind a batch. */
const BATCH = 500
const NIGHT_BEGINS_AT_HOUR = 2
const SIZES_KEPT_DAYS = 400

/** The records of who did what, which the database lets go of after six years at the earliest. */
const auditRule = (table: 'audit_event' | 'operator_act', days: number): RetentionRule => {
  const name = sql.table(table)
  return {
    name: table.replace('_', '-'),
    days,
    oldest: async (db) =>
      (await sql<{ at: Date }>`select at from ${name} order by id limit 1`.execute(db)).rows[0]?.at ?? null,
    forget: async ({ tx }, before, limit) => {
      // A transfer between wallets has its record in the audit trail, as lasting as the ledger.
      const isDue = table === 'audit_event' ? sql`action <> 'wallet.transferred'` : sql`true`
      // Ids rise with time: from the first that is young enough on, none is due.
      const { rows } = await sql`
        with young as (select id from ${name} where at >= ${before} order by id limit 1)
        delete from ${name} where id in (
          select id from ${name} where ${isDue} and at < ${before} and id < coalesce((select id from young), ${Number.MAX_SAFE_INTEGER})
          order by id limit ${limit})
        returning id`.execute(tx)
      return rows.length
    },
  }
}

export function registerRetention(posy: Posy): void {
  const { auditDays } = posy.config.retention
  posy.retention.push(auditRule('audit_event', auditDays), auditRule('operator_act', auditDays))
  posy.queue.define({
    name: RETENTION_JOB,
    urgency: 'background',
    limitSeconds: 4 * 3600,
    handle: () => runRetention(posy),
  })
}

/** The London day a night belongs to: it begins at two. */
const nightDate = (nowMs: number): string =>
  londonDate(Temporal.Instant.fromEpochMilliseconds(nowMs - NIGHT_BEGINS_AT_HOUR * 3_600_000)).toString()

/** Once a night: an hourly chore of every worker, of which the first sends the job. */
export async function beginRetention(posy: Posy): Promise<void> {
  const night = nightDate(posy.wall.nowMs())
  const { rows } = await sql<{ done: number }>`
    select count(*)::int as done from retention_run where finished_night >= ${night}`.execute(posy.db)
  if (rows[0]!.done >= posy.retention.length) return
  await asSystem(posy, (work) => posy.queue.send(work.tx, RETENTION_JOB, {}, { unlessWaiting: true }))
}

/**
 * Forgets what has served its time, by the database's clock: rule by rule in small batches, each its own transaction with
 * its count. Killed anywhere, it continues where it was; a rule that is done for the night is left alone, and none forgets more
 * in a night than it may.
 */
export async function runRetention(posy: Posy): Promise<void> {
  const night = nightDate(posy.wall.nowMs())
  await recordSizes(posy, night)
  const failed: unknown[] = []
  for (const rule of posy.retention) {
    try {
      while (!(await forgetBatch(posy, rule, night))) await new Promise((resolve) => setImmediate(resolve))
    } catch (error) {
      posy.log.error({ rule: rule.name, err: error }, 'a retention rule failed; the others continue')
      failed.push(error)
    }
  }
  if (failed.length) throw failed[0]
}

/** @returns whether the rule is done for this night */
const forgetBatch = (posy: Posy, rule: RetentionRule, night: string): Promise<boolean> =>
  asSystem(posy, async (work) => {
    const { tx } = work
    const now = new Date(posy.wall.nowMs())
    const run = await lockRun(tx, rule.name, night)
    if (run.is_finished) return true
    const left = posy.config.retention.mostANight - run.forgotten
    const limit = Math.min(BATCH, left)
    const before = new Date(now.getTime() - rule.days * DAY_MS)
    const forgotten = rule.days > 0 && limit > 0 ? await rule.forget(work, before, limit) : 0
    if (forgotten > limit) throw new Error(`${rule.name} forgot ${forgotten}, asked for ${limit} at most`)
    const isDone = forgotten < limit || forgotten === left
    if (limit > 0 && forgotten === left)
      posy.log.warn(
        { rule: rule.name, forgotten: run.forgotten + forgotten },
        'as much as a night may forget; the rest waits',
      )
    await sql`update retention_run set forgotten = forgotten + ${forgotten}, forgotten_in_all = forgotten_in_all + ${forgotten},
      finished_night = case when ${isDone} then night else finished_night end, finished_at = case when ${isDone} then ${now} else finished_at end
      where rule = ${rule.name}`.execute(tx)
    return isDone
  })

/** The rule's row, held: two workers take its batches in turn. */
async function lockRun(tx: Tx, rule: string, night: string): Promise<{ forgotten: number; is_finished: boolean }> {
  const { rows } = await sql<{ forgotten: number; is_finished: boolean }>`
    insert into retention_run as run (rule, night, forgotten, forgotten_in_all) values (${rule}, ${night}, 0, 0)
    on conflict (rule) do update set night = greatest(run.night, excluded.night),
      forgotten = case when run.night < excluded.night then 0 else run.forgotten end
    returning forgotten, coalesce(finished_night >= night, false) as is_finished`.execute(tx)
  return rows[0]!
}

/** How large every table is, once a night. */
async function recordSizes({ db }: Posy, night: string): Promise<void> {
  await sql`
    insert into table_size (day, name, bytes)
    select ${night}::date, format('%s.%s', schemaname, relname), pg_total_relation_size(relid) from pg_stat_user_tables
    on conflict do nothing`.execute(db)
  await sql`delete from table_size where day < ${night}::date - ${SIZES_KEPT_DAYS}::int`.execute(db)
}

export function watchRetention(metrics: Metrics, posy: Posy): void {
  const runs = async () =>
    (
      await sql<{ rule: string; forgotten: number; finished: Date | null }>`
        select rule, forgotten_in_all as forgotten, finished_at as finished from retention_run`.execute(posy.watch.db)
    ).rows
  watchGauge(
    metrics,
    posy,
    { name: 'posy_retention_forgotten', help: 'Rows that were forgotten after their time, by rule.', labels: ['rule'] },
    async (gauge) => {
      for (const { rule, forgotten } of await runs()) gauge.set({ rule }, forgotten)
    },
  )
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_retention_age_seconds',
      help: 'How long ago a rule last came to its end, by rule; before the first time, how long it never did.',
      labels: ['rule'],
    },
    async (gauge) => {
      const finished = new Map((await runs()).map((run) => [run.rule, run.finished]))
      const installed = await installedAt(posy.watch.db)
      for (const { name } of posy.retention) {
        const since = finished.get(name) ?? installed
        gauge.set({ rule: name }, Math.max(0, (posy.wall.nowMs() - since.getTime()) / 1000))
      }
    },
  )
}
