-- What earlier choices left over may be given back, where the operator wishes it (decision 390).
alter table repair drop constraint repair_kind_check;
alter table repair add constraint repair_kind_check check (kind in ('given-codes', 'stranded-money', 'choice-remainders')) not valid;
