import { readTextFile, type TextFileProblem } from '#kit/text-file.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { readCamtStatement } from './camt.ts'
import { type CsvLayout, csvLayoutNames, readCsvStatement } from './csv-layouts.ts'
import { isMt940, readMt940Statement } from './mt940.ts'
import type { BankStatementLine, ClosingBalance, StatementProblem } from './statement-line.ts'

export const layoutNames = [...csvLayoutNames, 'camt053', 'mt940'] as const
export type StatementLayout = (typeof layoutNames)[number]

export const MAX_STATEMENT_BYTES = 10 * 1024 * 1024
const MAX_LINES = 20_000

export interface ReadStatement {
  layout: StatementLayout
  lines: BankStatementLine[]
  /** Of each account whose balance the file tells. */
  balances: ClosingBalance[]
  /** Everything that is wrong with it: then nothing of it may be used. */
  problems: StatementProblem[]
}

/**
 * Reads a statement file, or says everything that is wrong with it. One of quiet days has no lines, and nothing is wrong with that.
 * @param today no line may be of a later day: a sign of days and months taken for each other
 * @throws payload_too_large (413)
 */
export function readStatement(
  bytes: Uint8Array,
  { layout, account, today }: { layout: StatementLayout | 'auto'; account: string | null; today: string },
): ReadStatement {
  if (bytes.byteLength > MAX_STATEMENT_BYTES)
    throw new Problem('payload_too_large', 'A statement file has at most 10 MB.', { help: 'Import it in parts.' })
  const file = readTextFile(bytes)
  const text = 'text' in file ? file.text : ''
  const kind: 'camt053' | 'mt940' | 'csv' = /^\s*</.test(text) ? 'camt053' : isMt940(text) ? 'mt940' : 'csv'
  const failed = (problems: StatementProblem[]): ReadStatement => ({
    layout: kind === 'csv' ? 'barclays' : kind,
    lines: [],
    balances: [],
    problems,
  })
  if ('problem' in file) return failed([{ message: notText[file.problem] }])
  const wanted = layout === 'camt053' || layout === 'mt940' ? layout : 'csv'
  if (layout !== 'auto' && wanted !== kind) return failed([{ message: `is not of the layout ${layout}` }])
  const limits = { account, today, mostLines: MAX_LINES }
  const read =
    kind === 'camt053'
      ? { layout: kind, ...readCamtStatement(text, limits) }
      : kind === 'mt940'
        ? { layout: kind, ...readMt940Statement(text, limits) }
        : readCsvStatement(text, { ...limits, layout: layout as CsvLayout | 'auto' })
  if (!('lines' in read)) return failed(read.problems)
  const problems = [...read.problems]
  for (const { row, date } of read.lines) if (date > today) problems.push({ row, message: `${date} is still to come` })
  return { ...read, problems }
}

const notText: Record<TextFileProblem, string> = {
  workbook: 'is an Excel workbook: save it as CSV and import that',
  not_text: 'is no text file',
}
