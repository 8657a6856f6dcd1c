import * as contract from '#contract/operator/catalogue.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { type RowChange, type RowDifference, valueText } from './difference.ts'
import type { DocumentRowError } from './document.ts'
import { importStaged, previewCatalogue, type StagedCatalogue, stageCatalogue } from './stage-catalogue.ts'

const SHOWN_ROWS = 500
const SHOWN_REMARKS = 100
/** Of a value: some are whole terms. */
const LONGEST = 1000

const remarks = (all: readonly DocumentRowError[]) =>
  all.slice(0, SHOWN_REMARKS).map(({ path, message }) => ({ path, message }))

const serializeRow = ({ fields, ...row }: RowDifference): contract.CatalogueDifference => ({
  ...row,
  fields: fields.map(({ field, before, after }) => ({
    field,
    before: valueText(before).slice(0, LONGEST),
    after: valueText(after).slice(0, LONGEST),
  })),
})

function serializePreview(id: string, staged: StagedCatalogue): contract.CataloguePreview {
  const { fileName, sha256, digest, result } = staged
  const { difference, errors, warnings, unchanged } = result
  const count = (change: RowChange) => difference.filter((row) => row.change === change).length
  return {
    ...{ id, fileName, sha256, digest, unchanged },
    errors: remarks(errors),
    warnings: remarks(warnings),
    added: count('added'),
    changed: count('changed'),
    retired: count('retired'),
    returned: count('returned'),
    rows: difference.slice(0, SHOWN_ROWS).map(serializeRow),
  }
}

/** What the operators' console asks of the catalogue. */
export const catalogueOperatorRoutes: Route[] = [
  operatorAct(contract.stageCatalogueFile, async ({ work, caller, body: { file } }) => {
    const staged = { fileName: file.name, bytes: await file.bytes(), operator: callingOperator(caller).email }
    const id = await stageCatalogue(work, staged)
    return { subject: { kind: 'catalogue-file', id }, answer: { data: { id } } }
  }),
  read(contract.getCatalogueFile, async ({ posy, params }) => ({
    data: serializePreview(params.id, await previewCatalogue(posy, params.id)),
  })),
  operatorAct(contract.importCatalogueFile, async ({ work, params, body }) => {
    const { created, updated } = await importStaged(work, { id: params.id, digest: body.digest })
    const details = { created, updated, digest: body.digest }
    return { subject: { kind: 'catalogue-file', id: params.id }, details, answer: { data: { created, updated } } }
  }),
]
