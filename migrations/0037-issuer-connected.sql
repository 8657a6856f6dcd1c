-- Whether this installation can have codes of the product's issuer made. Written at start and by imports, from the settings.
alter table product add column issuer_connected boolean not null default true;
