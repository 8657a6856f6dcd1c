import type { Transaction } from '#contract/transactions.ts'
import { iso, isoOrNull } from '#server/kit/time.ts'
import type { TransactionRecord } from './queries.ts'

/** A purchase on the wire, without its relations. */
export function presentTransaction(row: TransactionRecord): Transaction {
  return {
    id: row.id,
    title: row.title,
    notes: row.notes,
    message: row.message,
    from_name: row.from_name,
    processing: row.processing,
    status: row.status,
    reason_code: row.reason_code,
    delivery_method: row.delivery_method,
    topup_type: row.topup_type,
    team_id: row.team_id,
    user_id: row.user_id,
    plan_id: row.plan_id,
    client_id: row.client_id,
    order_id: row.order_id,
    super_url_id: row.superhuggg_id,
    wallet_id: row.wallet_id,
    payment_method: row.payment_method,
    purchase_order_number: row.purchase_order_number,
    product_id: row.product_id,
    theme_id: row.theme_id,
    currency: row.currency,
    sale_per_item: row.face_pence,
    sale_quantity: row.quantity,
    created_quantity: row.created_count,
    fee_per_item: row.fee_pence,
    fee_total: row.fee_pence * row.quantity,
    sale_vat: (row.face_vat_pence + row.fee_vat_pence) * row.quantity,
    sale_total: row.sale_total,
    is_bulk: row.quantity > 1,
    send_date: isoOrNull(row.send_at),
    send_zone: row.send_zone,
    notify_on_complete: row.notify_on_complete,
    reminders: row.reminders,
    over18_confirmed: row.over18_confirmed,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
