import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { londonDate, Temporal, toInstant } from '#kit/time.ts'
import { bankDetails } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { seal } from '#server/platform/sealing.ts'
import { announceToOwners } from '#server/platform/two-operators.ts'
import { unsealAccount } from './bank-account.ts'
import { nextNumber, paymentReference } from './numbers.ts'
import { type FileFormat, paymentFileText } from './payment-file.ts'
import type { SignedProposal } from './propose-details.ts'

export const FILE_PURPOSE = 'posy merchant payment file'

export interface BuiltFile {
  id: string
  number: string
  payments: number
  totalPence: Pence
  payOn: string
  sha256: string
  /** Statements left out: their merchants have no approved bank details. */
  waiting: { number: string; merchant: string }[]
}

interface Payable {
  id: string
  number: string
  merchant: string
  total: Pence
  details_id: string | null
  sealed: Uint8Array | null
}

/**
 * Builds one payment file of every statement that is in none: from approved bank details, its bytes once, sealed, with
 * their checksum. No one gets it before it is released.
 * @throws wrong_state (409) where nothing can be paid; unavailable (503) where the installation has no account;
 *   invalid_fields (422) for a day that is over
 */
export async function buildPaymentFile(
  work: Work,
  { format, payOn, operator, reason }: SignedProposal & { format: FileFormat; payOn?: string | undefined },
): Promise<BuiltFile> {
  const { tx } = work
  const day = payOn ?? dayAfterNext(work.at)
  checkDay(day, work.at)
  const all = await payable(work)
  const ready = all.flatMap((one) => (one.sealed && one.details_id ? [{ ...one, ...open(work, one) }] : []))
  const waiting = all.filter((one) => !one.sealed).map(({ number, merchant }) => ({ number, merchant }))
  if (ready.length === 0)
    throw new Problem('wrong_state', 'There is no statement to pay.', {
      ...(waiting.length && {
        help: `Approve bank details first: ${waiting.map(({ merchant }) => merchant).join(', ')}.`,
      }),
    })
  const { accountName, sortCode, accountNumber } = bankDetails(work.posy.config)
  const number = await nextNumber(tx, 'file')
  const text = paymentFileText(format, {
    number,
    payer: { name: accountName, sortCode, accountNumber },
    payments: ready.map(({ account, ...one }) => ({
      ...account,
      reference: paymentReference(one.number),
      amountPence: one.total,
    })),
    payOn: day,
    builtAt: work.at,
  })
  const id = newId()
  const totalPence = ready.reduce((sum, one) => sum + one.total, 0)
  const sha256 = createHash('sha256').update(text).digest('hex')
  await tx
    .insertInto('merchant_payment_file')
    .values({
      id,
      number,
      format,
      currency: 'GBX',
      payments: ready.length,
      total: totalPence,
      pay_on: day,
      sha256,
      sealed: seal(work.posy.secret, { purpose: FILE_PURPOSE, id }, text),
      built_by: operator,
      built_at: work.at,
    })
    .execute()
  for (const one of ready)
    await tx
      .updateTable('merchant_statement')
      .set({ file_id: id, details_id: one.details_id })
      .where('id', '=', one.id)
      .execute()
  await announceToOwners(work, { act: 'payment-file', label: number, operator })
  await work.audit(
    'settlement.file-built',
    { kind: 'merchant-payment-file', id },
    { detail: { number, format, totalPence, payments: ready.length, sha256, operator, reason } },
  )
  return { id, number, payments: ready.length, totalPence, payOn: day, sha256, waiting }
}

/** Anyone who builds at this moment waits here, and finds them filed. */
async function payable({ tx }: Work): Promise<Payable[]> {
  await sql`
    select id from merchant_statement where total > 0 and file_id is null and currency = 'GBX'
    order by id for no key update`.execute(tx)
  const { rows } = await sql<Payable>`
    select statement.id, statement.number, brand.name as merchant, statement.total, details.id as details_id, details.sealed
    from merchant_statement as statement
    join brand on brand.id = statement.brand_id
    left join merchant_details as details on details.brand_id = statement.brand_id and details.state = 'approved'
    where statement.total > 0 and statement.file_id is null and statement.currency = 'GBX' order by statement.number`.execute(
    tx,
  )
  return rows
}

const open = ({ posy }: Work, { details_id, sealed }: Payable) => ({
  account: unsealAccount(posy.secret, details_id!, sealed!),
})

/** Time for the second operator, and no weekend. */
function dayAfterNext(now: Date): string {
  let day = londonDate(toInstant(now)).add({ days: 2 })
  while (day.dayOfWeek > 5) day = day.add({ days: 1 })
  return day.toString()
}

function checkDay(day: string, now: Date): void {
  const wrong = (message: string) => invalidFields([{ path: 'payOn', message }])
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw wrong('must be a day, like 2026-03-31')
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' })
    if (Temporal.PlainDate.compare(date, londonDate(toInstant(now))) < 0) throw wrong('must not be over')
  } catch (error) {
    if (error instanceof RangeError) throw wrong('is no day of the calendar')
    throw error
  }
}
