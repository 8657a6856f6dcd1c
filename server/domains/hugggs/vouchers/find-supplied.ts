import { sql } from 'kysely'
import type { Posy } from '#server/platform/posy.ts'
import { codeFingerprint } from './voucher.ts'

/** The gifts that were given a code of a merchant's own; by its fingerprint, for the codes themselves rest sealed. */
export async function giftsWithCode(
  { db, secret }: Pick<Posy, 'db' | 'secret'>,
  spellings: readonly string[],
): Promise<string[]> {
  if (spellings.length === 0) return []
  const brands = await db
    .selectFrom('code_pool')
    .innerJoin('product', 'product.id', 'code_pool.product_id')
    .select('product.brand_id as id')
    .distinct()
    .execute()
  const prints = brands.flatMap(({ id }) => spellings.map((code) => codeFingerprint(secret, id, code).toString('hex')))
  const { rows } = await sql<{ id: string }>`
    select huggg_id as id from supplied_code
    where huggg_id is not null and fingerprint in (select decode(print, 'hex') from unnest(${prints}::text[]) as print)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
