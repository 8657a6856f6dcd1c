import type { AwardDetail } from '#contract/awards/awards.ts'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import type { Rail } from '#contract/awards/grants.ts'
import { awardRails, whyNotPaidOut } from '#contract/core/rails.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { mayBeCancelled, openStates } from './labels.ts'

/** What the person said on their page, and what there is to do about it as the award stands. */
export function CannotUse({ award, mayMake }: { award: AwardDetail; mayMake: boolean }) {
  if (!award.cannotUse) return null
  const said = award.timeline.findLast(({ cannotUse }) => cannotUse)
  return (
    <Notice tone="warning" title="The person cannot use it">
      <p>
        {cannotUseLabels[award.cannotUse]}
        {said ? `, they said on ${formatDay(said.at, BUSINESS_ZONE)}` : ''}.
      </p>
      <p>{whatToDo(award, mayMake)}</p>
      {mayMake && award.person.name && !openStates.includes(award.status) && !mayBeCancelled(award) ? (
        <LinkButton look="quiet" to={paths.newAward({ like: award.id })}>
          Award again
        </LinkButton>
      ) : null}
    </Notice>
  )
}

export function whatToDo(award: AwardDetail, mayMake: boolean): string {
  const { status, rail, dateExpires } = award
  if (!mayMake) return 'A case worker sends it another way, or cancels it.'
  if (openStates.includes(status)) return 'No code was made yet: send it another way below, or cancel it.'
  if (mayBeCancelled(award)) return 'Its code can still be stopped: cancel it and award it again below, in one step.'
  const day = dateExpires ? formatDay(dateExpires, BUSINESS_ZONE) : 'its last day'
  return rail && awardRails[rail].settlement === 'onFetch'
    ? 'Its code was bought with their choice, and cannot be stopped. Where the shop does not take it, tell us.'
    : `Its code cannot be stopped. What is not cashed by ${day} goes back to the grant.`
}

/** The ways of the grant that pay this amount out. */
export const payingRails = ({ amount }: AwardDetail, granted: readonly Rail[]): readonly Rail[] =>
  granted.filter((rail) => whyNotPaidOut(rail, amount) === null)
