import { awardRails } from '#contract/core/rails.ts'
import type { OperatorAward } from '#contract/operator/awards.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { openStates } from '#web/app/support/labels.ts'
import { formatDay, formatMoment } from '#web/ui/format.ts'

type Stands = Pick<
  OperatorAward,
  'status' | 'paid' | 'rail' | 'isLocked' | 'dateExpires' | 'cannotUse' | 'notDelivered'
>

/** What anyone is told who asks for a voucher of a case: who may do something about it, and what. */
export function whatToDo(award: Stands, now: Date): string {
  const can = whatTeamCanDo(award, now)
  return award.cannotUse
    ? `The person said that they cannot use it, and the one who made it was told by email. ${can}`
    : can
}

function whatTeamCanDo({ status, paid, rail, isLocked, dateExpires, notDelivered }: Stands, now: Date): string {
  const until = dateExpires ? ` until ${formatDay(dateExpires, BUSINESS_ZONE)}` : ''
  if (status === 'referred')
    return `It waits for another person of the team to approve it${until}. The person has heard nothing yet.`
  if (isLocked)
    return 'Three wrong dates of birth have locked it. A case worker of the team unlocks it on its page, under Support.'
  if (notDelivered)
    return 'Its message did not arrive. Its team’s home page says so: a case worker corrects the address or number there, under Support, and issues it again.'
  if (openStates.includes(status) || (status === 'expired' && paid === 0))
    return 'A case worker of the team issues it again on its page, under Support: the person gets a new link, and the old one leads nowhere.'
  if (status === 'code-generated' || status === 'part-cashed') {
    if (dateExpires && Date.parse(dateExpires) < now.getTime())
      return `The person has its code, whose last day was ${formatDay(dateExpires, BUSINESS_ZONE)}. Whether it was used comes with its rail’s settlement files; what was not paid out goes back to the grant then.`
    const stops = rail !== null && awardRails[rail].isCancellable
    return `The person has its code, which is good${until}: it cannot be issued again. ${
      stops ? 'A case worker can cancel it, which stops the code first.' : 'Its rail cannot stop the code.'
    }`
  }
  return 'It is over. For more help a case worker makes another award for the case.'
}

/** When an award first came to a state, or the words for that it never did; nothing before it was issued. */
export function whenOrNever(
  { timeline }: Pick<OperatorAward, 'timeline'>,
  state: OperatorAward['status'],
  never: string,
): string | null {
  if (!timeline.some(({ to }) => to === 'issued')) return null
  const first = timeline.find(({ to }) => to === state)
  return first ? formatMoment(first.at, BUSINESS_ZONE) : never
}
