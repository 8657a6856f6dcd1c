import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import type { Attention } from './attention.ts'

const SHOWN = 3
/** Dismissed, it is back where nothing was done. */
const AGAIN_AFTER_DAYS = 3

/** Awards whose person says that they cannot use them, until something was done about it: each, or how many there are. */
export async function awardsNotUsed(session: Session): Promise<Attention[]> {
  if (!session.can(['make-awards', 'approve-awards']) || !(await session.hasGrants())) return []
  const found = await session.api.listAwards({ query: { cannotUse: 'true', limit: 100 } })
  if (!found.ok) return []
  const { data, next } = found.value
  const alike = { tone: 'warning', returnsAfterDays: AGAIN_AFTER_DAYS } as const
  if (data.length > SHOWN)
    return [
      {
        ...{ ...alike, key: 'awards not used', level: data.length },
        title: `${data.length}${next ? ' and more' : ''} people cannot use their awards`,
        text: 'They said so on their pages. No money has moved.',
        action: { to: paths.awardsNotUsed, label: 'View' },
      },
    ]
  return data.map(({ id, caseReference, cannotUse }) => ({
    ...{ ...alike, key: `award not used ${id}`, level: 1 },
    title: `The person of case ${caseReference} cannot use their award`,
    text: `${cannotUseLabels[cannotUse!]}. No money has moved.`,
    action: { to: paths.award(id), label: session.can('make-awards') ? 'Help them' : 'View' },
  }))
}
