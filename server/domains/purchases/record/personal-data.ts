import { type RawBuilder, sql } from 'kysely'
import { type KnownPerson, mentionPattern, type PersonalData } from '#server/platform/personal-data.ts'
import { eraseRecipients } from './erase-recipients.ts'

/** Whether a row of `recipient` is a person's. */
export const isTheirs = ({ userId, emails, phones }: KnownPerson): RawBuilder<boolean> =>
  sql`(lower(recipient.email) = any(${emails}::text[]) or recipient.phone_number = any(${phones}::text[]) or recipient.user_id = ${userId})`

export const purchasesPersonalData: PersonalData = {
  addresses: [
    { table: 'recipient', column: 'email', kind: 'email' },
    { table: 'recipient', column: 'phone_number', kind: 'phone' },
  ],
  sections: (person) => ({
    giftsTo: sql`select recipient.email, recipient.phone_number, recipient.name, recipient.notes, recipient.created_at, team.name as from_team,
        gift_message.message, gift_message.from_name
      from recipient join team on team.id = recipient.team_id left join gift_message on gift_message.transaction_id = recipient.transaction_id
      where ${isTheirs(person)} order by recipient.id`,
    purchases: sql`select transaction.id, transaction.created_at, transaction.title, transaction.tags, transaction.quantity, transaction.currency, transaction.sale_total,
        gift_message.message, gift_message.from_name, gift_message.notes
      from transaction left join gift_message on gift_message.transaction_id = transaction.id
      where transaction.user_id = ${person.userId} order by transaction.id`,
  }),
  erase: async (work, person) => {
    const { tx } = work
    const { rows } = await sql<{ id: string; transaction_id: string }>`
      select id, transaction_id from recipient where ${isTheirs(person)}`.execute(tx)
    await eraseRecipients(
      work,
      rows.map(({ id }) => id),
    )
    const purchases = [...new Set(rows.map((row) => row.transaction_id))]
    // What was written to this person alone goes whole; from what others got too, what names them is taken out.
    await sql`
      delete from gift_message where transaction_id = any(${purchases}::uuid[])
        and not exists (select from recipient where recipient.transaction_id = gift_message.transaction_id and recipient.erased_at is null)
        and exists (select from transaction where transaction.id = gift_message.transaction_id and superhuggg_id is null)`.execute(
      tx,
    )
    const pattern = mentionPattern(person)
    if (pattern === null) return
    const concerned = sql`(transaction_id = any(${purchases}::uuid[]) or transaction_id in (select id from transaction where user_id = ${person.userId}))`
    await sql`
      update gift_message set message = regexp_replace(message, ${pattern}, '…', 'gi'), notes = regexp_replace(notes, ${pattern}, '…', 'gi'),
        from_name = case when from_name ~* ${pattern} then null else from_name end
      where ${concerned} and (message ~* ${pattern} or notes ~* ${pattern} or from_name ~* ${pattern})`.execute(tx)
    await sql`
      update transaction set title = regexp_replace(title, ${pattern}, '…', 'gi'),
        tags = array(select regexp_replace(tag, ${pattern}, '…', 'gi') from unnest(tags) with ordinality as each (tag, place) order by place)
      where (id = any(${purchases}::uuid[]) or user_id = ${person.userId})
        and (title ~* ${pattern} or exists (select from unnest(tags) as tag where tag ~* ${pattern}))`.execute(tx)
  },
}
