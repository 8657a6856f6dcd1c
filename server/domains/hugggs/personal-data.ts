import { sql } from 'kysely'
import { isTheirs } from '#server/domains/purchases/record/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type KnownPerson, mentionPattern, type PersonalData } from '#server/platform/personal-data.ts'
import { Status, statusName } from './states/index.ts'

/** Nothing more is said about these; a code that was given out stays on its page without anyone's name. */
const ended = [Status.Redeemed, Status.Expired, Status.Cancelled, Status.Fetched]

/** A person's gifts that can still be used here. */
export async function listLiveGifts(
  db: Db | Tx,
  person: KnownPerson,
): Promise<{ id: string; status: string; expiresAt: Date; teamName: string }[]> {
  const { rows } = await sql<{ id: string; status_id: 1; expiresAt: Date; teamName: string }>`
    select huggg.id, huggg.status_id, huggg.expiry_date as "expiresAt", team.name as "teamName"
    from huggg join recipient on recipient.id = huggg.recipient_id join team on team.id = huggg.team_id
    where ${isTheirs(person)} and huggg.status_id <> all (${ended}::int[]) order by huggg.expiry_date`.execute(db)
  return rows.map(({ status_id, ...gift }) => ({ ...gift, status: statusName(status_id) }))
}

/** Whether any of these gifts still runs. */
export const isAnyLive = (gifts: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from huggg where huggg.id = any(${gifts}) and huggg.status_id <> all (${ended}::int[]))`

const theirGifts = (person: KnownPerson) =>
  sql`select huggg.id from huggg join recipient on recipient.id = huggg.recipient_id where ${isTheirs(person)}`

export const hugggsPersonalData: PersonalData = {
  addresses: [],
  sections: (person) => ({
    gifts: sql`select huggg.id, huggg_status.name as status, huggg.currency, huggg.face_pence, huggg.sent_date, huggg.viewed_date, huggg.revealed_at,
        huggg.expiry_date, huggg_message.notes, huggg_message.from_name
      from huggg join recipient on recipient.id = huggg.recipient_id join huggg_status on huggg_status.id = huggg.status_id
      left join huggg_message on huggg_message.huggg_id = huggg.id where ${isTheirs(person)} order by huggg.id`,
    thanks: sql`select emoji, message, name, created_at from reaction where huggg_id in (${theirGifts(person)})`,
    refusedCodes: sql`select said, shop, words, at from code_refusal where huggg_id in (${theirGifts(person)})`,
  }),
  erase: async ({ tx, at }, person) => {
    await sql`update reaction set message = null, name = null, updated_at = ${at}
      where huggg_id in (${theirGifts(person)}) and (message is not null or name is not null)`.execute(tx)
    await sql`update code_refusal set shop = null, words = null
      where huggg_id in (${theirGifts(person)}) and (shop is not null or words is not null)`.execute(tx)
    await sql`delete from huggg_message where huggg_id in (${theirGifts(person)})`.execute(tx)
    await sql`update huggg set viewed_client = null where id in (${theirGifts(person)}) and viewed_client is not null`.execute(
      tx,
    )
    const pattern = mentionPattern(person)
    if (!person.userId || pattern === null) return
    // As the sender of gifts to others.
    await sql`
      update huggg_message set from_name = null where from_name ~* ${pattern}
        and huggg_id in (select id from huggg where sender_id = ${person.userId})`.execute(tx)
    await sql`
      update reaction set message = regexp_replace(message, ${pattern}, '…', 'gi') where message ~* ${pattern}
        and huggg_id in (select id from huggg where sender_id = ${person.userId})`.execute(tx)
  },
}
