import type { Posy } from '../posy.ts'

type Tree = Record<string, unknown>
/** By id, in the order they were met. */
type Related = Map<unknown, Tree>

/** Completes the records of one kind, as they are met everywhere. */
export type Relations = Record<string, (posy: Posy, records: Tree[]) => Promise<Tree[]>>

/** The kind of record that each relation is; relations of one kind share a list. */
const kinds: Record<string, string> = {
  hugggs: 'hugggs',
  message: 'messages',
  purchase: 'products',
  products: 'products',
  brand: 'brands',
  stores: 'stores',
  segments: 'segments',
  voucher: 'vouchers',
  redemptions: 'redemptions',
  redeemed: 'redemptions',
  wallet: 'wallets',
  receiver: 'receivers',
  sender: 'senders',
  reaction: 'reactions',
}

/**
 * Related records as the original answered them: flat and each once, by kind, beside `data`. They stay inside of their records
 * too, for who reads them there.
 * @param answer with `data`, one record or a list
 */
export async function flattenEmbedded(
  posy: Posy,
  answer: unknown,
  relations: Relations,
): Promise<{ embedded: Record<string, Tree[]> }> {
  const found = new Map<string, Related>()
  for (const record of [(answer as { data: unknown }).data].flat()) collect(record as Tree | null, found)
  const embedded: Record<string, Tree[]> = {}
  for (const [kind, records] of found) {
    const list = [...records.values()]
    embedded[kind] = relations[kind] ? await relations[kind](posy, list) : list
  }
  return { embedded }
}

function collect(record: Tree | null, found: Map<string, Related>): void {
  for (const [relation, value] of Object.entries((record?.embedded as Tree | undefined) ?? {})) {
    const kind = kinds[relation]
    if (!kind) continue
    const records: Related = found.get(kind) ?? new Map()
    found.set(kind, records)
    for (const each of [value].flat()) {
      const related = withId(relation, each, record!)
      if (!related) continue
      const { embedded, ...own } = related
      records.set(own.id ?? own._id ?? records.size, own)
      collect(related, found)
    }
  }
}

/** What lies inside of a gift without an id of its own gets the one that the gift names. */
function withId(relation: string, value: unknown, of: Tree): Tree | null {
  if (relation === 'message' && typeof value === 'string')
    return {
      id: of.message_id ?? of.id,
      message: value,
      message_type: 'text',
      // A purchase has a message of its own.
      hug_id: 'transaction_id' in of ? of.id : null,
      sender_id: of.sender_id ?? of.user_id,
      created_at: of.created_at,
      updated_at: of.updated_at,
    }
  if (typeof value !== 'object' || value === null) return null
  return relation === 'voucher' ? { id: of.voucher_id ?? of.id, ...value } : (value as Tree)
}
