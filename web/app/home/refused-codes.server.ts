import { refusalReasonLabels } from '#contract/core/status-labels.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import type { Attention } from './attention.ts'

const SHOWN = 20

/** Codes that shops would not take, as recipients say, and that wait for us. */
export async function refusedCodes(session: Session): Promise<Attention[]> {
  if (!session.can('view-huggg-status')) return []
  const found = await session.api.listCodeRefusals({})
  if (!found.ok) return []
  return found.value.data.slice(0, SHOWN).map(({ id, hugggId, recipient, giftName, reason, shop }) => ({
    key: `refused ${id}`,
    tone: 'warning',
    title: `A shop refused the code of ${giftName}`,
    text: `${recipient ? `${recipient} told us` : 'Its recipient told us'}: ${refusalReasonLabels[reason].toLowerCase()}${shop ? `, at ${shop}` : ''}. We are asking the shop. No money has moved.`,
    action: { to: paths.sentGift(hugggId), label: 'View' },
    level: 1,
  }))
}
