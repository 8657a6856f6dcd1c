import { sql } from 'kysely'
import type { HeldGift } from '#contract/delivery/delivery.ts'
import { iso } from '#kit/time.ts'
import { lockGiftById } from '#server/domains/hugggs/change/index.ts'
import { cancelHugggs } from '#server/domains/hugggs/sender/index.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { DueSource } from '#server/platform/due-source.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { giftsGivenBackEmail, type HeldWhy, heldUntil, notifyHeldGifts } from './emails/held-gifts.ts'
import { letGo, nextLook } from './hold-back.ts'
import { whyHeld } from './leave-rules.ts'
import { queueGiftMessages } from './queue-gift-messages.ts'

const BATCH = 200

interface HeldRow {
  id: string
  since: Date
  expiresAt: Date
  statusId: number
}

/**
 * Takes what is to be looked at, at most so many; each is put off to the next hour.
 * @returns how many, and those of them that something is to be done about
 */
const takeHeld = (posy: Posy, now: Date): Promise<{ taken: number; ids: string[] }> =>
  asSystem(posy, async (work) => {
    const { rows } = await sql<HeldRow>`
      with due as (
        select huggg_id from held_gift where next_look_at <= ${now}::timestamptz
        order by next_look_at limit ${BATCH} for update skip locked
      )
      update held_gift set next_look_at = ${nextLook(now)} from due join huggg on huggg.id = due.huggg_id
      where held_gift.huggg_id = due.huggg_id
      returning huggg.id, held_gift.since, huggg.expiry_date as "expiresAt", huggg.status_id as "statusId"`.execute(
      work.tx,
    )
    const still = await whyHeld(
      work,
      rows.map(({ id }) => id),
    )
    const waits = (row: HeldRow) => still.has(row.id) && row.statusId === Status.Created && heldUntil(row) > now
    return { taken: rows.length, ids: rows.filter((row) => !waits(row)).map(({ id }) => id) }
  })

/**
 * Looks at a gift that waits, under its row: it leaves where the rules let it again, goes back with all that was paid for it
 * once its time is over, and is forgotten where its sender or recipient settled it meanwhile.
 */
export async function lookAtHeld(work: Work, hugggId: string): Promise<void> {
  const gift = await lockGiftById(work.tx, hugggId)
  const held = await work.tx
    .selectFrom('held_gift')
    .selectAll()
    .where('huggg_id', '=', hugggId)
    .forUpdate()
    .executeTakeFirst()
  if (!held?.next_look_at) return
  if (gift.status_id !== Status.Created || gift.deleted_at) return letGo(work, [hugggId])
  const transactionId = held.transaction_id
  if (!(await whyHeld(work, [hugggId])).has(hugggId)) {
    await queueGiftMessages(work, { transactionId, hugggIds: [hugggId] })
    return letGo(work, [hugggId])
  }
  if (heldUntil({ since: held.since, expiresAt: gift.expiry_date }) > work.at) return
  const { changed } = await cancelHugggs(work, null, { hugggIds: [hugggId] }, 'held too long by the team’s rules')
  if (changed === 0) return letGo(work, [hugggId])
  await work.tx
    .updateTable('held_gift')
    .set({ next_look_at: null, given_back_at: work.at })
    .where('huggg_id', '=', hugggId)
    .execute()
  await notifyHeldGifts(work, giftsGivenBackEmail, { transactionId, hugggId })
}

export const heldGiftsSource = (posy: Posy): DueSource => ({
  name: 'delivery.held-gifts',
  nextDueAt: sql`select min(next_look_at) from held_gift where next_look_at is not null`,
  run: async (now) => {
    for (let taken = BATCH; taken === BATCH; ) {
      const look = await takeHeld(posy, now)
      for (const id of look.ids) await asSystem(posy, (work) => lookAtHeld(work, id))
      taken = look.taken
    }
  },
})

/** The gifts of a purchase that wait, or one gift. */
export async function heldGifts(db: Db | Tx, of: { transactionId: string } | { hugggId: string }): Promise<HeldGift[]> {
  let query = db
    .selectFrom('held_gift')
    .innerJoin('huggg', 'huggg.id', 'held_gift.huggg_id')
    .select(['held_gift.huggg_id', 'held_gift.why', 'held_gift.since', 'huggg.expiry_date'])
    .where('next_look_at', 'is not', null)
    .where('huggg.status_id', '=', Status.Created)
    .orderBy('huggg.ordinal')
  query =
    'hugggId' in of
      ? query.where('held_gift.huggg_id', '=', of.hugggId)
      : query.where('held_gift.transaction_id', '=', of.transactionId)
  return (await query.execute()).map((row) => ({
    hugggId: row.huggg_id,
    why: row.why as HeldWhy,
    since: iso(row.since),
    until: iso(heldUntil({ since: row.since, expiresAt: row.expiry_date })),
  }))
}
