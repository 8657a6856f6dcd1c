import { sql } from 'kysely'
import { isTheirs } from '#server/domains/purchases/record/index.ts'
import { type KnownPerson, mentionPattern, type PersonalData } from '#server/platform/personal-data.ts'
import { removeScraps } from './temporary-files.ts'

const theirPurchases = (person: KnownPerson) =>
  sql`select recipient.transaction_id from recipient where ${isTheirs(person)}`

export const printablesPersonalData: PersonalData = {
  addresses: [],
  sections: (person) => ({
    printedCards: sql`select printable_receiver.template_data, printable_receiver.updated_at from printable_receiver
      join huggg on huggg.id = printable_receiver.huggg_id join recipient on recipient.id = huggg.recipient_id where ${isTheirs(person)}`,
  }),
  // The cards of others are drawn again when someone asks for them.
  erase: async ({ tx, posy }, person) => {
    const now = new Date(posy.wall.nowMs())
    await sql`
      update printable_receiver set template_data = '{}' where huggg_id in (
        select huggg.id from huggg join recipient on recipient.id = huggg.recipient_id where ${isTheirs(person)})`.execute(
      tx,
    )
    const pattern = mentionPattern(person)
    if (pattern !== null) {
      await sql`
        update printable set body = regexp_replace(body, ${pattern}, '…', 'gi'), data = regexp_replace(data::text, ${pattern}, '…', 'gi')::jsonb
        where transaction_id in (${theirPurchases(person)}) and (body ~* ${pattern} or data::text ~* ${pattern})`.execute(
        tx,
      )
      await sql`
        update printable_receiver set template_data = '{}'
        where transaction_id in (${theirPurchases(person)}) and template_data::text ~* ${pattern}`.execute(tx)
    }
    await sql`
      with drawn as (
        select id, file_key, team_id from printable where transaction_id in (${theirPurchases(person)}) and file_key is not null),
      scrapped as (
        insert into printable_scrap (object_key, team_id, remove_after) select file_key, team_id, ${now} from drawn
        on conflict (object_key) do update set remove_after = excluded.remove_after)
      update printable set file_status = 'none', file_key = null, file_version = null from drawn where printable.id = drawn.id`.execute(
      tx,
    )
    await sql`update printable_scrap set remove_after = ${now}
      where team_id in (select recipient.team_id from recipient where ${isTheirs(person)})`.execute(tx)
  },
  removeFiles: (posy) => removeScraps(posy),
}
