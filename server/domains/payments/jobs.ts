import { sql } from 'kysely'
import { teamMemberRemoved } from '#server/domains/teams/members/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { FORGET_CARD_JOB, SEND_REFUND_JOB, SETTLE_CHARGE_JOB, SETTLE_DISPUTE_JOB } from './events.ts'
import { getCardProvider } from './provider.ts'
import { chargeById } from './queries.ts'
import { sendRefund } from './refund-charge.ts'
import { automaticTopUpSource } from './run-automatic-top-ups.ts'
import { settleCharge } from './settle-charge.ts'
import { settleDispute } from './settle-dispute.ts'
import { expireCards, stopCardsOfLeaver } from './stop-cards.ts'

/** Until a charge is taken up again whose job got lost. */
const TAKE_UP_AGAIN_MS = 5 * 60_000
const DUE_BATCH = 500

export function registerPayments(posy: Posy): void {
  posy.queue.define<{ chargeId: string }>({
    name: SETTLE_CHARGE_JOB,
    concurrency: 4,
    handle: async ({ chargeId }) =>
      void (await settleCharge(posy, jobRecord(await chargeById(posy.db, chargeId), 'charge').id)),
  })
  posy.queue.define<{ refundId: string }>({
    name: SEND_REFUND_JOB,
    retries: 30,
    handle: async ({ refundId }) => void (await sendRefund(posy, refundId)),
  })
  posy.queue.define<{ disputeId: string }>({
    name: SETTLE_DISPUTE_JOB,
    retries: 30,
    handle: ({ disputeId }) => settleDispute(posy, disputeId),
  })
  posy.queue.define<{ instrumentId: string }>({
    name: FORGET_CARD_JOB,
    retries: 30,
    handle: ({ instrumentId }) => getCardProvider(posy).forgetInstrument(instrumentId),
  })
  posy.queue.subscribe(teamMemberRemoved, 'payments', (leaver) =>
    asSystem(posy, (work) => stopCardsOfLeaver(work, leaver)),
  )
  posy.due.push(
    {
      name: 'payments.charges',
      nextDueAt: sql`select min(due_at) from charge where due_at is not null`,
      run: () => asSystem(posy, takeUpDueCharges),
      brake: { count: (after, until) => countDueCharges(posy.db, after, until) },
    },
    {
      name: 'payments.card-expiry',
      nextDueAt: sql`select min(expires_at) from card where status = 'active'`,
      run: () => asSystem(posy, expireCards),
    },
    automaticTopUpSource(posy),
  )
}

async function countDueCharges(db: Db, after: Date | null, until: Date): Promise<number> {
  let due = db
    .selectFrom('charge')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('due_at', '<=', until)
  if (after) due = due.where('due_at', '>', after)
  return (await due.executeTakeFirstOrThrow()).count
}

/** Sends every due charge to its job; an authorisation that no one used in time can be used no more from here on. */
async function takeUpDueCharges(work: Work): Promise<void> {
  const { tx, at } = work
  const due = await tx
    .selectFrom('charge')
    .select(['id', 'state', 'team_id'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(DUE_BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  const again = new Date(at.getTime() + TAKE_UP_AGAIN_MS)
  for (const { id, state, team_id: teamId } of due) {
    const isUnused = state === 'authorised'
    await tx
      .updateTable('charge')
      .set({ due_at: again, ...(isUnused && { state: 'voiding', updated_at: at }) })
      .where('id', '=', id)
      .execute()
    await work.send(SETTLE_CHARGE_JOB, { chargeId: id })
    if (isUnused) await work.audit('charge.voiding', { kind: 'charge', id }, { teamId, detail: { why: 'not used' } })
  }
}
