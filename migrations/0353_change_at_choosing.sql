-- What a cheaper choice leaves over goes back as it is chosen (decision 353). Earlier choices keep what they were promised: 0.
alter table huggg add column change_pence bigint not null default 0;
alter table huggg add column change_vat_pence bigint not null default 0;
alter table huggg add constraint huggg_change check (
  (change_pence = 0 and change_vat_pence = 0)
  or (change_pence = face_pence - chosen_price_pence and change_vat_pence = face_vat_pence - chosen_vat_pence)) not valid;

-- What went back so: on one credit note for each purchase and London day. Null until then, and for good where a budget's
-- credit notes have it.
create table gift_change (
  huggg_id uuid primary key,
  team_id uuid not null,
  transaction_id uuid not null,
  day date not null,
  document_id uuid references document,
  awaits_credit boolean not null default true,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check (document_id is null or not awaits_credit)
);
create index gift_change_awaits on gift_change (day, transaction_id) where awaits_credit;
create index gift_change_document on gift_change (document_id) where document_id is not null;
