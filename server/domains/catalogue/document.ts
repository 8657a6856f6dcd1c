import { z } from 'zod'
import { territory, voucherTypes } from '#contract/catalogue/catalogue.ts'
import { displayTypes, itemDisplayTypes, itemTypes } from '#contract/catalogue/taxonomies.ts'
import { currency } from '#contract/core/shapes.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'

/** The kinds of row in a catalogue document, in the order in which they refer to each other. */
export const kinds = [
  'brands',
  'tags',
  'labels',
  'stores',
  'products',
  'segments',
  'segmentGroups',
  'taxonomies',
  'taxonomyLinks',
] as const
export type Kind = (typeof kinds)[number]

const rowId = () => z.string().toLowerCase().pipe(z.uuid())
const ids = () => z.array(rowId()).max(1000).default([])
const clean = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(
      (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text),
      'must not contain control characters',
    )
const name = () => clean(80).min(1)
const prose = (max = 4000) => clean(max).default('')
/** Pictures come from this host only: pages let browsers load nothing from elsewhere. */
export const picture = () =>
  z
    .string()
    .max(300)
    .regex(
      /^\/(?!\/)(?!.*\.\.)[\w./-]+\.(svg|png|jpe?g|webp)$/,
      'must be the path of a picture on this host, such as /catalogue/daisy-coffee.svg',
    )
const images = () =>
  z.record(z.string().regex(/^[a-z][A-Za-z0-9]{0,30}$/), z.array(picture()).min(1).max(20)).default({})
const pence = (least: number) =>
  z.int('must be whole pence').min(least, `must be at least ${least}`).max(100_000_000, 'must be at most 100000000')

const weight = () => z.int().min(-1_000_000).max(1_000_000).default(0)
/** Leads to a field of a product: `variantLabel`, `brand.name`. */
const fieldPath = () =>
  z
    .string()
    .max(80)
    .regex(/^[a-z]\w*(\.\w+)*$/i, 'must be the path of a field, such as variantLabel')

/** One schema per kind of row. Strict: a misspelt field is an error, not a default. */
const rowSchemas = {
  brands: z.strictObject({
    id: rowId(),
    name: name(),
    description: prose(),
    website: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .nullable()
      .default(null),
    logoUrl: picture().nullable().default(null),
    images: images(),
    active: z.boolean().default(true),
  }),
  tags: z.strictObject({ id: rowId(), name: name(), typeId: z.int().min(1).max(10_000).default(1) }),
  labels: z.strictObject({ id: rowId(), name: name() }),
  taxonomies: z.strictObject({
    id: rowId(),
    name: name(),
    slug: z
      .string()
      .max(80)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
    description: prose(),
    displayType: z.enum(displayTypes).default('category'),
    bannerImage: picture().nullable().default(null),
    icon: picture().nullable().default(null),
    items: z
      .array(
        z.strictObject({
          id: rowId(),
          type: z.enum(itemTypes),
          displayType: z.enum(itemDisplayTypes).default('inline'),
        }),
      )
      .max(1000)
      .default([]),
    primaryProductId: rowId().nullable().default(null),
    itemSelectorProperty: fieldPath().nullable().default(null),
    itemSelectorTitle: name().nullable().default(null),
    productVariantDifferentiators: z
      .array(z.strictObject({ name: name(), path: fieldPath() }))
      .max(10)
      .default([]),
    active: z.boolean().default(true),
  }),
  taxonomyLinks: z.strictObject({
    id: rowId(),
    linkedTaxonomyId: rowId(),
    name: name(),
    images: images(),
    tagIds: ids(),
    labelIds: ids(),
    taxonomyIds: ids(),
    weight: weight(),
    active: z.boolean().default(true),
  }),
  stores: z.strictObject({
    id: rowId(),
    brandId: rowId(),
    name: name(),
    address: prose(300),
    postcode: clean(12).nullable().default(null),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
    active: z.boolean().default(true),
  }),
  segments: z.strictObject({
    id: rowId(),
    name: name(),
    description: prose(),
    imageUrl: picture().nullable().default(null),
    territories: z.array(territory()).min(1).default(['GB']),
    position: z.int().min(0).max(10_000).default(0),
    productIds: ids(),
  }),
  segmentGroups: z.strictObject({
    id: rowId(),
    name: name(),
    territories: z.array(territory()).min(1).default(['GB']),
    segmentIds: ids(),
  }),
  products: z.strictObject({
    id: rowId(),
    brandId: rowId(),
    name: name(),
    description: prose(),
    contents: prose(500),
    terms: prose(),
    kind: z.enum(['single', 'choice']).default('single'),
    territory: territory().default('GB'),
    currency: currency().default('GBX'),
    senderPricePence: pence(1),
    handlingFeePence: pence(0).default(0),
    smsSegmentPence: pence(0).nullable().default(null),
    vatVoucherType: z.enum(['SPV', 'MPV']),
    vatBasisPoints: z.int().min(0).max(10_000).default(0),
    voucherType: z.enum(voucherTypes).default('own'),
    issuerReference: clean(100).min(1).nullable().default(null),
    givesChange: z.boolean().default(false),
    allowsParts: z.boolean().default(false),
    over18: z.boolean().default(false),
    maximumExpiryDays: z.int().min(1).max(3650).default(365),
    isGiftCard: z.boolean().default(false),
    images: images(),
    variantOfProductId: rowId().nullable().default(null),
    variantLabel: name().nullable().default(null),
    tagIds: ids(),
    labelIds: ids(),
    taxonomyIds: ids(),
    segmentIds: ids(),
    segmentGroupIds: ids(),
    weight: weight(),
    active: z.boolean().default(true),
  }),
} satisfies Record<Kind, z.ZodType>

type Row<K extends Kind> = z.output<(typeof rowSchemas)[K]>
export type StoreRow = Row<'stores'>
export type SegmentRow = Row<'segments'>
export type SegmentGroupRow = Row<'segmentGroups'>
export type ProductRow = Row<'products'>
export type TaxonomyRow = Row<'taxonomies'>

/** Something to put right: `path` leads to it in the document, for example `products.3.senderPricePence`. */
export interface DocumentRowError {
  path: string
  message: string
  /** Zero-based, within its list. */
  row?: number
  /** The row's own id, where it has one. */
  id?: string
}

/** A row with its place in the document. */
export interface Placed<T> {
  index: number
  row: T
}

export type Document = { [K in Kind]: Placed<Row<K>>[] }

/** Reads a document row by row: rows that are right are returned, everything wrong with the others is listed. */
export function readDocument(value: unknown): {
  document: Document
  errors: DocumentRowError[]
  mentioned: Record<Kind, Set<string>>
} {
  const errors: DocumentRowError[] = []
  const document = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Document
  const mentioned = Object.fromEntries(kinds.map((kind) => [kind, new Set<string>()])) as Record<Kind, Set<string>>
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      document,
      mentioned,
      errors: [{ path: '', message: `must be one JSON object with the lists ${kinds.join(', ')}` }],
    }
  }
  for (const key of Object.keys(value)) {
    if (!(kinds as readonly string[]).includes(key))
      errors.push({ path: key, message: `is not part of a catalogue; known are ${kinds.join(', ')}` })
  }
  for (const kind of kinds) {
    const rows = (value as Record<string, unknown>)[kind] ?? []
    if (!Array.isArray(rows)) {
      errors.push({ path: kind, message: 'must be a list' })
      continue
    }
    for (const [index, raw] of rows.entries()) {
      const parsed = readRow(kind, index, raw, mentioned[kind], errors)
      if (parsed) document[kind].push({ index, row: parsed as never })
    }
  }
  return { document, errors, mentioned }
}

function readRow(
  kind: Kind,
  index: number,
  raw: unknown,
  mentioned: Set<string>,
  errors: DocumentRowError[],
): object | undefined {
  const given = rowId().safeParse((raw as { id?: unknown } | null)?.id)
  const id = given.success ? given.data : undefined
  const complain = (path: string, message: string) => errors.push({ path, message, row: index, ...(id && { id }) })
  if (id && mentioned.has(id)) complain(`${kind}.${index}.id`, `appears twice among the ${kind}`)
  if (id) mentioned.add(id)
  const parsed = rowSchemas[kind].safeParse(raw, { error: issueMessage })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const place = [kind, index, ...issue.path].join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) complain(`${place}.${key}`, 'is not a field of this row')
    else complain(place, issue.message)
  }
  return undefined
}
