import { expect, test } from 'vitest'
import { lintMigration } from './migrations.ts'

test.each([
  ['rewrites a table', 'alter table huggg alter column meta type text;'],
  [
    'adds a stored column',
    'alter table huggg add column total bigint generated always as (face_pence + fee_pence) stored;',
  ],
  ['works a default out per row', 'alter table huggg add column token uuid default gen_random_uuid();'],
  ['adds what the release before leaves out', 'alter table huggg add column note text not null;'],
  ['checks a whole table under its lock', 'alter table huggg add constraint positive check (face_pence > 0);'],
  ['adds a foreign key with its column', 'alter table huggg add column brand_id uuid references brand;'],
  ['builds an index that stops writes', 'create index huggg_note on huggg (note);'],
  ['builds one concurrently inside a transaction', 'create index concurrently huggg_note on huggg (note);'],
  ['commits inside a transaction', 'do $$\nbegin\n  update huggg set meta = null where id = 1;\n  commit;\nend $$;'],
  ['drops what is read', 'alter table huggg\n  drop column meta;'],
  ['changes every row', "update huggg set meta = '{}';"],
])('a migration that %s is refused', (_, text) => expect(lintMigration(text)).toHaveLength(1))

test.each([
  [
    'adds a column',
    "alter table huggg add column note text;\nalter table huggg add column kind text not null default 'plain';",
  ],
  ['adds a constraint not valid', 'alter table huggg add constraint positive check (face_pence > 0) not valid;'],
  [
    'makes a table with its indexes',
    'create table note (id uuid primary key, huggg_id uuid not null references huggg);\ncreate index note_huggg on note (huggg_id);',
  ],
  [
    'builds an index outside a transaction',
    '-- outside a transaction\ncreate index concurrently huggg_note on huggg (note);',
  ],
  [
    'fills in step by step',
    '-- outside a transaction\ndo $$\nbegin\n  loop\n    update huggg set meta = null where id = 1;\n    commit;\n  end loop;\nend $$;',
  ],
  ['drops what no one still reads', '-- unused since 0061\nalter table huggg drop column note;'],
  ['says why it is right', '-- lint: ten rows\nupdate plan set name = id::text;'],
  [
    'replaces a function',
    'create or replace function f() returns void language plpgsql as $$\nbegin\n  update huggg set meta = null;\nend $$;',
  ],
])('a migration that %s may run beside the release before', (_, text) => expect(lintMigration(text)).toEqual([]))
