import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id } from '../core/shapes.ts'

/** Of the console's form; the command line takes more. */
const MAX_CATALOGUE_FILE_BYTES = 8 * 1024 * 1024

const catalogueChanges = ['added', 'changed', 'retired', 'returned'] as const

export const CatalogueDifference = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  change: z.enum(catalogueChanges),
  /** As text: what is there, and what is there afterwards. */
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type CatalogueDifference = z.infer<typeof CatalogueDifference>

const Remark = z.object({ path: z.string(), message: z.string() })

export const CataloguePreview = z.object({
  id: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  /** Everything that stands against it; then nothing of it can be used. */
  errors: z.array(Remark),
  warnings: z.array(Remark),
  added: z.int(),
  changed: z.int(),
  retired: z.int(),
  returned: z.int(),
  unchanged: z.int(),
  /** The first five hundred rows that differ. */
  rows: z.array(CatalogueDifference),
  /** Names this difference when it is confirmed. */
  digest: z.string(),
})
export type CataloguePreview = z.infer<typeof CataloguePreview>

const catalogue = { tag: 'Operator', access: 'operator' } as const
const file = z.object({ id: id('catalogueFile') })

export const stageCatalogueFile = endpoint({
  ...catalogue,
  id: 'stageCatalogueFile',
  method: 'POST',
  path: '/v3/operator/catalogue-files',
  summary: 'Uploads a catalogue file for review. It is stored for a day, and nothing of it is used yet.',
  operator: { permission: 'manage-catalogue', needsReason: true },
  bodyKind: 'multipart',
  bodyLimitBytes: MAX_CATALOGUE_FILE_BYTES + 16 * 1024,
  body: z.object({
    file: z
      .file()
      .min(1, 'must not be empty')
      .max(MAX_CATALOGUE_FILE_BYTES, 'must be at most 8 MB; larger ones by posy catalogue import'),
    reason: reason(),
  }),
  response: data(z.object({ id: z.string() })),
})

export const getCatalogueFile = endpoint({
  ...catalogue,
  id: 'getCatalogueFile',
  method: 'GET',
  path: '/v3/operator/catalogue-files/{id}',
  summary: 'What a file would change now, field by field.',
  operator: { permission: 'manage-catalogue' },
  params: file,
  response: data(CataloguePreview),
  errors: ['not_found'],
})

export const importCatalogueFile = endpoint({
  ...catalogue,
  id: 'importCatalogueFile',
  method: 'POST',
  path: '/v3/operator/catalogue-files/{id}/import',
  summary: 'Brings the catalogue in line with a file, all or none, as it was looked at.',
  operator: { permission: 'manage-catalogue', needsReason: true },
  params: file,
  body: z.object({
    digest: z.string().regex(/^[0-9a-f]{64}$/, 'must be the digest of the difference'),
    reason: reason(),
  }),
  response: data(z.object({ created: z.int(), updated: z.int() })),
  errors: ['not_found', 'wrong_state'],
})

export const catalogueFileEndpoints = { stageCatalogueFile, getCatalogueFile, importCatalogueFile }
