import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * The tables, with columns, constraints, indexes, triggers, functions and all else that a schema is, as sorted text to compare.
 * A dump and its restore nest conditions otherwise, and PostgreSQL 18 names each NOT NULL separately: neither counts.
 */
export async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relation as (
      select oid, relname, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
    )
    select format('%s %s %s %s', relkind, relname, relpersistence, reloptions) as line from relation
    union all
    select format('column %s.%s %s: %s%s %s%s default %s', relname,
        (select count(*) from pg_attribute as earlier
          where earlier.attrelid = relation.oid and earlier.attnum between 1 and column_.attnum and not earlier.attisdropped),
        attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' end, attidentity, attgenerated,
        pg_get_expr(adbin, adrelid))
      from relation join pg_attribute as column_ on column_.attrelid = relation.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = relation.oid and adnum = attnum
      where relkind in ('r', 'v')
    union all
    select format('constraint %s %s: %s%s', conrelid::regclass, conname, translate(pg_get_constraintdef(oid), '()', ''),
        case when not convalidated then ' not valid' end)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      and tgrelid in (select oid from relation)
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('type %s: %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
      from pg_type where typnamespace = 'public'::regnamespace and typtype <> 'c' and typelem = 0
    union all
    select format('comment %s %s: %s', classoid::regclass, objoid, description) from pg_description
      where objoid in (select oid from relation)
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
