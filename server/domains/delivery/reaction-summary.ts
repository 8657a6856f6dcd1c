import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, type Instant, Temporal, toDate, toInstant } from '#kit/time.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { DELIVER_JOB } from './events.ts'

const NINE = Temporal.PlainTime.from('09:00')

/** The next nine o'clock in London after an instant. */
export function nextSummaryAt(after: Instant): Instant {
  const local = after.toZonedDateTimeISO(BUSINESS_ZONE)
  const isBefore = Temporal.PlainTime.compare(local.toPlainTime(), NINE) < 0
  return local
    .toPlainDate()
    .add({ days: isBefore ? 0 : 1 })
    .toZonedDateTime({ timeZone: BUSINESS_ZONE, plainTime: NINE })
    .toInstant()
}

/** Keeps a reaction for its sender's next summary. One that is changed later is told once. */
export async function noteReaction({ tx }: Work, reactionId: string): Promise<void> {
  const reaction = await tx
    .selectFrom('reaction')
    .innerJoin('huggg', 'huggg.id', 'reaction.huggg_id')
    .select(['huggg.sender_id', 'reaction.created_at'])
    .where('reaction.id', '=', reactionId)
    .executeTakeFirst()
  if (!reaction) return
  await tx
    .insertInto('reaction_notice')
    .values({
      reaction_id: reactionId,
      user_id: reaction.sender_id,
      due_at: toDate(nextSummaryAt(toInstant(reaction.created_at))),
    })
    .onConflict((conflict) => conflict.column('reaction_id').doNothing())
    .execute()
}

/** When the next summary is due; null when no one has reacted since the last. */
export async function nextSummaryDueAt({ db }: Posy): Promise<Date | null> {
  const row = await db
    .selectFrom('reaction_notice')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .where('message_id', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Queues one summary for each sender whose reactions are due and who wants to hear of them. One worker at a time. */
export async function queueSummaries(posy: Posy, now: Date): Promise<void> {
  await asSystem(posy, async (work) => {
    await sql`select pg_advisory_xact_lock(hashtext('reaction-summary'))`.execute(work.tx)
    const { rows: people } = await sql<{ user_id: string; wants: boolean }>`
      select app_user.id as user_id, app_user.deactivated_at is null and not app_user.is_service and coalesce(contact_preference.reaction_summary, true) as wants
      from app_user left join contact_preference on contact_preference.email = lower(app_user.email)
      where app_user.id in (select user_id from reaction_notice where message_id is null and due_at <= ${now})`.execute(
      work.tx,
    )
    const wanted = people
      .filter((person) => person.wants)
      .map((person) => ({ user_id: person.user_id, message_id: newId() }))
    const unwanted = people.filter((person) => !person.wants).map((person) => person.user_id)
    if (unwanted.length) {
      await sql`delete from reaction_notice where message_id is null and due_at <= ${now} and user_id = any(${unwanted}::uuid[])`.execute(
        work.tx,
      )
    }
    if (wanted.length) await tell(work, now, JSON.stringify(wanted))
  })
}

async function tell(work: Work, now: Date, wanted: string): Promise<void> {
  await sql`
    insert into outgoing_message (id, dedupe_key, channel, template, user_id, next_attempt_at, created_at, status_updated_at)
    select message_id, 'reaction-summary:' || message_id, 'email', 'reaction-summary', user_id, ${new Date(work.posy.wall.nowMs())}, ${work.at}, ${work.at}
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (user_id uuid, message_id uuid)`.execute(work.tx)
  await sql`
    update reaction_notice set message_id = wanted.message_id
    from jsonb_to_recordset(${wanted}::jsonb) as wanted (user_id uuid, message_id uuid)
    where reaction_notice.user_id = wanted.user_id and reaction_notice.message_id is null and reaction_notice.due_at <= ${now}`.execute(
    work.tx,
  )
  await work.send(DELIVER_JOB, {})
}
