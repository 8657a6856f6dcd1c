import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

type Column = {
  relation: string
  isView: boolean
  name: string
  type: string
  elementType: string | null
  enumLabels: string[] | null
  notNull: boolean
  hasDefault: boolean
  alwaysGenerated: boolean
  checks: string[]
}

/** Our drivers parse bigint to a number, and refuse one that a number cannot hold exactly. */
const typescriptTypes: Record<string, string> = {
  ...byType('string', [
    'uuid',
    'text',
    'varchar',
    'bpchar',
    'citext',
    'name',
    'numeric',
    'date',
    'time',
    'interval',
    'inet',
  ]),
  ...byType('number', ['int2', 'int4', 'int8', 'float4', 'float8']),
  ...byType('Date', ['timestamptz', 'timestamp']),
  ...byType('Json', ['json', 'jsonb']),
  bool: 'boolean',
  bytea: 'Uint8Array',
  tsvector: 'string',
}

/** Kysely's types for the schema that the migrations in a folder make, which are run in an engine that is empty. */
export async function databaseTypes(migrations: string, engine: PGlite): Promise<string> {
  const columns = await columnsAfter(migrations, engine)
  const relations = Map.groupBy(columns, (column) => column.relation)
  const interfaces = [...relations].map(([relation, columns]) => {
    const lines = columns.map((column) => `  ${column.name}: ${columnType(column)}`)
    return `export interface ${interfaceName(relation)} {\n${lines.join('\n')}\n}\n`
  })
  const database = [...relations.keys()].map((relation) => `  ${relation}: ${interfaceName(relation)}`)
  const body = [...interfaces, `export interface Database {\n${database.join('\n')}\n}\n`].join('\n')
  const imported = ['Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`))
  return [
    '// Written by `npm run generate` from migrations/. Change the schema with a migration, not here.',
    imported.length > 0 ? `import type { ${imported.join(', ')} } from 'kysely'` : '',
    'export type Json = unknown',
    body,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

async function columnsAfter(folder: string, engine: PGlite): Promise<Column[]> {
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.sql')) continue
    const sql = readFileSync(join(folder, name), 'utf8')
    await engine.exec(sql).catch((error) => {
      const line = sql.slice(0, Number(error.position) || 0).split('\n').length
      throw new Error(`Migration ${name} failed at line ${line}: ${error.message}`)
    })
  }
  return (await engine.query<Column>(columnsQuery)).rows
}

const columnsQuery = `
  select
    relation.relname as "relation",
    relation.relkind in ('v', 'm') as "isView",
    attribute.attname as "name",
    coalesce(base.typname, type.typname) as "type",
    element.typname as "elementType",
    (
      select array_agg(enumlabel::text order by enumsortorder)
      from pg_enum where enumtypid in (type.oid, element.oid)
    ) as "enumLabels",
    attribute.attnotnull as "notNull",
    attribute.atthasdef or attribute.attidentity = 'd' as "hasDefault",
    attribute.attidentity = 'a' or attribute.attgenerated <> '' as "alwaysGenerated",
    array(
      select pg_get_constraintdef(oid) from pg_constraint
      where contype = 'c' and conrelid = relation.oid and conkey = array[attribute.attnum]
    ) as "checks"
  from pg_attribute attribute
    join pg_class relation on relation.oid = attribute.attrelid
    join pg_type type on type.oid = attribute.atttypid
    left join pg_type base on type.typtype = 'd' and base.oid = type.typbasetype
    left join pg_type element on type.typcategory = 'A' and element.oid = type.typelem
  where relation.relnamespace = 'public'::regnamespace
    and relation.relkind in ('r', 'p', 'v', 'm')
    and not relation.relispartition
    and attribute.attnum > 0
    and not attribute.attisdropped
  order by relation.relname, attribute.attnum
`

function columnType(column: Column): string {
  const value = valueType(column)
  // PostgreSQL does not know which columns of a view can be null.
  const nullable = column.isView || !column.notNull ? `${value} | null` : value
  if (column.alwaysGenerated) return `GeneratedAlways<${nullable}>`
  return column.hasDefault ? `Generated<${nullable}>` : nullable
}

function valueType({ relation, name, type, elementType, enumLabels, checks }: Column): string {
  const labels = enumLabels ?? checks.map(allowedValues).find((values) => values !== undefined)
  const scalar = labels ? labels.map(quoted).join(' | ') : typescriptTypes[elementType ?? type]
  if (!scalar) throw new Error(`tools/types.ts knows no TypeScript type for ${relation}.${name} (${type})`)
  if (!elementType) return scalar
  return scalar.includes(' ') ? `(${scalar})[]` : `${scalar}[]`
}

/** The values of `check (column in ('a', 'b'))`, as PostgreSQL writes it back; undefined for any other check. */
function allowedValues(check: string): string[] | undefined {
  const literal = `'(?:[^']|'')*'::[a-z ]+`
  const list = check.match(
    new RegExp(
      String.raw`^CHECK \(\(\S+ = ANY \(\(?ARRAY\[(${literal}(?:, ${literal})*)\](?:\)::text\[\])?\)\)\)(?: NOT VALID)?$`,
    ),
  )
  const values =
    list?.[1] ?? check.match(new RegExp(String.raw`^CHECK \(\(\S+ = (${literal})\)\)(?: NOT VALID)?$`))?.[1]
  return values?.match(/'(?:[^']|'')*'/g)?.map((value) => value.slice(1, -1).replaceAll("''", "'"))
}

function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function interfaceName(relation: string): string {
  return `${relation.replace(/(^|_)([a-z0-9])/g, (_, _separator, letter) => letter.toUpperCase())}Table`
}

function byType(typescript: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, typescript]))
}
