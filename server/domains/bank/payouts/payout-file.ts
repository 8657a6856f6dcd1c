import { createHash } from 'node:crypto'
import { newId } from '#kit/ids.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { seal, unseal } from '#server/platform/sealing.ts'
import type { Cell } from '#server/platform/sheets/cells.ts'
import { csvRows } from '#server/platform/sheets/csv.ts'
import { fileOwner, fileRow, unsealPayment } from './payout.ts'
import { unfiledPayouts } from './queries.ts'

export interface StoredPayoutFile {
  id: string
  fileName: string
  payouts: number
  totalPence: number
  /** Of the bytes, to be compared with what the bank was given. */
  sha256: string
  text: string
}

const HEAD: Cell[] = ['Sort code', 'Account number', 'Name', 'Amount', 'Reference']
const MAX_PAYOUTS = 1000

/**
 * Puts every released payout that is in no file yet into one, made once: its bytes are kept with their checksum.
 * @throws wrong_state (409) when there is none
 */
export async function makePayoutFile(work: Work, { operator }: { operator: string }): Promise<StoredPayoutFile> {
  const { tx, at, posy } = work
  const payouts = await unfiledPayouts(tx).selectAll().orderBy('id').limit(MAX_PAYOUTS).forNoKeyUpdate().execute()
  if (payouts.length === 0) throw new Problem('wrong_state', 'No released payout waits for a file.')
  const text = csvRows([HEAD, ...payouts.map((payout) => fileRow(payout, unsealPayment(posy, payout)))])
  const id = newId()
  const totalPence = payouts.reduce((sum, { amount }) => sum + amount, 0)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const { number } = await tx
    .insertInto('payout_file')
    .values({
      id,
      payouts: payouts.length,
      total: totalPence,
      currency: 'GBX',
      sha256,
      sealed: seal(posy.secret, fileOwner(id), text),
      made_by: operator,
      made_at: at,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('payout')
    .set({ file_id: id })
    .where(
      'id',
      'in',
      payouts.map((payout) => payout.id),
    )
    .execute()
  const detail = { operator, sha256, payouts: payouts.length, totalPence }
  await work.audit('payout.file-made', { kind: 'payout-file', id }, { detail })
  return { id, fileName: fileName(number), payouts: payouts.length, totalPence, sha256, text }
}

const fileName = (number: number): string => `posy-payouts-${String(number).padStart(4, '0')}.csv`

/** A file as it was made. @throws not_found (404) */
export async function payoutFile(posy: Posy, id: string): Promise<StoredPayoutFile> {
  const file = found(
    await posy.db.selectFrom('payout_file').selectAll().where('id', '=', id).executeTakeFirst(),
    'payment file',
  )
  const text = unseal(posy.secret, fileOwner(id), file.sealed)
  if (createHash('sha256').update(text).digest('hex') !== file.sha256)
    throw new Error(`The payment file ${id} is not what was made.`)
  return {
    id,
    fileName: fileName(file.number),
    payouts: file.payouts,
    totalPence: file.total,
    sha256: file.sha256,
    text,
  }
}
