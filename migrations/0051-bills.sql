-- The supplier and the VAT codes of a team's bills, as it set them; null: the usual ones.
alter table accounts_map add column bills jsonb;
-- Which of the two a file held.
alter table accounts_export add column holds text not null default 'journals' check (holds in ('journals', 'bills'));
