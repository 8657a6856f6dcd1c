import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { personAddress } from '#kit/email-address.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { firstSecret, keyFor } from '#server/platform/sealing.ts'

export type Channel = 'email' | 'sms'
/** opted-out: its owner wants none · bounce: no such address · complaint: its owner called a message of ours spam */
export type BlockReason = 'opted-out' | 'bounce' | 'complaint'

/** Base 32 without look-alikes, as in gifts' links. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 40 bits: who guesses one can do no more than stop or start texts. */
export const OPT_OUT_CODE_LENGTH = 8
const newCode = (): string => [...randomBytes(OPT_OUT_CODE_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')

/** Addresses rest as keyed hashes: the list outlives the erasure of the people they belong to, and tells no one who they are. */
function hashAddress({ config, secret }: Posy, channel: Channel, address: string): Buffer {
  const key = config.addressKey ? Buffer.from(config.addressKey) : firstSecret(secret)
  return createHmac('sha256', keyFor(key, 'posy contact address'))
    .update(`${channel} ${address.toLowerCase()}`)
    .digest()
}

const hex = (hash: Buffer) => hash.toString('hex')

/** The person of an address, as text: for counting what is asked about them. */
export const addressKey = (posy: Posy, channel: Channel, address: string): string =>
  hex(hashAddress(posy, channel, personAddress(address)))

/** An address as it is spelt, and as the person it belongs to: what was stopped before both were one person stays stopped. */
const spellings = (address: string): string[] => [...new Set([address.toLowerCase(), personAddress(address)])]

/** Which of these get no messages, and why. */
export async function blockedAddresses(
  posy: Posy,
  db: Db | Tx,
  channel: Channel,
  addresses: readonly string[],
): Promise<Map<string, BlockReason>> {
  if (addresses.length === 0) return new Map()
  const byHash = new Map<string, string[]>()
  for (const address of addresses)
    for (const spelling of spellings(address)) {
      const hash = hex(hashAddress(posy, channel, spelling))
      byHash.set(hash, [...(byHash.get(hash) ?? []), address])
    }
  const { rows } = await sql<{ hash: string; reason: BlockReason }>`
    select encode(address_hash, 'hex') as hash, blocked_as as reason from contact_address
    where channel = ${channel} and blocked_as is not null
      and address_hash = any(select decode(wanted, 'hex') from unnest(${[...byHash.keys()]}::text[]) as wanted)`.execute(
    db,
  )
  return new Map(rows.flatMap(({ hash, reason }) => byHash.get(hash)!.map((address) => [address, reason] as const)))
}

/**
 * From now on it gets nothing from anyone. An owner's own wish outlasts what providers report, and counts for every spelling
 * of their mailbox; that mail came back tells of the one it went to.
 */
export async function blockAddress(
  { posy, tx, at }: Work,
  channel: Channel,
  address: string,
  reason: BlockReason,
): Promise<void> {
  const blocked = reason === 'bounce' ? [address] : spellings(address)
  const hashes = blocked.map((spelling) => hex(hashAddress(posy, channel, spelling)))
  await sql`
    insert into contact_address (channel, address_hash, blocked_as, changed_at)
    select ${channel}, decode(hash, 'hex'), ${reason}, ${at}::timestamptz from unnest(${hashes}::text[]) as blocked (hash) order by hash
    on conflict (channel, address_hash) do update set blocked_as = excluded.blocked_as, changed_at = excluded.changed_at
      where contact_address.blocked_as is distinct from 'opted-out'`.execute(tx)
}

/** Its owner wants messages again. */
export async function unblockAddress({ posy, tx, at }: Work, channel: Channel, address: string): Promise<void> {
  await tx
    .updateTable('contact_address')
    .set({ blocked_as: null, changed_at: at })
    .where('channel', '=', channel)
    .where(
      'address_hash',
      'in',
      spellings(address).map((spelling) => hashAddress(posy, channel, spelling)),
    )
    .execute()
}

/** The codes of the links by which texts to these numbers are stopped: each number has one, for good. */
export async function optOutCodes(posy: Posy, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const wanted = [...new Set(numbers)].map((number) => ({ number, hash: hex(hashAddress(posy, 'sms', number)) }))
  const rows = JSON.stringify(wanted.map(({ hash }) => ({ hash, code: newCode() })))
  const { rows: codes } = await sql<{ hash: string; code: string }>`
    insert into contact_address (channel, address_hash, code, changed_at)
    select 'sms', decode(hash, 'hex'), code, ${new Date(posy.wall.nowMs())}
    from jsonb_to_recordset(${rows}::jsonb) as wanted (hash text, code text) order by hash
    on conflict (channel, address_hash) do update set code = coalesce(contact_address.code, excluded.code)
    returning encode(address_hash, 'hex') as hash, code`.execute(posy.db)
  const codeByHash = new Map(codes.map(({ hash, code }) => [hash, code]))
  return new Map(wanted.map(({ number, hash }) => [number, codeByHash.get(hash)!]))
}

/** Whether texts to the number of a link are stopped; null where there is no such link. */
export async function optOutByCode(db: Db | Tx, code: string): Promise<{ isStopped: boolean } | null> {
  const row = await db
    .selectFrom('contact_address')
    .select('blocked_as')
    .where('code', '=', code)
    .where('channel', '=', 'sms')
    .executeTakeFirst()
  return row ? { isStopped: row.blocked_as !== null } : null
}

/** Stops or starts texts to the number of a link. @returns whether there is such a link */
export async function setOptOutByCode({ tx, at }: Work, code: string, isStopped: boolean): Promise<boolean> {
  const updated = await tx
    .updateTable('contact_address')
    .set({ blocked_as: isStopped ? 'opted-out' : null, changed_at: at })
    .where('code', '=', code)
    .where('channel', '=', 'sms')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
