import { sql } from 'kysely'
import { Temporal, toDate, toInstant } from '#kit/time.ts'
import { Status } from '#server/domains/hugggs/states/index.ts'
import type { DueSource } from '#server/platform/due-source.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { giftReminderMessage } from './emails/gift.ts'
import { whyHeld } from './leave-rules.ts'
import { queueMessage } from './messages/queue-message.ts'
import { isWorthSaying, nextReminder, type ReminderKind } from './reminder.ts'

const BATCH = 200
/** What should have been said longer ago is left out: after a pause no one gets a pile of old reminders. */
const LATE_AFTER = Temporal.Duration.from({ hours: 24 })

/** Plans the first reminder of gifts that were sent just now by email, where their purchase wants reminders. */
export async function planReminders(work: Work, hugggIds: readonly string[]): Promise<void> {
  if (hugggIds.length === 0) return
  const { rows: gifts } = await sql<{ id: string; sent_date: Date; expiry_date: Date; zone: string }>`
    select huggg.id, huggg.sent_date, huggg.expiry_date, transaction.send_zone as zone
    from huggg join transaction on transaction.id = huggg.transaction_id join recipient on recipient.id = huggg.recipient_id
    where huggg.id = any(${hugggIds as string[]}::uuid[]) and transaction.reminders and huggg.sent_date is not null
      and (recipient.email is not null or recipient.user_id is not null)`.execute(work.tx)
  for (const { id, sent_date: sentAt, expiry_date: expiresAt, zone } of gifts) {
    const next = nextReminder({ sentAt, expiresAt, zone }, toInstant(work.at))
    const values = { due_at: next && toDate(next.at), kind: next?.kind ?? null, stopped: false }
    await work.tx
      .insertInto('gift_reminder')
      .values({ huggg_id: id, ...values })
      .onConflict((conflict) => conflict.column('huggg_id').doUpdateSet(values))
      .execute()
  }
}

interface Due {
  id: string
  kind: ReminderKind
  dueAt: Date
  statusId: number
  isGone: boolean
  recipientId: string | null
  teamId: string
  transactionId: string
  sentAt: Date | null
  expiresAt: Date
  zone: string
}

/** Takes the reminders that are due; what another worker holds is passed over. */
async function takeDue({ tx }: Work, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select huggg.id, reminder.kind, reminder.due_at as "dueAt", huggg.status_id as "statusId", huggg.deleted_at is not null as "isGone",
      huggg.recipient_id as "recipientId", huggg.team_id as "teamId", huggg.transaction_id as "transactionId",
      huggg.sent_date as "sentAt", huggg.expiry_date as "expiresAt", transaction.send_zone as zone
    from gift_reminder as reminder join huggg on huggg.id = reminder.huggg_id join transaction on transaction.id = huggg.transaction_id
    where reminder.due_at <= ${now} order by reminder.due_at, huggg.id limit ${BATCH} for update of reminder skip locked`.execute(
    tx,
  )
  return rows
}

async function remind(work: Work, due: Due, { now, isHeld }: { now: Date; isHeld: boolean }): Promise<void> {
  const { id, kind, dueAt, recipientId, teamId, transactionId, sentAt, expiresAt, zone } = due
  const isOpen = !due.isGone && (due.statusId === Status.Sent || due.statusId === Status.Claimed)
  const isLate = toInstant(now).since(toInstant(dueAt)).total('hours') > LATE_AFTER.total('hours')
  if (isOpen && recipientId && !isHeld && !isLate && isWorthSaying(kind, { isOpened: due.statusId === Status.Claimed }))
    await queueMessage(work, giftReminderMessage, {
      dedupeKey: `gift-reminder/${id}/${recipientId}/${kind}`,
      teamId,
      recipientId,
      hugggId: id,
      transactionId,
      detail: {},
    })
  const next = isOpen && sentAt ? nextReminder({ sentAt, expiresAt, zone }, toInstant(now)) : null
  await work.tx
    .updateTable('gift_reminder')
    .set({ due_at: next && toDate(next.at), kind: next?.kind ?? null })
    .where('huggg_id', '=', id)
    .execute()
}

async function queueReminders(posy: Posy, now: Date): Promise<void> {
  for (;;) {
    const taken = await asSystem(posy, async (work) => {
      const due = await takeDue(work, now)
      const held = await whyHeld(
        work,
        due.map(({ id }) => id),
      )
      for (const each of due) await remind(work, each, { now, isHeld: held.has(each.id) })
      return due.length
    })
    if (taken < BATCH) return
  }
}

export const reminderSource = (posy: Posy): DueSource => ({
  name: 'delivery.reminders',
  nextDueAt: sql`select min(due_at) from gift_reminder where due_at is not null`,
  run: (now) => queueReminders(posy, now),
  brake: {
    count: async (after, until) => {
      let query = posy.db
        .selectFrom('gift_reminder')
        .select((e) => e.fn.countAll<number>().as('many'))
        .where('due_at', '<=', until)
      if (after) query = query.where('due_at', '>', after)
      return Number((await query.executeTakeFirstOrThrow()).many)
    },
  },
})

/** A recipient wants no more reminders of a gift, neither automatic nor by hand. */
export async function stopReminders(work: Work, hugggId: string): Promise<void> {
  const stopped = { due_at: null, kind: null, stopped: true }
  await work.tx
    .insertInto('gift_reminder')
    .values({ huggg_id: hugggId, ...stopped })
    .onConflict((conflict) => conflict.column('huggg_id').doUpdateSet(stopped))
    .execute()
}
