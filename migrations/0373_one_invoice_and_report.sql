-- outside a transaction
-- A period has one invoice and one report; credit notes as often as the month is cut.
create unique index concurrently document_period_once on document (budget_invoice_id, kind) where kind in ('period-invoice', 'period-report');
