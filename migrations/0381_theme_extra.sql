-- What a program keeps on a theme of its own: a model theme allows extra properties (specification, section 5).
alter table theme add column extra jsonb not null default '{}';
