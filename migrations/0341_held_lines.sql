-- Why a line must not book itself, whatever it names: it has several payers, or may say again what a known line says.
alter table bank_line add column held text;
-- What the bank itself calls it, where its layout says: unique in an account.
alter table bank_line add column bank_reference text;

create or replace function check_bank_line() returns trigger language plpgsql as $$
begin
  if (new.id, new.import_id, new.fingerprint, new.account, new.layout, new.booked_on, new.currency, new.amount, new.text, new.held, new.bank_reference)
      is distinct from (old.id, old.import_id, old.fingerprint, old.account, old.layout, old.booked_on, old.currency, old.amount, old.text, old.held, old.bank_reference) then
    raise exception 'a line of the bank stays as it came' using errcode = 'restrict_violation', constraint = 'bank_line_kept';
  end if;
  return new;
end $$;
