-- What one operator asks of another group of operators, about something of the console's. See docs/decisions/0501-notes-between-operators.md.
create table operator_note (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('team', 'huggg', 'transaction', 'document', 'bank-line')),
  subject_id uuid not null,
  -- Whose it is; null of a line of the bank.
  team_id uuid references team,
  written_by uuid not null references operator,
  from_role text not null check (from_role in ('support', 'finance', 'owner')),
  to_role text not null check (to_role in ('support', 'finance', 'owner')),
  -- Whose turn it is, and since when; null once it is closed.
  waits_for text check (waits_for in (from_role, to_role)),
  since timestamptz not null,
  closed_at timestamptz,
  check ((waits_for is null) = (closed_at is not null))
);
create index operator_note_waiting on operator_note (waits_for, since) where waits_for is not null;
create index operator_note_subject on operator_note (subject_kind, subject_id);
create index operator_note_writer on operator_note (written_by);
create index operator_note_team on operator_note (team_id) where team_id is not null;
create index operator_note_closed on operator_note (closed_at) where closed_at is not null;

create table operator_note_entry (
  id uuid primary key,
  note_id uuid not null references operator_note on delete cascade,
  at timestamptz not null,
  operator_id uuid not null references operator,
  text text not null
);
create index operator_note_entry_note on operator_note_entry (note_id, id);
create index operator_note_entry_operator on operator_note_entry (operator_id);
