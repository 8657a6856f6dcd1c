import type { ErrorDetail } from '#contract/core/errors.ts'
import { cleanText, withoutUnseen } from '#kit/clean-text.ts'
import { readTable } from '#kit/read-table.ts'
import type { HugggRecord } from '#server/domains/hugggs/gifts/index.ts'
import { reissueCodes } from '#server/domains/hugggs/sender/index.ts'
import { lockFinishedTransaction, transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { OPEN_QUOTE } from '#server/platform/sheets/list-problems.ts'
import { MAX_CARDS, printableGifts } from './load-job.ts'
import { dataFlaws, type PrintableField } from './printable.ts'
import { loadReceivers, lockPrintable, templateById } from './queries.ts'
import { noTemplate } from './request-pdf.ts'
import { outdated } from './save-printable.ts'

export interface GivenReceiver {
  hugggId?: string | undefined
  templateData: Record<string, string>
}

/**
 * Says whom each card is for. A card that was downloaded before and changes now gets another code: the one on paper is dead.
 * @returns how many codes were replaced
 * @throws not_found; wrong_state while gifts are still being made, without a template, or for a gift that was opened;
 *   invalid_fields, row by row
 */
export async function setReceivers(
  work: Work,
  caller: Principal,
  transactionId: string,
  given: { receivers?: GivenReceiver[] | undefined; csv?: string | undefined },
): Promise<number> {
  const { team_id } = await transactionInScope(work.tx, caller, transactionId)
  if ((await lockFinishedTransaction(work.tx, transactionId)).isMaking)
    throw new Problem('wrong_state', 'The gifts of this purchase are still being made.', {
      help: 'Try again in a moment.',
    })
  const printable = await lockPrintable(work.tx, { transactionId })
  if (!printable) throw noTemplate()
  const fields = (await templateById(work.tx, printable.template_id)).dynamic_recipient_data
  const rows = given.receivers ?? readCards(given.csv ?? '', fields)
  const gifts = await printableGifts(work.tx, transactionId)
  const assigned = assign(rows, gifts, fields, given.csv === undefined ? 'receivers' : 'csv')
  const known = await loadReceivers(work.tx, transactionId)
  const changed = assigned.filter(({ gift, data }) => !sameData(known.get(gift.id)?.templateData, data))
  if (changed.length === 0) return 0
  const onPaper = changed.flatMap(({ gift }) => (known.get(gift.id)?.printedVersion ? [gift.id] : []))
  await reissueCodes(work, caller, onPaper, 'printed card changed')
  await work.tx
    .insertInto('printable_receiver')
    .values(
      changed.map(({ gift, data }) => ({
        huggg_id: gift.id,
        transaction_id: transactionId,
        team_id,
        template_data: JSON.stringify(data),
        printed_version: null,
        updated_at: work.at,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('huggg_id').doUpdateSet((e) => ({
        template_data: e.ref('excluded.template_data'),
        printed_version: null,
        updated_at: work.at,
      })),
    )
    .execute()
  await work.tx
    .updateTable('printable')
    .set({ version: printable.version + 1, updated_at: work.at, ...outdated(printable.file_status) })
    .where('id', '=', printable.id)
    .execute()
  await work.audit(
    'printable.receivers-set',
    { kind: 'transaction', id: transactionId },
    { teamId: team_id, detail: { changed: changed.length, reissued: onPaper.length } },
  )
  return onPaper.length
}

interface Assigned {
  gift: HugggRecord
  data: Record<string, string>
}

/** Each row with its gift: the one it names, or the next in order. @throws invalid_fields with every wrong row */
function assign(
  rows: readonly GivenReceiver[],
  gifts: HugggRecord[],
  fields: readonly PrintableField[],
  path: string,
): Assigned[] {
  const byId = new Map(gifts.map((gift) => [gift.id, gift]))
  const wrong: ErrorDetail[] = []
  const seen = new Set<string>()
  const isNamed = rows.some(({ hugggId }) => hugggId)
  if (!isNamed && rows.length > gifts.length)
    wrong.push({ path, message: `has ${rows.length} rows for ${gifts.length} gifts`, code: 'too_many' })
  const assigned = rows.flatMap(({ hugggId, templateData }, row) => {
    const at = `${path}.${row}`
    const gift = isNamed ? byId.get(hugggId ?? '') : gifts[row]
    if (isNamed && (!gift || seen.has(gift.id)))
      wrong.push({
        path: `${at}.hugggId`,
        message: gift ? 'is named twice' : 'no such gift to print',
        code: 'unknown',
        row,
      })
    if (gift) seen.add(gift.id)
    for (const name of Object.keys(templateData))
      if (!fields.some((field) => field.name === name))
        wrong.push({ path: `${at}.${name}`, message: 'is no field of this template', code: 'unknown_field', row })
    const data = Object.fromEntries(
      Object.entries(templateData).map(([name, value]) => [name, withoutUnseen(cleanText(value)).trim()]),
    )
    for (const flaw of dataFlaws(fields, { row, hugggId: hugggId ?? '', data }))
      wrong.push({ path: `${at}.${flaw.field}`, message: flaw.message, code: flaw.code, row })
    return gift ? [{ gift, data }] : []
  })
  if (wrong.length) throw invalidFields(wrong)
  return assigned
}

const sameData = (a: Record<string, string> | undefined, b: Record<string, string>): boolean =>
  a !== undefined && JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A letter that texts do not have. */
const NOT_WRITTEN = '\u001f'

/** A table whose first row names the fields, by name or label. @throws invalid_fields */
function readCards(csv: string, fields: readonly PrintableField[]): GivenReceiver[] {
  const refuse = (message: string) => invalidFields([{ path: 'csv', message, code: 'invalid_csv' }])
  const table = readTable(csv, { mostRows: MAX_CARDS + 2 })
  if (table.openQuote) throw refuse(OPEN_QUOTE)
  // Under one heading each line is one name, commas and all.
  const { rows } = table.rows[0]?.cells.length === 1 ? readTable(csv, { delimiter: NOT_WRITTEN }) : table
  const [head, ...body] = rows.map(({ cells }) => cells)
  if (!head || body.length === 0) throw refuse('holds no rows under its first, which names the fields')
  if (body.length > MAX_CARDS) throw refuse(`has more than ${MAX_CARDS} rows`)
  const columns = head.map((name) =>
    fields.find((field) => [plain(field.name), plain(field.label)].includes(plain(name))),
  )
  const unknown = head.filter((name, index) => name && !columns[index])
  if (unknown.length)
    throw refuse(
      `has columns that the card has no field for: ${unknown.join(', ')}. Its fields are ${fields.map((field) => field.name).join(', ')}`,
    )
  return body.map((cells) => ({
    templateData: Object.fromEntries(
      columns.flatMap((field, index) => (field ? [[field.name, cells[index] ?? '']] : [])),
    ),
  }))
}
