import { sql } from 'kysely'
import type { StatementLine } from '#contract/wallets/wallets.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Cell, moment, money } from '#server/platform/sheets/cells.ts'

/** The purchase behind a movement, and the papers it stands on. */
interface Cause {
  /** What the movement names: a purchase, or a gift. */
  id: string
  title: string
  reason: string | null
  purchaseOrderNumber: string | null
  document: string | null
}

/** What movements of a statement were for, by what each names: one query for all of them. */
export async function statementCauses(db: Db, lines: readonly StatementLine[]): Promise<Map<string, Cause>> {
  const referencedIds = (kind: string) =>
    lines.flatMap(({ reference }) => (reference.kind === kind ? [reference.id] : []))
  const { rows } = await sql<Cause>`
    select about.id, coalesce(t.title, product.name) as title, nullif(t.reason_code, '') as reason,
      t.purchase_order_number as "purchaseOrderNumber",
      case when about.is_gift then nullif(concat_ws(', ', again.papers, credit.number), '') else document.number end as document
    from (
      select id, id as transaction_id, false as is_gift from transaction where id = any (${referencedIds('transaction')}::uuid[])
      union all
      select id, transaction_id, true from huggg where id = any (${referencedIds('huggg')}::uuid[])
    ) as about
    join transaction as t on t.id = about.transaction_id
    left join product on product.id = t.product_id
    left join document on document.transaction_id = t.id and document.kind in ('receipt', 'invoice')
    left join credited_gift on about.is_gift and credited_gift.huggg_id = about.id
    left join document as credit on credit.id = credited_gift.document_id
    left join lateral (
      select string_agg(concat_ws(', ', before.number, charged.number), ', ' order by recharged.at) as papers
      from recharged_gift as recharged
      join document as before on before.id = recharged.credit_id
      left join document as charged on charged.id = recharged.document_id
      where about.is_gift and recharged.huggg_id = about.id
    ) as again on true`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface StatementEntry {
  line: StatementLine
  cause: Cause | undefined
  walletName: string
  /** Whose wall clock moments are told in. */
  zone: string
}

/** The columns of a wallet's statement, called as the screen calls them. Amounts in the currency's large unit. */
const columns: [head: string, cell: (entry: StatementEntry) => Cell][] = [
  ['Date', ({ line, zone }) => moment(line.at, zone)],
  ['Movement', ({ line }) => line.description],
  ['Available', ({ line }) => money(line.effect.available)],
  ['In gifts', ({ line }) => money(line.effect.committed + line.effect.locked)],
  ['Fees', ({ line }) => money(line.charged.fees)],
  ['VAT', ({ line }) => money(line.charged.vat)],
  ['Available after', ({ line }) => money(line.available)],
  ['Balance after', ({ line }) => money(line.balance)],
  ['Wallet', ({ walletName }) => walletName],
  ['Purchase', ({ cause }) => cause?.title ?? null],
  ['Reason', ({ cause }) => cause?.reason ?? null],
  ['Document', ({ cause }) => cause?.document ?? null],
  ['Purchase order', ({ cause }) => cause?.purchaseOrderNumber ?? null],
  ['Movement id', ({ line }) => line.id],
]

export const statementHead: readonly string[] = columns.map(([head]) => head)
export const statementRow = (entry: StatementEntry): Cell[] => columns.map(([, cell]) => cell(entry))
