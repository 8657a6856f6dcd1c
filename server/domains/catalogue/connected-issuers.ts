import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { VoucherType } from './catalogue.ts'
import { bumpVersion } from './current-index.ts'

/** What can be given out here: our own codes, and those of issuers that this installation is connected to. */
export const connectedTypes = ({ providers }: Pick<Posy, 'providers'>): VoucherType[] => [
  'own',
  ...(Object.keys(providers.issuers) as VoucherType[]).filter((type) => providers.issuers[type] !== undefined),
]

/** PayPoint has two rails; the one that pays out cash is owed only what it paid out, which a gift cannot wait for (decision 475). */
const isPaidInCash = sql`(voucher_type = 'paypoint' and issuer_reference not like 'energy-%')`

/**
 * Notes with each product whether its issuer is connected, as the settings of this start say: what could not be given out
 * is not on sale.
 * @returns how many products changed
 */
export async function markConnected({ tx, posy }: Pick<Work, 'tx' | 'posy'>): Promise<number> {
  const isConnected = sql`(voucher_type = any(${connectedTypes(posy)}::text[]) and not ${isPaidInCash})`
  const { numAffectedRows = 0n } = await sql`
    update product set issuer_connected = (${isConnected}) where issuer_connected <> (${isConnected})`.execute(tx)
  if (numAffectedRows > 0n) await bumpVersion.execute(tx)
  return Number(numAffectedRows)
}

/** By issuer: what would be on sale if it were connected. */
export async function productsWithheld(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ type: string; products: number }>`
    select voucher_type as type, count(*)::int as products from product
    where offered and not issuer_connected and voucher_type not in ('post-office', 'pin4cash') and not ${isPaidInCash}
    group by voucher_type`.execute(db)
  return new Map(rows.map(({ type, products }) => [type, products]))
}
