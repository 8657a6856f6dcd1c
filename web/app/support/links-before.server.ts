import type { HelpedPerson } from '#contract/awards/people.ts'
import type { Session } from '#web/session/session.ts'
import { hasLink } from './labels.ts'

/** Where links that still open an award have gone, where their person is reached elsewhere now. */
export async function linksBefore(session: Session, before: HelpedPerson, now: HelpedPerson): Promise<string[]> {
  const moved = [
    { by: 'sms' as const, where: 'number', isMoved: before.phoneNumber !== now.phoneNumber && before.phoneNumber },
    { by: 'email' as const, where: 'email address', isMoved: before.email !== now.email && before.email },
  ].filter(({ isMoved }) => isMoved)
  if (moved.length === 0) return []
  const listed = await session.api.listAwards({ query: { personId: now.id, limit: 100 } })
  if (!listed.ok) return []
  return moved.flatMap(({ by, where }) => {
    const live = listed.value.data.filter((award) => hasLink(award) && award.deliverBy === by)
    const cases = new Intl.ListFormat('en-GB').format(new Set(live.map(({ caseReference }) => caseReference)))
    return live.length
      ? [
          `The link of case ${cases} went to the ${where} before: to send it to the new one, issue a new link on its award.`,
        ]
      : []
  })
}
