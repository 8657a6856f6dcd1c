import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { isoCurrency } from '#kit/currency.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type CardMovement, type CardRecords, CardsRefused, CardsUncertain } from '#server/providers/checkout/types.ts'
import { type Finding, printFindings } from './reconcile.ts'

/** Days, from the first moment of one to the first of another, in UTC as the provider counts. */
export interface Range {
  from: Date
  until: Date
}

const DAY_MS = 86_400_000
/** Reports are made the day after, or when there is a payout. */
const REPORTED_WITHIN_DAYS = 7

const kinds = ['capture', 'refund', 'chargeback', 'chargeback-reversal'] as const
type Kind = (typeof kinds)[number]

/** What our books say of a charge at the provider: ever, and within the range that is looked at. */
type Booked = { id: string; payment: string; currency: string } & Record<`${Kind} ${'ever' | 'within'}`, number>

/**
 * Holds the provider's records against the books. A movement that they have and we have not, one in the range that we have
 * and they have not, and a payout that is not the sum of what it pays are findings. Nothing is changed.
 * @param range null where the records are of days that no one named: then what is missing at the provider is not looked for
 */
export async function compareWithProvider(db: Db | Tx, records: CardRecords, range: Range | null): Promise<Finding[]> {
  const byPayment = Map.groupBy(records.movements, ({ paymentId }) => paymentId)
  const booked = await bookedFor(db, [...byPayment.keys()], range)
  const known = new Set(booked.map(({ payment }) => payment))
  return [
    ...booked.flatMap((charge) => chargeFindings(charge, byPayment.get(charge.payment) ?? [])),
    ...[...byPayment].flatMap(([payment, movements]) => (known.has(payment) ? [] : strangers(payment, movements))),
    ...payoutFindings(records),
  ]
}

async function bookedFor(db: Db | Tx, payments: string[], range: Range | null): Promise<Booked[]> {
  const { from, until } = range ?? { from: new Date(0), until: new Date(0) }
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`
  const { rows } = await sql<Booked>`
    select * from (
      select charge.id, charge.method_payment_id as payment, charge.currency,
        case when state = 'captured' then spent else 0 end::int as "capture ever",
        case when state = 'captured' and ${within('charge.authorised_at')} then spent else 0 end::int as "capture within",
        coalesce(refund.ever, 0)::int as "refund ever", coalesce(refund.within, 0)::int as "refund within",
        coalesce(dispute.ever, 0)::int as "chargeback ever", coalesce(dispute.within, 0)::int as "chargeback within",
        coalesce(dispute.back, 0)::int as "chargeback-reversal ever", 0 as "chargeback-reversal within"
      from charge
      left join lateral (
        select sum(amount) as ever, sum(amount) filter (where ${within('settled_at')}) as within
        from card_refund where charge_id = charge.id and status = 'processed') as refund on true
      left join lateral (
        select sum(amount) filter (where transfer_id is not null) as ever,
          sum(amount) filter (where transfer_id is not null and ${within('card_dispute.created_at')}) as within,
          sum(amount) filter (where reversal_id is not null) as back
        from card_dispute where charge_id = charge.id) as dispute on true
      where charge.method_payment_id is not null
    ) as booked
    where payment = any(${payments}) or "capture within" > 0 or "refund within" > 0 or "chargeback within" > 0
    order by id`.execute(db)
  return rows
}

function chargeFindings(charge: Booked, movements: readonly CardMovement[]): Finding[] {
  const subject = `charge ${charge.id} (${charge.payment})`
  const currency = isoCurrency(charge.currency)
  const compared = movements.filter(({ kind }) => kind !== 'other')
  const foreign = compared.find((movement) => movement.currency !== currency)
  if (foreign) return [{ check: 'provider-currency', subject, expected: String(currency), found: foreign.currency }]
  return kinds.flatMap((kind) => {
    const ofKind = compared.filter((movement) => movement.kind === kind)
    const found = Math.abs(ofKind.reduce((sum, { amountPence }) => sum + amountPence, 0))
    const most = charge[`${kind} ever`]
    // A capture is one movement: it is there whole or not at all.
    const least = kind === 'capture' && ofKind.length ? most : charge[`${kind} within`]
    if (found >= least && found <= most) return []
    const expected = least === most ? `${most} ${currency}` : `from ${least} to ${most} ${currency}`
    return [{ check: `provider-${kind}`, subject, expected, found: `${found} ${currency}` }]
  })
}

/** Money that moved for a payment which is none of ours: made past us, or lost by us. */
function strangers(payment: string, movements: readonly CardMovement[]): Finding[] {
  const compared = movements.filter(({ kind }) => kind !== 'other')
  if (!compared.length) return []
  const found = compared.map(({ kind, amountPence, currency }) => `${kind} ${amountPence} ${currency}`).join(', ')
  return [{ check: 'provider-payment', subject: payment, expected: 'a charge of ours', found }]
}

const UNITS_PER_PENNY = 1_000_000

/** Only payouts whose movements are among the records can be added up. */
function payoutFindings({ movements, payouts }: CardRecords): Finding[] {
  const byPayout = Map.groupBy(movements, ({ payoutId }) => payoutId)
  return payouts.flatMap(({ id, currency, amountPence }) => {
    const paid = byPayout.get(id)
    if (!paid) return []
    const units = paid.reduce((sum, { heldUnits }) => sum + heldUnits, 0n)
    const sum = Math.round(Number(units) / UNITS_PER_PENNY)
    if (sum === amountPence) return []
    const expected = `${sum} ${currency}, the sum of its ${paid.length} movements`
    return [{ check: 'provider-payout', subject: id, expected, found: `${amountPence} ${currency}` }]
  })
}

/**
 * `posy reconcile cards`: by the provider's API, or by report files that were downloaded.
 * @returns the exit code, 1 with findings and where the provider, or a file, could not be read
 */
export async function printProviderReconciliation(
  posy: Posy,
  { files, range }: { files: readonly string[]; range: Range | null },
): Promise<0 | 1> {
  const { cards } = posy.providers
  if (!cards) {
    process.stdout.write('This installation takes no cards.\n')
    return 1
  }
  try {
    const records = files.length ? cards.readRecords(files.map((path) => readFileSync(path, 'utf8'))) : null
    const findings = await compareAll(posy, records, range)
    return printFindings(findings, 'The provider’s records and the books agree.')
  } catch (error) {
    if (!(error instanceof CardsUncertain || error instanceof CardsRefused)) throw error
    process.stdout.write(`${error.message}\n`)
    return 1
  }
}

async function compareAll(posy: Posy, records: CardRecords | null, range: Range | null): Promise<Finding[]> {
  const read = records ?? (await fetched(posy, range!))
  return posy.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => compareWithProvider(tx, read, range))
}

const fetched = (posy: Posy, { from, until }: Range): Promise<CardRecords> =>
  posy.providers.cards!.records({ from, until: new Date(until.getTime() + REPORTED_WITHIN_DAYS * DAY_MS) })
