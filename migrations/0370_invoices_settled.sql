-- Purchases by invoice on which nothing is owed any more count as paid, whatever brought it there: until now only a payment
-- did that, and what came back for their gifts left them "unpaid" with nothing to pay.
update transaction as purchase
set invoice_paid_at = coalesce(settled.at, purchase.updated_at)
from (
  select each.id, each.quantity * (each.face_pence + each.fee_pence + each.fee_vat_pence) - coalesce(credited.pence, 0) - coalesce(paid.pence, 0) as owed,
    greatest(credited.at, paid.at) as at
  from transaction as each
  cross join lateral (
    select sum(entry.amount) as pence, max(transfer.occurred_at) as at
    from huggg
    join ledger_transfer as transfer on transfer.reference_kind = 'huggg' and transfer.reference_id = huggg.id::text
    join ledger_entry as entry on entry.transfer_id = transfer.id
    join ledger_account as account on account.id = entry.account_id and account.kind = 'receivable'
    where huggg.transaction_id = each.id
  ) as credited
  cross join lateral (
    select sum(payment.amount) as pence, max(transfer.occurred_at) as at
    from document
    join invoice_payment as payment on payment.document_id = document.id and payment.reversed_at is null
    join ledger_transfer as transfer on transfer.id = payment.transfer_id
    where document.transaction_id = each.id
  ) as paid
  where each.payment_method = 'invoice' and each.invoice_paid_at is null
) as settled
where purchase.id = settled.id and settled.owed <= 0;
