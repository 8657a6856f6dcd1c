import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { londonDate, toInstant } from '#kit/time.ts'
import type { MerchantPaymentFileTable } from '#server/platform/database/schema.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { transact } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { unseal } from '#server/platform/sealing.ts'
import { requireSecondOperator } from '#server/platform/two-operators.ts'
import { FILE_PURPOSE } from './build-file.ts'
import { MAIL_JOB } from './events.ts'
import { fileName } from './payment-file.ts'
import type { SignedProposal } from './propose-details.ts'

type PaymentFile = Selectable<MerchantPaymentFileTable>

async function lockFile({ tx }: Work, number: string): Promise<PaymentFile> {
  const file = await tx
    .selectFrom('merchant_payment_file')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  return found(file, 'payment file')
}

function requireOpen({ released_at, discarded_at }: PaymentFile): void {
  if (released_at) throw new Problem('wrong_state', 'This file has been released already.')
  if (discarded_at) throw new Problem('wrong_state', 'This file was discarded.')
}

/**
 * Another operator than who drew its statements and built it releases a file: from now on it can be fetched, and given to
 * the bank. Merchants are mailed their statements.
 * @param seen the SHA-256 of the file that was looked at
 * @returns whether they were alone with it
 * @throws not_found; wrong_state (409) when it was released or discarded, is not what was looked at, when bank details have changed since it was
 *   built, when its day is over; forbidden (403) for who made it
 */
export async function releaseFile(
  work: Work,
  { number, seen, operator, reason }: SignedProposal & { number: string; seen: string },
): Promise<boolean> {
  const file = await lockFile(work, number)
  requireOpen(file)
  const statements = await work.tx
    .selectFrom('merchant_statement as statement')
    .innerJoin('merchant_details as details', 'details.id', 'statement.details_id')
    .select(['statement.id', 'statement.number', 'statement.drawn_by', 'details.state'])
    .where('statement.file_id', '=', file.id)
    .orderBy('details.id')
    .forShare('details')
    .execute()
  const isAlone = await requireSecondOperator(work, {
    ...{ act: 'payment-file', label: number, operator },
    askedBy: [file.built_by, ...statements.map(({ drawn_by }) => drawn_by)],
    askedAt: file.built_at,
  })
  if (seen !== file.sha256)
    throw new Problem('wrong_state', 'This file is not the one that you looked at.', {
      help: 'Check again whom it pays, and its checksum. Nothing was paid.',
    })
  const changed = statements.filter(({ state }) => state !== 'approved').map((one) => one.number)
  if (changed.length)
    throw new Problem('wrong_state', `Bank details changed after this file was built: ${changed.join(', ')}.`, {
      help: 'Discard the file and build another. Nothing was paid.',
    })
  if (file.pay_on < londonDate(toInstant(work.at)).toString())
    throw new Problem('wrong_state', 'The day on which this file asks the bank to pay is over.', {
      help: 'Discard the file and build another. Nothing was paid.',
    })
  await work.tx
    .updateTable('merchant_payment_file')
    .set({ released_by: operator, released_at: work.at, released_alone: isAlone })
    .where('id', '=', file.id)
    .execute()
  for (const { id } of statements) await work.send(MAIL_JOB, { statementId: id })
  await work.audit(
    'settlement.file-released',
    { kind: 'merchant-payment-file', id: file.id },
    { detail: { number, sha256: file.sha256, operator, reason, isAlone } },
  )
  return isAlone
}

/**
 * A file that no one has released, and so no one has seen, is given up: its statements wait for another.
 * @throws not_found; wrong_state (409)
 */
export async function discardFile(
  work: Work,
  { number, operator, reason }: SignedProposal & { number: string },
): Promise<void> {
  const file = await lockFile(work, number)
  requireOpen(file)
  await work.tx
    .updateTable('merchant_payment_file')
    .set({ discarded_by: operator, discarded_at: work.at })
    .where('id', '=', file.id)
    .execute()
  await work.tx
    .updateTable('merchant_statement')
    .set({ file_id: null, details_id: null })
    .where('file_id', '=', file.id)
    .execute()
  await work.audit(
    'settlement.file-discarded',
    { kind: 'merchant-payment-file', id: file.id },
    { detail: { number, operator, reason } },
  )
}

/**
 * The bytes of a released file, the same every time. Each look is written down.
 * @throws not_found; wrong_state (409) before it is released
 */
export async function readFile(
  posy: Posy,
  { number, operator, actor }: { number: string; operator: string; actor: Actor },
): Promise<{ fileName: string; text: string; sha256: string }> {
  return transact(posy, { actor }, async (work) => {
    const file = found(
      await work.tx.selectFrom('merchant_payment_file').selectAll().where('number', '=', number).executeTakeFirst(),
      'payment file',
    )
    if (!file.released_at) throw new Problem('wrong_state', 'Another operator must release this file first.')
    const text = unseal(posy.secret, { purpose: FILE_PURPOSE, id: file.id }, file.sealed)
    if (createHash('sha256').update(text).digest('hex') !== file.sha256)
      throw new Error(`the payment file ${number} is not what was released`)
    await work.audit(
      'settlement.file-fetched',
      { kind: 'merchant-payment-file', id: file.id },
      { detail: { number, operator } },
    )
    return { fileName: fileName(number, file.format as 'csv' | 'pain.001'), text, sha256: file.sha256 }
  })
}
