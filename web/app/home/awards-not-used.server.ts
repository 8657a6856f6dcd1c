import type { Award } from '#contract/awards/awards.ts'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import type { Attention } from './attention.ts'

const SHOWN = 3
/** Dismissed, it is back where nothing was done. */
const AGAIN_AFTER_DAYS = 3

const alike = { tone: 'warning', returnsAfterDays: AGAIN_AFTER_DAYS } as const

/**
 * Awards that their people can do nothing with until a case worker does something: who says that they cannot use theirs, and whose page is
 * locked. Each, or how many there are.
 */
export async function awardsNotUsed(session: Session): Promise<Attention[]> {
  if (!session.can(['make-awards', 'approve-awards']) || !(await session.hasGrants())) return []
  const [refused, locked] = await Promise.all([
    session.api.listAwards({ query: { cannotUse: 'true', limit: 100 } }),
    session.api.listAwards({ query: { locked: 'true', limit: 100 } }),
  ])
  const label = session.can('make-awards') ? 'Help them' : 'View'
  return [
    ...(refused.ok ? listRefused(refused.value, label) : []),
    ...(locked.ok ? listLocked(locked.value, label) : []),
  ]
}

interface Listed {
  data: readonly Award[]
  next: string | null
}

const listRefused = ({ data, next }: Listed, label: string): Attention[] =>
  data.length > SHOWN
    ? [
        {
          ...{ ...alike, key: 'awards not used', level: data.length },
          title: `${data.length}${next ? ' and more' : ''} people cannot use their awards`,
          text: 'They said so on their pages. No money has moved.',
          action: { to: paths.awardsNotUsed, label: 'View' },
        },
      ]
    : data.map(({ id, caseReference, cannotUse }) => ({
        ...{ ...alike, key: `award not used ${id}`, level: 1 },
        title: `The person of case ${caseReference} cannot use their award`,
        text: `${cannotUseLabels[cannotUse!]}. No money has moved.`,
        action: { to: paths.award(id), label },
      }))

const listLocked = ({ data, next }: Listed, label: string): Attention[] =>
  data.length > SHOWN
    ? [
        {
          ...{ ...alike, key: 'awards locked', level: data.length },
          title: `${data.length}${next ? ' and more' : ''} awards are locked`,
          text: 'Three wrong dates of birth were typed for each. No money has moved.',
          action: { to: paths.awardsLocked, label: 'View' },
        },
      ]
    : data.map(({ id, caseReference }) => ({
        ...{ ...alike, key: `award locked ${id}`, level: 1 },
        title: `The award of case ${caseReference} is locked`,
        text: 'Three wrong dates of birth were typed. Speak to the person, then unlock it.',
        action: { to: paths.award(id), label },
      }))
