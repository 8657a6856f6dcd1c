import { sql } from 'kysely'
import { isTheirs } from '#server/domains/purchases/record/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { KnownPerson, PersonalData } from '#server/platform/personal-data.ts'

const toThem = (person: KnownPerson) => sql`(
  outgoing_message.user_id = ${person.userId}
  or outgoing_message.recipient_id in (select id from recipient where ${isTheirs(person)})
  or outgoing_message.invite_id in (select id from team_invite where email = any(${person.emails}::text[])))`

/** No more automatic messages about their gifts. */
export const clearReminders = (tx: Tx, person: KnownPerson) =>
  sql`
    update gift_reminder set due_at = null, kind = null, stopped = true where not stopped and huggg_id in (
      select huggg.id from huggg join recipient on recipient.id = huggg.recipient_id where ${isTheirs(person)})`.execute(
    tx,
  )

export const deliveryPersonalData: PersonalData = {
  addresses: [],
  sections: (person) => ({
    messages: sql`select channel, template, status, created_at, sent_at from outgoing_message where ${toThem(person)} order by id`,
  }),
  // People who want no messages stay known, by a keyed hash of the address.
  erase: async ({ tx, posy }, person) => {
    const now = new Date(posy.wall.nowMs())
    await clearReminders(tx, person)
    await sql`
      update delivery_report set reason = null
      where reason is not null and message_id in (select id from outgoing_message where ${toThem(person)})`.execute(tx)
    await sql`
      update outgoing_message set detail = '{}', last_error = null,
        status = case when status = 'pending' then 'cancelled' else status end,
        status_updated_at = case when status = 'pending' then ${now} else status_updated_at end
      where ${toThem(person)}`.execute(tx)
  },
}
