import { type RailName, rails, whyNotPaidOut } from '#contract/core/rails.ts'
import { readSignedCsv, writeSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import { requestColumns, resultColumns } from '#server/providers/file-exchange/types.ts'
import { type Code, findCode, makeCode, type RailBook, spendCode } from './book.ts'

export const FOLDER = { login: 'posy:sandbox', key: 'posy-sandbox-key-for-files-of-rails' }
const FLOAT_PENCE = 100_000_000

type Result = Partial<Record<(typeof resultColumns)[number], string>>

/** @returns the result that a request leads to, or null for a request that is not one */
export async function answerRequest(
  book: RailBook,
  rail: RailName,
  name: string,
  text: string,
  isLie: boolean,
): Promise<string | null> {
  const file = readSignedCsv(FOLDER.key, text, { columns: requestColumns, sum: 'amountPence' })
  if ('problem' in file || file.rows.length !== 1) return null
  if (file.about.join() !== ['request', rail, name].join()) return null
  const { action, reference, amountPence } = file.rows[0]!.cells
  const result =
    action === 'generate'
      ? await generate(book, rail, reference, Number(amountPence))
      : action === 'cancel'
        ? await cancel(book, rail, reference)
        : await status(book, rail, reference)
  const amount = Number(result.amountPence ?? 0) * (isLie ? 2 : 1)
  return writeSignedCsv(FOLDER.key, {
    about: ['result', rail, name],
    columns: resultColumns,
    rows: [
      {
        ...(Object.fromEntries(resultColumns.map((column) => [column, ''])) as Record<keyof Result, string>),
        ...result,
        reference,
        amountPence: String(amount),
      },
    ],
    sum: 'amountPence',
  })
}

async function generate(book: RailBook, rail: RailName, reference: string, pence: number): Promise<Result> {
  if (whyNotPaidOut(rail, pence)) return { outcome: 'refused', reason: 'amount' }
  const { code, pin, amount_pence, valid_until } = await makeCode(book, rail, reference, pence)
  return {
    outcome: 'generated',
    order: `O-${code.slice(-6)}`,
    code,
    pin: pin ?? '',
    barcode: rail === 'post-office' ? code : '',
    validUntil: valid_until,
    amountPence: String(amount_pence),
    floatPence: String(FLOAT_PENCE - amount_pence),
  }
}

async function cancel(book: RailBook, rail: RailName, reference: string): Promise<Result> {
  const code = await findCode(book, rail, reference)
  if (!code) return { outcome: 'refused', reason: 'no-such-code' }
  if (code.state === 'cancelled') return { outcome: 'cancelled' }
  if (code.state !== 'unused' || !rails[rail].isCancellable) return { outcome: 'refused', reason: 'used' }
  await spendCode(book, { rail, reference, event: 'cancelled' })
  return { outcome: 'cancelled' }
}

async function status(book: RailBook, rail: RailName, reference: string): Promise<Result> {
  const code: Code | undefined = await findCode(book, rail, reference)
  if (!code) return { outcome: 'refused', reason: 'no-such-code' }
  return { outcome: code.state, amountPence: String(code.amount_pence), cashedPence: String(code.cashed_pence) }
}
