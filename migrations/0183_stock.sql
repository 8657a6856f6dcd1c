-- When an operator wants to be told that a product runs out of supplied codes.
alter table code_pool add column low_below integer not null default 50;
alter table code_pool add constraint code_pool_low_below check (low_below >= 0) not valid;

-- What is left of the money that an issuer holds for us, as its latest answer said; and when that is too little.
create table issuer_float (
  issuer text not null,
  currency text not null,
  -- Null until it has said.
  balance bigint,
  -- Wall clock.
  told_at timestamptz,
  low_below bigint not null default 100000 check (low_below >= 0),
  primary key (issuer, currency),
  check ((balance is null) = (told_at is null))
);
