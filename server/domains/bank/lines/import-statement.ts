import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { readStatement, type StatementLayout } from '../statements/read-statement.ts'
import type { BankStatementLine, ClosingBalance, StatementProblem } from '../statements/statement-line.ts'
import { aboveAlone } from './brought-alone.ts'
import { BOOK_LINES_JOB } from './events.ts'
import { namedTargets } from './matchers.ts'
import { type Continuity, proveBalances } from './prove-balance.ts'
import { recogniseLines, type SeenLine } from './recognise-lines.ts'

export interface StatementFile {
  name: string
  bytes: Uint8Array
  layout: StatementLayout | 'auto'
  /** Whose statement it is, where its layout does not say, or where it is not the installation's own account. */
  account: string | null
  /** What the account holds after it, typed where its layout does not tell. */
  closingPence?: Pence | null
  /** Whether its balance is to hold although it does not continue what was proven before. */
  begins?: boolean
}

/** What a line of a file would be, or was, taken for. */
interface LinePreview extends SeenLine {
  /** What its words name; several, or none, need a person. */
  names: string[]
}

export interface BankImportPreview {
  layout: StatementLayout
  sha256: string
  lines: LinePreview[]
  newLines: number
  problems: StatementProblem[]
  /** Accounts whose closing balance has to be typed. */
  untold: string[]
  /** Where it does not continue what was proven. */
  breaks: string[]
  /** Why another operator must confirm it. */
  needs: string[]
}

/** Reads a file and says what would happen to each line; nothing is kept. @throws payload_too_large (413) */
export async function previewStatement(posy: Posy, file: StatementFile): Promise<BankImportPreview> {
  const { layout, lines, balances, problems, sha256 } = readFor(posy, file)
  const shown: LinePreview[] = []
  for (const line of await recogniseLines(posy, posy.db, lines)) {
    const names = line.isNew
      ? (await namedTargets(posy, posy.db, { text: line.text, amount: line.amountPence })).map(({ label }) => label)
      : []
    shown.push({ ...line, names })
  }
  if (problems.length === 0) problems.push(...(await layoutProblems(posy.db, layout, shown)))
  const fresh = shown.filter(({ isNew }) => isNew)
  const { untold, breaks, needs } = await assessImport(posy, posy.db, fresh, { file, balances, isConfirmed: false })
  return { layout, sha256, lines: shown, newLines: fresh.length, problems, untold, breaks, needs }
}

export interface ImportedStatement {
  id: string
  layout: StatementLayout
  lines: number
  newLines: number
}

interface InTheSame {
  /** Another operator confirms it, who is named. @throws what stands against that */
  confirm?(work: Work): Promise<{ operator: string; isAlone: boolean }>
  /** What is to be written down besides. */
  also?(work: Work, imported: ImportedStatement): Promise<void>
}

/**
 * Keeps the lines of a file that are not known yet, all or none, and has a job book them. The same file again, or one that
 * overlaps it, adds nothing that is there.
 * @throws invalid_fields (422) with everything that is wrong with it; wrong_state (409) for one that another operator must
 *   confirm; payload_too_large (413)
 */
export async function importStatement(
  posy: Posy,
  file: StatementFile,
  { actor, operator, requestId = null }: { actor: Actor; operator: string; requestId?: string | null },
  { confirm, also }: InTheSame = {},
): Promise<ImportedStatement> {
  const { layout, lines, balances, problems, sha256 } = readFor(posy, file)
  refuseProblems(problems)
  return transact(posy, { actor, requestId }, async (work) => {
    const { tx, at } = work
    // Two imports at once would each hold some of the other's lines.
    await sql`select pg_advisory_xact_lock(hashtextextended('bank import', 0))`.execute(tx)
    const second = (await confirm?.(work)) ?? null
    const fresh = (await recogniseLines(posy, tx, lines)).filter(({ isNew }) => isNew)
    refuseProblems(await layoutProblems(tx, layout, fresh))
    const isConfirmed = second !== null
    const standing = await assessImport(posy, tx, fresh, { file, balances, isConfirmed })
    requireStanding(standing, { begins: file.begins ?? false, isTyped: file.closingPence != null, isConfirmed })
    const id = newId()
    await tx
      .insertInto('bank_import')
      .values({
        id,
        layout,
        file_name: file.name.slice(0, 200),
        sha256,
        lines: lines.length,
        new_lines: fresh.length,
        imported_by: operator,
        imported_at: at,
        confirmed_by: second?.operator ?? null,
        confirmed_alone: second?.isAlone ?? false,
      })
      .execute()
    for (const { pence, ...proven } of standing.closings)
      await tx
        .insertInto('bank_balance')
        .values({ ...proven, balance: pence, import_id: id, proven_at: at })
        .execute()
    for (let from = 0; from < fresh.length; from += 1000)
      await tx
        .insertInto('bank_line')
        .values(fresh.slice(from, from + 1000).map((line) => lineRow(id, layout, line, at)))
        .execute()
    const detail = {
      operator,
      sha256,
      lines: lines.length,
      newLines: fresh.length,
      ...(second && { confirmedBy: second.operator, isAlone: second.isAlone }),
    }
    await work.audit('bank.statement-imported', { kind: 'bank-import', id }, { detail })
    if (fresh.length) await work.send(BOOK_LINES_JOB, {})
    const imported = { id, layout, lines: lines.length, newLines: fresh.length }
    await also?.(work, imported)
    return imported
  })
}

/** How new lines stand to what is proven of their accounts, and to what one operator may bring. */
async function assessImport(
  posy: Posy,
  db: Db | Tx,
  fresh: readonly SeenLine[],
  { file, balances, isConfirmed }: { file: StatementFile; balances: readonly ClosingBalance[]; isConfirmed: boolean },
): Promise<Continuity> {
  const standing = await proveBalances(db, fresh, { balances, typed: file.closingPence ?? null })
  const needs = [...standing.needs, ...standing.breaks, ...(isConfirmed ? [] : await aboveAlone(posy, db, fresh))]
  return { ...standing, needs }
}

/** @throws invalid_fields (422), wrong_state (409) */
function requireStanding(
  { untold, breaks, needs }: Continuity,
  { begins, isTyped, isConfirmed }: { begins: boolean; isTyped: boolean; isConfirmed: boolean },
): void {
  const path = isTyped ? 'closingPence' : 'file'
  if (untold.length)
    throw invalidFields([
      {
        path: 'closingPence',
        message: `is needed: this file does not tell what ${untold.join(' and ')} holds after it`,
      },
    ])
  if (breaks.length && !begins)
    throw invalidFields([{ path, message: `does not continue what was proven before: ${breaks.join(' ')}` }])
  if (needs.length && !isConfirmed)
    throw new Problem('wrong_state', `Another operator must confirm this file. ${needs.join(' ')}`)
}

const lineRow = (importId: string, layout: string, line: SeenLine, at: Date) => ({
  id: newId(),
  import_id: importId,
  fingerprint: line.fingerprint,
  account: line.account,
  layout,
  booked_on: line.date,
  currency: line.currency,
  amount: line.amountPence,
  text: line.text,
  held: line.held ?? null,
  bank_reference: line.bankReference ?? null,
  updated_at: at,
})

function readFor(posy: Posy, file: StatementFile) {
  const today = posy.clock.now().toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate().toString()
  const read = readStatement(file.bytes, { layout: file.layout, account: file.account, today })
  const { bank } = posy.config
  const own = bank ? `${bank.sortCode}${bank.accountNumber}`.replace(/\D/g, '') : null
  const expected = file.account ?? own
  const other = expected && read.lines.find(({ account }) => account !== expected && account !== bank?.iban)
  if (other) read.problems.push({ row: other.row, message: `is of the account ${other.account}, not of ${expected}` })
  return { ...read, sha256: createHash('sha256').update(file.bytes).digest('hex') }
}

/** Two layouts word the same payment differently: of the days that one has told of, another would tell again. */
async function layoutProblems(
  db: Db | Tx,
  layout: StatementLayout,
  lines: readonly (BankStatementLine & { isNew: boolean })[],
): Promise<StatementProblem[]> {
  const { rows } = await sql<{ account: string; until: string; layout: string }>`
    select account, max(booked_on)::text as until, max(layout) as layout from bank_line
    where layout <> ${layout} and account = any(${[...new Set(lines.map(({ account }) => account))]}::text[])
    group by account`.execute(db)
  return rows.flatMap(({ account, until, layout: before }) => {
    const clash = lines.find((line) => line.isNew && line.account === account && line.date <= until)
    return clash
      ? [
          {
            row: clash.row,
            message: `days up to ${until} came in the layout ${before}: begin a file of another layout after that day`,
          },
        ]
      : []
  })
}

/** @throws invalid_fields (422) */
function refuseProblems(problems: readonly StatementProblem[]): void {
  if (problems.length === 0) return
  const words = ({ row, message }: StatementProblem) => (row === undefined ? message : `line ${row}: ${message}`)
  throw new Problem('invalid_fields', `The statement cannot be used: ${words(problems[0]!)}`, {
    details: problems.slice(0, 100).map((problem) => ({
      path: 'file',
      message: words(problem),
      ...(problem.row !== undefined && { row: problem.row - 1 }),
    })),
  })
}
