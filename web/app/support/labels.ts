import type { AwardBatch } from '#contract/awards/award-batches.ts'
import type { Award } from '#contract/awards/awards.ts'
import type { Grant, Rail } from '#contract/awards/grants.ts'
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
  ended: { label: 'Not decided in time', tone: 'plain' },
}

/** Where they were erased there is no name. */
export const personLabel = ({ name }: { name: string | null }): string => name ?? 'Details erased'

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
    : `A second person approves what takes a person or case above ${above} in four weeks.`
}

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

export const mayBeReissued = ({ status, paid }: Pick<Award, 'status' | 'paid'>): boolean =>
  openStates.includes(status) || (status === 'expired' && paid === 0)
