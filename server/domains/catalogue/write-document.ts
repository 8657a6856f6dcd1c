import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import {
  type Document,
  type Kind,
  kinds,
  type ProductRow,
  type SegmentGroupRow,
  type SegmentRow,
  type TaxonomyRow,
} from './document.ts'

export interface Counts {
  created: number
  updated: number
  unchanged: number
}

interface Target {
  table: string
  /** Column, its type, and the row's field where the name differs by more than its spelling. */
  columns: [column: string, type: string, field?: string][]
  timestamped: boolean
}

const common: Target['columns'] = [
  ['id', 'uuid'],
  ['name', 'text'],
]

export const targets: Record<Kind, Target> = {
  brands: {
    table: 'brand',
    timestamped: true,
    columns: [
      ...common,
      ['description', 'text'],
      ['website', 'text'],
      ['logo_url', 'text'],
      ['images', 'jsonb'],
      ['active', 'boolean'],
    ],
  },
  tags: { table: 'tag', timestamped: false, columns: [...common, ['type_id', 'integer']] },
  labels: { table: 'label', timestamped: false, columns: common },
  taxonomies: {
    table: 'taxonomy',
    timestamped: true,
    columns: [
      ...common,
      ['slug', 'text'],
      ['description', 'text'],
      ['display_type', 'text'],
      ['banner_image', 'text'],
      ['icon', 'text'],
      ['primary_product_id', 'uuid'],
      ['item_selector_property', 'text'],
      ['item_selector_title', 'text'],
      ['product_variant_differentiators', 'jsonb'],
      ['active', 'boolean'],
    ],
  },
  taxonomyLinks: {
    table: 'taxonomy_link',
    timestamped: true,
    columns: [
      ...common,
      ['linked_taxonomy_id', 'uuid'],
      ['images', 'jsonb'],
      ['tag_ids', 'uuid[]'],
      ['label_ids', 'uuid[]'],
      ['taxonomy_ids', 'uuid[]'],
      ['weight', 'integer'],
      ['active', 'boolean'],
    ],
  },
  stores: {
    table: 'store',
    timestamped: false,
    columns: [
      ...common,
      ['brand_id', 'uuid'],
      ['address', 'text'],
      ['postcode', 'text'],
      ['latitude', 'double precision'],
      ['longitude', 'double precision'],
      ['active', 'boolean'],
    ],
  },
  segments: {
    table: 'segment',
    timestamped: false,
    columns: [
      ...common,
      ['description', 'text'],
      ['image_url', 'text'],
      ['territories', 'text[]'],
      ['position', 'integer'],
    ],
  },
  segmentGroups: { table: 'segment_group', timestamped: false, columns: [...common, ['territories', 'text[]']] },
  products: {
    table: 'product',
    timestamped: true,
    columns: [
      ...common,
      ['brand_id', 'uuid'],
      ['description', 'text'],
      ['contents', 'text'],
      ['terms', 'text'],
      ['kind', 'text'],
      ['territory', 'text'],
      ['currency', 'text'],
      ['sender_price', 'bigint', 'senderPricePence'],
      ['handling_fee', 'bigint', 'handlingFeePence'],
      ['sms_segment_pence', 'integer'],
      ['vat_voucher_type', 'text'],
      ['vat_basis_points', 'integer'],
      ['voucher_type', 'text'],
      ['issuer_reference', 'text'],
      ['gives_change', 'boolean'],
      ['allows_parts', 'boolean'],
      ['over18', 'boolean'],
      ['maximum_expiry_days', 'integer'],
      ['is_gift_card', 'boolean'],
      ['images', 'jsonb'],
      ['variant_of_product_id', 'uuid'],
      ['variant_label', 'text'],
      ['tag_ids', 'uuid[]'],
      ['label_ids', 'uuid[]'],
      ['taxonomy_ids', 'uuid[]'],
      ['weight', 'integer'],
      ['active', 'boolean'],
    ],
  },
}

/** Writes a checked document, one statement for each kind of row, and says by kind what that changed. */
export async function writeDocument(tx: Tx, at: Date, document: Document): Promise<Record<Kind, Counts>> {
  const changed = {} as Record<Kind, { created: Set<string>; updated: Set<string> }>
  for (const kind of kinds)
    changed[kind] = await upsert(
      tx,
      at,
      targets[kind],
      document[kind].map(({ row }) => row),
    )
  for (const { kind, members, field: _, ...names } of memberships) {
    const lists = document[kind].map(({ row }) => ({ owner: row.id, members: members(row as never) }))
    for (const id of await replaceMembers(tx, names, lists)) changed[kind].updated.add(id)
  }
  for (const id of await replaceItems(
    tx,
    document.taxonomies.map(({ row }) => row),
  ))
    changed.taxonomies.updated.add(id)
  const count = (kind: Kind): Counts => {
    const { created } = changed[kind]
    const updated = [...changed[kind].updated].filter((id) => !created.has(id)).length
    return { created: created.size, updated, unchanged: document[kind].length - created.size - updated }
  }
  return Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) as Record<Kind, Counts>
}

interface Membership {
  kind: Kind
  /** What the document calls the list. */
  field: string
  table: string
  owner: string
  member: string
  members: (row: never) => string[]
}

/** Lists of ids that rows hold, each in a table of its own. */
export const memberships: Membership[] = [
  {
    ...{ kind: 'segments', field: 'productIds', table: 'segment_option', owner: 'segment_id', member: 'product_id' },
    members: (row: SegmentRow) => row.productIds,
  },
  {
    ...{
      kind: 'segmentGroups',
      field: 'segmentIds',
      table: 'segment_group_segment',
      owner: 'segment_group_id',
      member: 'segment_id',
    },
    members: (row: SegmentGroupRow) => row.segmentIds,
  },
  {
    ...{ kind: 'products', field: 'segmentIds', table: 'product_segment', owner: 'product_id', member: 'segment_id' },
    members: (row: ProductRow) => row.segmentIds,
  },
  {
    ...{
      kind: 'products',
      field: 'segmentGroupIds',
      table: 'product_segment_group',
      owner: 'product_id',
      member: 'segment_group_id',
    },
    members: (row: ProductRow) => row.segmentGroupIds,
  },
]

const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What the document calls a column. */
export const documentFieldName = ([column, , field]: Target['columns'][number]): string => field ?? camelCase(column)

/** Inserts rows that are new, updates those that differ, leaves the others untouched. */
async function upsert(
  tx: Tx,
  at: Date,
  { table, columns, timestamped }: Target,
  rows: object[],
): Promise<{ created: Set<string>; updated: Set<string> }> {
  if (rows.length === 0) return { created: new Set(), updated: new Set() }
  const shaped = rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => [column[0], (row as Record<string, unknown>)[documentFieldName(column)]]),
    ),
  )
  const names = columns.map(([column]) => column)
  const others = names.filter((name) => name !== 'id')
  const isProduct = table === 'product'
  const list = (prefix: string, columns: string[]) =>
    sql.join(columns.map((column) => sql.ref(prefix ? `${prefix}.${column}` : column)))
  const inserted = [
    ...names,
    ...(isProduct ? ['brand_name', 'brand_active'] : []),
    ...(timestamped ? ['created_at', 'updated_at'] : []),
  ]
  const { rows: written } = await sql<{ id: string; is_new: boolean }>`
    insert into ${sql.table(table)} (${list('', inserted)})
    select ${list('given', names)} ${isProduct ? sql`, brand.name, brand.active` : sql``} ${timestamped ? sql`, ${at}::timestamptz, ${at}::timestamptz` : sql``}
    from jsonb_to_recordset(${JSON.stringify(shaped)}::jsonb) as given (${sql.join(columns.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`))})
    ${isProduct ? sql`join brand on brand.id = given.brand_id` : sql``}
    on conflict (id) do update set
      ${sql.join([...others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`), ...(timestamped ? [sql`updated_at = excluded.updated_at`] : [])])}
    where (${list(table, others)}) is distinct from (${list('excluded', others)})
    returning id, xmax = 0 as is_new`.execute(tx)
  return {
    created: new Set(written.filter((row) => row.is_new).map((row) => row.id)),
    updated: new Set(written.filter((row) => !row.is_new).map((row) => row.id)),
  }
}

/** Makes each owner's members exactly those given, in that order. @returns the owners for which that changed anything */
async function replaceMembers(
  tx: Tx,
  names: { table: string; owner: string; member: string },
  lists: { owner: string; members: string[] }[],
): Promise<string[]> {
  if (lists.length === 0) return []
  const [table, owner, member] = [sql.table(names.table), sql.ref(names.owner), sql.ref(names.member)]
  const wanted = lists.flatMap((list) =>
    list.members.map((one, position) => ({ owner: list.owner, member: one, position })),
  )
  const { rows } = await sql<{ owner: string }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (owner uuid, member uuid, position integer)
    ), removed as (
      delete from ${table} as held
      where held.${owner} = any(${lists.map((list) => list.owner)}::uuid[])
        and not exists (select from wanted where wanted.owner = held.${owner} and wanted.member = held.${member})
      returning held.${owner} as owner
    ), put as (
      insert into ${table} as held (${owner}, ${member}, position) select owner, member, position from wanted
      on conflict (${owner}, ${member}) do update set position = excluded.position where held.position <> excluded.position
      returning held.${owner} as owner
    )
    select owner from removed union select owner from put`.execute(tx)
  return rows.map((row) => row.owner)
}

/** Makes each taxonomy's items exactly those given, in that order. @returns the taxonomies for which that changed anything */
async function replaceItems(tx: Tx, taxonomies: TaxonomyRow[]): Promise<string[]> {
  if (taxonomies.length === 0) return []
  const wanted = taxonomies.flatMap(({ id: owner, items }) =>
    items.map(({ id: item, type, displayType: display }, position) => ({ owner, item, type, display, position })),
  )
  const { rows } = await sql<{ owner: string }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as given (owner uuid, item uuid, type text, display text, position integer)
    ), removed as (
      delete from taxonomy_item as held
      where taxonomy_id = any(${taxonomies.map(({ id }) => id)}::uuid[])
        and not exists (select from wanted where wanted.owner = held.taxonomy_id and wanted.item = held.item_id)
      returning taxonomy_id as owner
    ), put as (
      insert into taxonomy_item as held (taxonomy_id, item_id, type, display_type, position)
      select owner, item, type, display, position from wanted
      on conflict (taxonomy_id, item_id) do update
        set type = excluded.type, display_type = excluded.display_type, position = excluded.position
        where (held.type, held.display_type, held.position)
          is distinct from (excluded.type, excluded.display_type, excluded.position)
      returning taxonomy_id as owner
    )
    select owner from removed union select owner from put`.execute(tx)
  return rows.map((row) => row.owner)
}
