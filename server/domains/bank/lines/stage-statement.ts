import type { Selectable } from 'kysely'
import { newId } from '#server/kit/ids.ts'
import { found } from '#server/kit/problem.ts'
import { toDate } from '#server/kit/time.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import type { StatementLayout } from '../statements/read-statement.ts'
import type { StatementFile } from './import-statement.ts'

const KEPT_MS = 24 * 3_600_000

const owner = (id: string) => ({ purpose: 'posy staged statement', id })

/** Keeps a file to be looked at, for a day; those of the days before go. @returns its id */
export async function stageStatement({ tx, at, posy }: Work, file: StatementFile, operator: string): Promise<string> {
  await tx
    .deleteFrom('bank_staged')
    .where('staged_at', '<', new Date(at.getTime() - KEPT_MS))
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

/** @throws not_found (404) for one that was imported, or is older than a day */
export async function stagedStatement(posy: Posy, id: string): Promise<StatementFile> {
  const oldest = new Date(toDate(posy.clock.now()).getTime() - KEPT_MS)
  const staged: Selectable<Database['bank_staged']> = found(
    await posy.db
      .selectFrom('bank_staged')
      .selectAll()
      .where('id', '=', id)
      .where('staged_at', '>=', oldest)
      .executeTakeFirst(),
    'statement to look at',
  )
  return {
    name: staged.file_name,
    bytes: Buffer.from(unseal(posy.secret, owner(id), staged.sealed), 'base64'),
    layout: staged.layout as StatementLayout | 'auto',
    account: staged.account,
  }
}

export async function forgetStaged({ tx }: Work, id: string): Promise<void> {
  await tx.deleteFrom('bank_staged').where('id', '=', id).execute()
}
