import { sql } from 'kysely'
import { mentionPattern, type PersonalData, typedListWithout } from '#server/platform/personal-data.ts'

export const ordersPersonalData: PersonalData = {
  addresses: [],
  sections: ({ userId }) => ({
    drafts: sql`select basket.id, basket.name, basket.created_at, basket_letter.content, basket_letter.typed from basket left join basket_letter on basket_letter.basket_id = basket.id
      where basket.user_id = ${userId} and basket.deleted_at is null`,
  }),
  // Their own drafts go; from the drafts of others they are taken out as receivers, and what names them.
  erase: async ({ tx, at }, person) => {
    const { userId, emails, phones } = person
    if (userId) {
      await sql`delete from basket_letter where basket_id in (select id from basket where user_id = ${userId})`.execute(
        tx,
      )
      await sql`
        update basket set deleted_at = coalesce(deleted_at, ${at}), name = null, details = '{}', updated_at = ${at}
        where user_id = ${userId} and not exists (select from transaction where order_id = basket.id)`.execute(tx)
    }
    const pattern = mentionPattern(person)
    if (pattern === null) return
    await sql`
      update basket_letter set content = regexp_replace(
        case when jsonb_typeof(content -> 'receivers') = 'array' then jsonb_set(content, '{receivers}', (
          select coalesce(jsonb_agg(receiver order by place), '[]') from jsonb_array_elements(content -> 'receivers') with ordinality as each (receiver, place)
          where coalesce(lower(receiver ->> 'email'), '') <> all (${emails}::text[]) and coalesce(receiver ->> 'phone_number', receiver ->> 'phoneNumber', '') <> all (${phones}::text[])
            and receiver::text !~* ${pattern}))
        else content end::text, ${pattern}, '…', 'gi')::jsonb
      where content::text ~* ${pattern}`.execute(tx)
    const typed = typedListWithout(person, { column: 'typed', cell: 'address' })
    if (typed) await sql`update basket_letter set typed = ${typed.rest} where ${typed.isAbout}`.execute(tx)
    await sql`update basket set name = regexp_replace(name, ${pattern}, '…', 'gi') where name ~* ${pattern}`.execute(tx)
  },
}
