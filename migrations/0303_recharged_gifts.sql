-- An expiry that was taken back after its credit note: its gift is charged again, by an invoice of its own tax point (decision 303).
create table recharged_gift (
  -- The transfer that took the expiry back, and the one that it took back.
  reversal_id uuid primary key references ledger_transfer,
  expiry_id uuid not null unique references ledger_transfer,
  huggg_id uuid not null references huggg,
  transaction_id uuid not null references transaction,
  credit_id uuid not null references document,
  pence bigint not null check (pence > 0),
  at timestamptz not null,
  -- The invoice that charges it, once that is issued.
  document_id uuid references document
);
create index recharged_gift_open on recharged_gift (at) where document_id is null;
create index recharged_gift_huggg on recharged_gift (huggg_id);
create index recharged_gift_credit on recharged_gift (credit_id);
create index recharged_gift_document on recharged_gift (document_id) where document_id is not null;
create index recharged_gift_transaction on recharged_gift (transaction_id);

create function check_recharged_gift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.document_id is not null or (new.reversal_id, new.expiry_id, new.huggg_id, new.transaction_id, new.credit_id, new.pence, new.at)
      is distinct from (old.reversal_id, old.expiry_id, old.huggg_id, old.transaction_id, old.credit_id, old.pence, old.at) then
    raise exception 'what was charged again stays as it is' using errcode = 'restrict_violation', constraint = 'recharged_gift_kept';
  end if;
  return new;
end $$;
create trigger recharged_gift_kept before update or delete on recharged_gift for each row execute function check_recharged_gift();

alter table document drop constraint document_kind_check;
alter table document add constraint document_kind_check
  check (kind in ('receipt', 'invoice', 'credit-note', 'supplementary-invoice', 'pro-forma', 'period-invoice', 'period-credit-note', 'period-report')) not valid;
