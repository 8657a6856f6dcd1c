import { createHash } from 'node:crypto'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type ImportedStatement, importStatement, previewStatement } from './import-statement.ts'
import { askToImport, confirmStaged, forgetStaged, type StagedStatement, stagedStatement } from './stage-statement.ts'

/** Who imports. */
export interface Importer {
  actor: Actor
  operator: string
  requestId?: string | null
}

/** Writes down, in the same transaction, what was done with which file. */
export type WrittenDown = (
  work: Work,
  subject: { kind: string; id: string },
  details: Record<string, unknown>,
) => Promise<void>

export interface AskedOrImported {
  lines: number
  newLines: number
  /** Nothing is kept yet: another operator confirms it. */
  waits: boolean
}

/**
 * Imports a file that was looked at; one that takes two operators waits for another.
 * @throws as `importStatement` and `askToImport`
 */
export async function importOrAsk(
  posy: Posy,
  file: StagedStatement,
  by: Importer,
  written: { reason: string; down: WrittenDown },
): Promise<AskedOrImported> {
  const { id, closingPence = null, begins = false } = file
  const { problems, untold, breaks, needs, lines, newLines } = await previewStatement(posy, file)
  if (problems.length === 0 && lines.length === 0) {
    // A statement of quiet days: there is nothing to keep.
    await transact(posy, { actor: by.actor, requestId: by.requestId ?? null }, async (work) => {
      await forgetStaged(work, id)
      await written.down(work, { kind: 'bank-statement', id }, { lines: 0, newLines: 0 })
    })
    return { lines: 0, newLines: 0, waits: false }
  }
  const mayWait = problems.length === 0 && untold.length === 0 && (breaks.length === 0 || begins)
  if (!file.asked && !(mayWait && needs.length)) {
    const also = async (work: Work, imported: ImportedStatement) => {
      await forgetStaged(work, id)
      await written.down(work, ...importedAs(imported))
    }
    return { ...counted(await importStatement(posy, file, by, { also })), waits: false }
  }
  await transact(posy, { actor: by.actor, requestId: by.requestId ?? null }, async (work) => {
    const asked = { id, closingPence, begins, why: needs, operator: by.operator, reason: written.reason }
    await askToImport(work, asked)
    await written.down(work, { kind: 'bank-statement', id }, { lines: lines.length, newLines, waits: true })
  })
  return { lines: lines.length, newLines, waits: true }
}

/**
 * Imports a file that waits, confirmed by another operator than asked for it.
 * @param seen SHA-256 of the file that was looked at
 * @throws as `importStatement`; not_found (404), wrong_state (409), forbidden (403)
 */
export async function confirmStatement(
  posy: Posy,
  { id, seen }: { id: string; seen: string },
  by: Importer,
  written: { down: WrittenDown },
): Promise<ImportedStatement> {
  const file = await stagedStatement(posy, id)
  if (!file.asked) throw new Problem('wrong_state', 'No one has asked to import this file.')
  if (createHash('sha256').update(file.bytes).digest('hex') !== seen.trim().toLowerCase())
    throw new Problem('wrong_state', 'This is not the file that you looked at.')
  return importStatement(
    posy,
    file,
    { ...by, operator: file.asked.by },
    {
      confirm: async (work) => ({
        operator: by.operator,
        isAlone: await confirmStaged(work, { id, operator: by.operator }),
      }),
      also: (work, imported) => written.down(work, ...importedAs(imported)),
    },
  )
}

const counted = ({ lines, newLines }: ImportedStatement) => ({ lines, newLines })

const importedAs = (imported: ImportedStatement) =>
  [{ kind: 'bank-import', id: imported.id }, counted(imported)] as const
