import type { AwardBatch } from '#contract/awards/award-batches.ts'
import type { Award, AwardDetail } from '#contract/awards/awards.ts'
import type { Grant, Rail } from '#contract/awards/grants.ts'
import { type HouseholdType, householdLabels, householdTypes } from '#contract/awards/household-type.ts'
import type { FoundPerson } from '#contract/awards/people.ts'
import { awardRailNames, awardRails } from '#contract/core/rails.ts'
import { formatMoney } from '#kit/money.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export type AwardStatus = Award['status']

/** What people read for a state; a colour only repeats it. In the order that people filter by. */
export const awardStates: Record<AwardStatus, { label: string; tone: Tone }> = {
  referred: { label: 'Waits for approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'accent' },
  issued: { label: 'Issued', tone: 'accent' },
  reissued: { label: 'Issued again', tone: 'accent' },
  delivered: { label: 'Delivered', tone: 'accent' },
  opened: { label: 'Opened', tone: 'accent' },
  'rail-chosen': { label: 'Way chosen', tone: 'accent' },
  'code-generated': { label: 'Code made', tone: 'accent' },
  'part-cashed': { label: 'Partly cashed', tone: 'success' },
  cashed: { label: 'Cashed', tone: 'success' },
  declined: { label: 'Declined', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

/** Beside its state, as long as nothing was done about it. */
export const CANNOT_USE = 'Cannot be used'
export const LOCKED = 'Locked'
export const NOT_DECIDED = 'Not decided in time'

/** By what someone may be the same person. */
export const knownByLabels: Record<FoundPerson['knownBy'][number], string> = {
  case: 'Same case',
  phone: 'Same mobile number',
  email: 'Same email',
  'name-and-birth-date': 'Same name and date of birth',
  'name-and-postcode': 'Same name and postcode',
  name: 'Same name',
}

/** Its state as people read it: what no one decided on never began. */
export const stateLook = ({
  status,
  isUndecided,
}: Pick<Award, 'status' | 'isUndecided'>): { label: string; tone: Tone } =>
  isUndecided ? { label: NOT_DECIDED, tone: 'plain' } : awardStates[status]

export const allRails: readonly Rail[] = awardRailNames

export const railOptions = (rails: readonly Rail[]) =>
  rails.map((value) => ({ value, label: awardRails[value].label, note: railLimits(value) }))

/** “£10 to £100, in steps of £10”: which sums a way pays out. */
function railLimits(rail: Rail): string {
  const { leastPence, mostPence, stepPence } = awardRails[rail]
  const step = stepPence > 1 ? `, in steps of £${stepPence / 100}` : ''
  return `£${leastPence / 100} to £${mostPence / 100}${step}`
}

export const railLabel = (rail: Rail): string => awardRails[rail].label

export const isRail = (name: string): name is Rail => name in awardRails

/** What people read for a batch's state. */
export const batchStates: Record<AwardBatch['status'], { label: string; tone: Tone }> = {
  referred: { label: 'Waits for approval', tone: 'warning' },
  issued: { label: 'Issued', tone: 'success' },
  declined: { label: 'Declined', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  ended: { label: NOT_DECIDED, tone: 'plain' },
}

/** Where they were erased there is no name. */
export const personLabel = ({ name }: { name: string | null }): string => name ?? 'Details erased'

export const householdLabel = (type: HouseholdType | null): string => (type ? householdLabels[type] : 'Not said')

export const householdOptions = householdTypes.map((value) => ({ value, label: householdLabels[value] }))

export const deliveryLabels: Record<NonNullable<Award['deliverBy']>, string> = {
  sms: 'By text',
  email: 'By email',
  letter: 'By letter',
  hand: 'A case worker hands it over',
}

/** When a second person is asked about an award, or about a list of them. */
export function approvalRule(
  { approvalAbove, currency }: Pick<Grant, 'approvalAbove' | 'currency'>,
  isList: boolean,
): string {
  if (approvalAbove === null) return ''
  if (approvalAbove === 0) return `A second person approves each ${isList ? 'list' : 'award'}.`
  const above = formatMoney(approvalAbove, currency)
  return isList
    ? `A second person approves a list of more than ${above} in all.`
    : `A second person approves what takes one record of a person, or one case, above ${above} in four weeks.`
}

/** Of the limit above, and of how many awards one person may have. */
export const LIMITS_COUNT =
  'Limits count each record of a person, and each case, alone: what someone got under a second record is not counted.'

/** Why a request waits for a second person, in a sentence without its full stop. */
export function whyItWaits({
  amount,
  currency,
  waiting,
}: Pick<Award, 'amount' | 'currency' | 'waiting'>): string | null {
  if (!waiting) return null
  const { approvalAbove, recent } = waiting
  if (!approvalAbove) return 'A second person approves each award of this grant'
  const [above, before] = [formatMoney(approvalAbove, currency), formatMoney(recent, currency)]
  if (amount > approvalAbove) return `Above ${above}`
  return recent > 0
    ? `With ${before} in the four weeks before, this person or case is above ${above}`
    : `Above ${above} in four weeks, as it was asked for`
}

/** What who decides on more knows first: what they had of late. */
export const describeRecent = (pence: number, currency: string): string =>
  pence > 0 ? `${formatMoney(pence, currency)} to this person or case` : 'Nothing to this person or case'

/** The same of a list, which waits as one. */
export const whyListWaits = ({
  amount,
  approvalAbove,
  currency,
}: Pick<AwardBatch, 'amount' | 'approvalAbove' | 'currency'>): string =>
  approvalAbove !== null && amount > approvalAbove
    ? `Above ${formatMoney(approvalAbove, currency)} in all`
    : 'Someone in it was helped in the last 28 days'

/** What a reason is often called; any other may be typed. */
export const usualReasons = ['Food', 'Energy', 'Cash', 'Keeping warm', 'Home', 'Children'] as const

/** Issued, and no code made yet. */
export const openStates: readonly AwardStatus[] = ['issued', 'reissued', 'delivered', 'opened', 'rail-chosen']

/** Its link leads the person to it. */
export const hasLink = ({ status }: Pick<Award, 'status'>): boolean =>
  openStates.includes(status) || status === 'code-generated' || status === 'part-cashed'

/** A code that its rail can stop is stopped first. */
export const mayBeCancelled = ({ status, rail }: Pick<Award, 'status' | 'rail'>): boolean =>
  status === 'referred' ||
  openStates.includes(status) ||
  ((status === 'code-generated' || status === 'part-cashed') && rail !== null && awardRails[rail].isCancellable)

export const mayBeReissued = ({ status, paid, isUndecided }: Pick<Award, 'status' | 'paid' | 'isUndecided'>): boolean =>
  openStates.includes(status) || (status === 'expired' && paid === 0 && !isUndecided)

/** By letter, not opened, and its link in no letter since it was issued. */
export function isToBePrinted({
  deliverBy,
  status,
  person,
  timeline,
}: Pick<AwardDetail, 'deliverBy' | 'status' | 'person' | 'timeline'>): boolean {
  if (deliverBy !== 'letter' || !(status === 'issued' || status === 'reissued') || person.name === null) return false
  const issued = timeline.findLastIndex(({ note, to }) => note === null && (to === 'issued' || to === 'reissued'))
  return !timeline.slice(issued).some(({ note }) => note === 'letter-printed')
}

/** It is over, and a new award is what helps its person. */
export const mayBeAwardedAgain = (
  award: Pick<Award, 'status' | 'paid' | 'isUndecided' | 'person'>,
  grantEnd: string | null,
): boolean =>
  award.person.name !== null &&
  (award.status === 'cancelled' || (award.status === 'expired' && (grantEnd !== null || !mayBeReissued(award))))
