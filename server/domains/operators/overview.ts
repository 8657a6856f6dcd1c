import { sql } from 'kysely'
import { toDate } from '#kit/time.ts'
import { waitingStatements } from '#server/domains/bank/index.ts'
import { waitingRefusals } from '#server/domains/hugggs/refusals/index.ts'
import { openIdTries } from '#server/domains/hugggs/till/index.ts'
import { lastEndedRun } from '#server/domains/reconciliation/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { failedJobCount } from '#server/platform/queue-tables.ts'
import { waitingActs } from '#server/platform/waiting-acts.ts'
import { examine } from './examine.ts'
import { failedSignIns } from './sign-in-failures.ts'
import { longUnsent } from './undelivered-messages.ts'

const FAILED_MESSAGES_MS = 30 * 86_400_000

/** What the console opens with: what the installation lacks, what waits for a person, and who could not sign in to it. */
export async function overview(posy: Posy) {
  const [checks, failedJobs, waiting, tillIdTries, refusedCodes, lastRun, signInFailures, unsentNow, byTwo] =
    await Promise.all([
      examine(posy),
      failedJobCount(posy.db),
      waitingWork(posy),
      openIdTries(posy.db, toDate(posy.clock.now())),
      waitingRefusals(posy.db),
      lastEndedRun(posy.db),
      failedSignIns(posy),
      longUnsent(posy),
      waitingForAnother(posy),
    ])
  const bookFindings = (lastRun?.findings ?? 0) + (lastRun?.unanswered ?? 0)
  const unsentMessages = unsentNow.count
  const counts = { failedJobs, unsentMessages, ...waiting, tillIdTries, refusedCodes, bookFindings, ...byTwo }
  return { checks, signInFailures, waiting: counts }
}

async function waitingWork({ db, wall }: Posy) {
  const since = new Date(wall.nowMs() - FAILED_MESSAGES_MS)
  const { rows } = await sql<{ failedMessages: number; planRequests: number; heldWork: number }>`
    select
      (select count(*)::int from outgoing_message where failed_at > ${since}) as "failedMessages",
      (select count(*)::int from plan_request where approved_at is null and status in ('requested', 'pending')) as "planRequests",
      (select count(*)::int from due_hold where state = 'held') as "heldWork"`.execute(db)
  return rows[0]!
}

/** What one operator asked for, and waits for another. */
async function waitingForAnother(posy: Posy) {
  const [acts, statements, counted] = await Promise.all([
    waitingActs(posy, posy.db),
    waitingStatements(posy),
    sql<{ payoutsToRelease: number; paymentFilesToRelease: number; repairsToConfirm: number }>`
      select
        (select count(*)::int from payout where state = 'requested') as "payoutsToRelease",
        (select count(*)::int from merchant_payment_file where released_at is null and discarded_at is null)
          as "paymentFilesToRelease",
        (select count(*)::int from repair where confirmed_at is null) as "repairsToConfirm"`.execute(posy.db),
  ])
  return { actsToConfirm: acts.length, statementsToConfirm: statements.length, ...counted.rows[0]! }
}
