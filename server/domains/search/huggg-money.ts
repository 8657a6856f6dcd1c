import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** What an accountant asks of a gift, beside what lists show. Amounts in pence. */
export interface HugggMoney {
  id: string
  face: number
  faceVat: number
  fee: number
  feeVat: number
  returned: number
  walletName: string
  title: string | null
  purchaseOrderNumber: string | null
  /** Numbers of the receipt or invoice it stands on, and of the note that credited it. */
  document: string | null
  creditNote: string | null
}

/** The money of gifts, by their ids, with the papers it stands on: one query for all of them. */
export async function hugggMoney(db: Db, ids: readonly string[]): Promise<Map<string, HugggMoney>> {
  const { rows } = await sql<HugggMoney>`
    select h.id, h.face_pence as face, h.face_vat_pence as "faceVat", h.fee_pence as fee, h.fee_vat_pence as "feeVat",
      h.refunded_pence + h.change_pence as returned, wallet.name as "walletName", t.title, t.purchase_order_number as "purchaseOrderNumber",
      nullif(concat_ws(', ', document.number, again.invoices), '') as document,
      nullif(concat_ws(', ', change_note.number, again.credits, credit.number), '') as "creditNote"
    from huggg as h
    join transaction as t on t.id = h.transaction_id
    join wallet on wallet.id = h.wallet_id
    left join document on document.transaction_id = t.id and document.kind in ('receipt', 'invoice')
    left join credited_gift on credited_gift.huggg_id = h.id
    left join document as credit on credit.id = credited_gift.document_id
    left join gift_change on gift_change.huggg_id = h.id
    left join lateral (
      select string_agg(before.number, ', ' order by recharged.at) as credits, string_agg(charged.number, ', ' order by recharged.at) as invoices
      from recharged_gift as recharged
      join document as before on before.id = recharged.credit_id
      left join document as charged on charged.id = recharged.document_id
      where recharged.huggg_id = h.id
    ) as again on true
    left join document as change_note on change_note.id = gift_change.document_id
    where h.id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
