import type { Selectable } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { toDate } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import { announceToOwners, requireSecondOperator } from '#server/platform/two-operators.ts'
import type { StatementLayout } from '../statements/read-statement.ts'
import type { SignedBooking } from './book-line.ts'
import type { StatementFile } from './import-statement.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_MS = DAY_MS
/** One that waits for another operator. */
const WAITS_MS = 14 * DAY_MS

type StagedRecord = Selectable<Database['bank_staged']>

/** Who asked to import a file, and why another operator must confirm it. */
export interface AskedImport {
  by: string
  at: Date
  reason: string
  why: string[]
}

export interface StagedStatement extends StatementFile {
  id: string
  stagedBy: string
  asked: AskedImport | null
}

const owner = (id: string) => ({ purpose: 'posy staged statement', id })

/** Keeps a file to be looked at, for a day; those of the days before go. @returns its id */
export async function stageStatement({ tx, at, posy }: Work, file: StatementFile, operator: string): Promise<string> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  await tx
    .deleteFrom('bank_staged')
    .where((e) =>
      e.or([
        e.and([e('staged_at', '<', before(KEPT_MS)), e('asked_at', 'is', null)]),
        e('asked_at', '<', before(WAITS_MS)),
      ]),
    )
    .execute()
  const id = newId()
  await tx
    .insertInto('bank_staged')
    .values({
      id,
      file_name: file.name.slice(0, 200),
      layout: file.layout,
      account: file.account,
      sealed: seal(posy.secret, owner(id), Buffer.from(file.bytes).toString('base64')),
      staged_by: operator,
      staged_at: at,
    })
    .execute()
  return id
}

const live = (posy: Posy, db: Db | Tx) => {
  const after = (ms: number) => new Date(toDate(posy.clock.now()).getTime() - ms)
  return db
    .selectFrom('bank_staged')
    .selectAll()
    .where((e) => e.or([e('staged_at', '>=', after(KEPT_MS)), e('asked_at', '>=', after(WAITS_MS))]))
}

/** @throws not_found (404) for one that was imported or refused, or is older than a day */
export async function stagedStatement(posy: Posy, id: string): Promise<StagedStatement> {
  const staged = found(await live(posy, posy.db).where('id', '=', id).executeTakeFirst(), 'statement for review')
  return {
    id,
    name: staged.file_name,
    bytes: Buffer.from(unseal(posy.secret, owner(id), staged.sealed), 'base64'),
    layout: staged.layout as StatementLayout | 'auto',
    account: staged.account,
    closingPence: staged.closing,
    begins: staged.begins,
    stagedBy: staged.staged_by,
    asked: toAskedImport(staged),
  }
}

const toAskedImport = ({ asked_by, asked_at, asked_reason, asked_why }: StagedRecord): AskedImport | null =>
  asked_by !== null && asked_at !== null
    ? { by: asked_by, at: asked_at, reason: asked_reason ?? '', why: asked_why ?? [] }
    : null

/** Files that wait for another operator, the oldest first. */
export async function waitingStatements(posy: Posy): Promise<(AskedImport & { id: string; fileName: string })[]> {
  const rows = await live(posy, posy.db).where('asked_at', 'is not', null).orderBy('asked_at').orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, fileName: row.file_name, ...toAskedImport(row)! }))
}

/** @throws not_found (404), wrong_state (409) where it does not stand as is said */
async function lockStaged({ tx, posy }: Work, id: string, isAsked: boolean): Promise<StagedRecord> {
  const staged = found(await live(posy, tx).where('id', '=', id).forUpdate().executeTakeFirst(), 'statement for review')
  if ((staged.asked_at !== null) !== isAsked)
    throw new Problem(
      'wrong_state',
      isAsked ? 'No one has asked to import this file.' : 'This file waits for another operator to confirm it.',
    )
  return staged
}

/**
 * Asks for a file to be imported that takes two operators: it waits as it is.
 * @throws not_found (404), wrong_state (409) where it waits already, forbidden (403) to a name that no one has shown to be theirs
 */
export async function askToImport(
  work: Work,
  {
    id,
    closingPence,
    begins,
    why,
    operator,
    reason,
  }: SignedBooking & { id: string; closingPence: Pence | null; begins: boolean; why: readonly string[] },
): Promise<void> {
  const staged = await lockStaged(work, id, false)
  await announceToOwners(work, { act: 'statement', label: staged.file_name, operator })
  await work.tx
    .updateTable('bank_staged')
    .set({
      asked_by: operator,
      asked_at: work.at,
      asked_reason: reason,
      asked_why: [...why],
      closing: closingPence,
      begins,
    })
    .where('id', '=', id)
    .execute()
  await work.audit('bank.statement-asked', { kind: 'bank-statement', id }, { detail: { operator, reason, why } })
}

/**
 * Another operator confirms a file that waits, in the transaction that imports it.
 * @returns whether they were alone with it
 * @throws not_found (404), wrong_state (409), forbidden (403)
 */
export async function confirmStaged(work: Work, { id, operator }: { id: string; operator: string }): Promise<boolean> {
  const staged = await lockStaged(work, id, true)
  const isAlone = await requireSecondOperator(work, {
    ...{ act: 'statement', label: staged.file_name, operator },
    askedBy: [staged.asked_by!],
    askedAt: staged.asked_at!,
  })
  await forgetStaged(work, id)
  return isAlone
}

/** Takes a file that waits away, unused. @throws not_found (404), wrong_state (409) */
export async function refuseStaged(
  work: Work,
  { id, operator, reason }: SignedBooking & { id: string },
): Promise<void> {
  await lockStaged(work, id, true)
  await forgetStaged(work, id)
  await work.audit('bank.statement-refused', { kind: 'bank-statement', id }, { detail: { operator, reason } })
}

export async function forgetStaged({ tx }: Work, id: string): Promise<void> {
  await tx.deleteFrom('bank_staged').where('id', '=', id).execute()
}
