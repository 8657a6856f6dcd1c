import type { Selectable } from 'kysely'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { type AwardRail, awardRails, whyNotPaidOut } from '#contract/core/rails.ts'
import { formatMoney, type Pence, STANDARD_VAT_BASIS_POINTS, vatOnNet } from '#kit/money.ts'
import { type Instant, londonDate, Temporal } from '#kit/time.ts'
import type { Entry } from '#server/domains/ledger/index.ts'
import type { AwardTable, FunderGrantTable, RailTable } from '#server/platform/database/schema.ts'
import { Problem } from '#server/platform/problem/problem.ts'

export type AwardRecord = Selectable<AwardTable>
export type GrantRecord = Selectable<FunderGrantTable>
export type RailRecord = Selectable<RailTable>
export type RailKey = AwardRail
type AwardStatus = AwardRecord['status']
export type DeliverBy = NonNullable<AwardRecord['deliver_by']>

/** Issued, and no code made yet: it may be issued again or cancelled, and it ends by our calendar. */
export const openStatuses = [
  'issued',
  'reissued',
  'delivered',
  'opened',
  'rail-chosen',
] as const satisfies AwardStatus[]
/** A code is with the person: how it ends, its rail says. */
export const codedStatuses = ['code-generated', 'part-cashed'] as const satisfies AwardStatus[]
/** Its money is committed, as far as it is not paid. */
export const liveStatuses = [...openStatuses, ...codedStatuses] as const
/** In place of what was written of someone who was erased. */
export const ERASED = 'erased'
/** So many wrong dates of birth, over all devices and links, lock an award. */
export const BIRTH_DATE_TRIES = 3
/** For so long a request waits for a second person. */
export const REQUEST_DAYS = 14
/** What one person or case got in so many days counts towards the sum that needs approval. */
export const APPROVAL_WINDOW_DAYS = 28

/** What moves of an award's money. */
export type AwardMoney = Pick<AwardRecord, 'grant_id' | 'amount_pence' | 'fee_pence' | 'fee_vat_pence' | 'paid_pence'>

export const isOneOf = <S extends AwardStatus>(status: AwardStatus, some: readonly S[]): status is S =>
  (some as readonly AwardStatus[]).includes(status)

export const costPence = (award: Omit<AwardMoney, 'paid_pence' | 'grant_id'>): Pence =>
  award.amount_pence + award.fee_pence + award.fee_vat_pence

/** The fee of the dearest way that the person may choose. */
export function awardFee(rails: readonly Pick<RailRecord, 'fee_pence'>[]) {
  const fee = Math.max(...rails.map(({ fee_pence }) => fee_pence))
  return { fee_pence: fee, fee_vat_pence: vatOnNet(fee, STANDARD_VAT_BASIS_POINTS) }
}

const own = (award: AwardMoney, kind: 'available' | 'committed' | 'locked', amountPence: Pence): Entry => ({
  account: { wallet: award.grant_id, kind },
  amountPence,
})
const fees = (award: AwardMoney, sign: 1 | -1): Entry[] => [
  { account: { platform: 'fees' }, amountPence: sign * award.fee_pence },
  { account: { platform: 'vat' }, amountPence: sign * award.fee_vat_pence },
]
const toRail = (amountPence: Pence): Entry => ({ account: { platform: 'supplier-payable' }, amountPence })

/** A request holds its money, so that two never count on the same pounds. */
export const holdEntries = (award: AwardMoney): Entry[] => [
  own(award, 'available', -costPence(award)),
  own(award, 'locked', costPence(award)),
]

export const releaseEntries = (award: AwardMoney): Entry[] => [
  own(award, 'locked', -costPence(award)),
  own(award, 'available', costPence(award)),
]

export const issueEntries = (award: AwardMoney, from: 'available' | 'locked'): Entry[] => [
  own(award, from, -costPence(award)),
  own(award, 'committed', award.amount_pence),
  ...fees(award, 1),
]

export const paidEntries = (award: AwardMoney, pence: Pence): Entry[] => [
  own(award, 'committed', -pence),
  toRail(pence),
]

/** What was not given out goes back to the grant, and the fee where nothing was: nothing goes to breakage. */
export function returnEntries(award: AwardMoney): Entry[] {
  const rest = award.amount_pence - award.paid_pence
  if (award.paid_pence > 0) return [own(award, 'committed', -rest), own(award, 'available', rest)]
  return [own(award, 'committed', -rest), ...fees(award, -1), own(award, 'available', costPence(award))]
}

/** Cashed of a code of an earlier issue, reported after the award was issued again: taken from the grant, without a second fee. */
export const earlierEntries = (award: AwardMoney, pence: Pence): Entry[] => [
  own(award, 'available', -pence),
  toRail(pence),
]

/** Cashed, as is reported after the end: taken from the grant again, with the fee where that had gone back. */
export function lateEntries(award: AwardMoney, pence: Pence): Entry[] {
  const taken = [own(award, 'available', -pence), toRail(pence)]
  if (award.paid_pence > 0) return taken
  return [...taken, own(award, 'available', -(award.fee_pence + award.fee_vat_pence)), ...fees(award, 1)]
}

/** What a case worker asks for, with the rails as they are. */
export interface Wanted {
  amountPence: Pence
  rails: readonly RailRecord[]
}

const pounds = (pence: Pence) => formatMoney(pence, 'GBX')

/** What stands against an award out of a grant, by field. */
export function awardProblems(
  grant: GrantRecord,
  granted: readonly string[],
  { amountPence, rails }: Wanted,
): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  const refuse = (path: string, code: string, message: string) => problems.push({ path, code, message })
  // Above what the grant gives, which way would pay it does not matter.
  const mostOfGrant = grant.max_award_pence ?? Number.POSITIVE_INFINITY
  const isTooMuch = amountPence > mostOfGrant
  if (rails.length === 0) refuse('rails', 'required', 'choose at least one way to pay')
  for (const { key } of rails) {
    const { leastPence, mostPence, stepPence, label } = awardRails[key]
    if (!granted.includes(key)) refuse('rails', 'restricted', `the grant does not pay by ${key}`)
    else if (!isTooMuch && whyNotPaidOut(key, amountPence)) {
      const range = `from ${pounds(leastPence)} to ${pounds(mostPence)}${stepPence > 1 ? ` in multiples of ${pounds(stepPence)}` : ''}`
      problems.push({
        ...{
          path: 'amount',
          code: 'out_of_range',
          message: `must be ${range} by ${label}: leave this way out, or change the amount`,
        },
        reason: {
          code: 'way_cannot_pay',
          way: key,
          wayName: label,
          leastPence,
          mostPence,
          stepPence,
          currency: grant.currency,
        },
      })
    }
  }
  if (isTooMuch) refuse('amount', 'out_of_range', `must be at most ${pounds(mostOfGrant)} out of this grant`)
  return problems
}

/** @throws wrong_state (409) outside of the grant's days, or after it was closed */
export function requireOpenGrant(grant: GrantRecord, now: Instant): void {
  const today = londonDate(now)
  const begins = Temporal.PlainDate.compare(today, Temporal.PlainDate.from(grant.from_day)) >= 0
  const isOver = Temporal.PlainDate.compare(today, Temporal.PlainDate.from(grant.until_day)) > 0
  if (grant.closed_at === null && begins && !isOver) return
  const why = grant.closed_at ? 'is closed' : begins ? `ended on ${grant.until_day}` : `begins on ${grant.from_day}`
  throw new Problem('wrong_state', `The grant ${grant.name} ${why}.`, { help: 'Choose another grant.' })
}

/** Whether a second person approves: what the person or the case got lately counts. */
export const needsApproval = (
  { approval_above_pence: above }: Pick<GrantRecord, 'approval_above_pence'>,
  { recentPence, amountPence }: { recentPence: Pence; amountPence: Pence },
): boolean => above !== null && recentPence + amountPence > above

const refusals: Record<AwardStatus, string> = {
  referred: 'This award waits for approval.',
  approved: 'This award has been approved.',
  declined: 'This award was declined.',
  issued: 'This award has been issued.',
  reissued: 'This award has been issued again.',
  delivered: 'This award has been delivered.',
  opened: 'This award has been opened.',
  'rail-chosen': 'The way to pay this award has been chosen.',
  'code-generated': 'The code of this award has been made.',
  'part-cashed': 'A part of this award has been cashed.',
  cashed: 'This award has been cashed.',
  expired: 'This award has expired.',
  cancelled: 'This award was cancelled.',
}

/** @throws wrong_state (409) unless the award is in one of these states */
export function requireStatus(award: Pick<AwardRecord, 'status'>, allowed: readonly AwardStatus[]): void {
  if (!allowed.includes(award.status)) throw new Problem('wrong_state', refusals[award.status])
}
