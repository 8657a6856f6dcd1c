import type { Session } from '#web/session/session.ts'
import { pastPurchaseLabel } from '../recipients/past-label.ts'
import { pastPurchases } from '../recipients/past-people.server.ts'

/** Purchases whose people can be put into a group: the latest, and one that was asked for. */
export async function purchaseOptions(
  session: Session,
  wanted: string | null,
): Promise<{ id: string; label: string }[]> {
  const zone = session.user!.zone
  const found = await Promise.all([pastPurchases(session, 'email'), pastPurchases(session, 'sms')])
  const options = found
    .flat()
    .sort((one, other) => Date.parse(other.boughtAt) - Date.parse(one.boughtAt))
    .map(({ id, ...purchase }) => ({ id, label: pastPurchaseLabel(purchase, zone) }))
  return wanted && !options.some(({ id }) => id === wanted)
    ? [{ id: wanted, label: 'The purchase you came from' }, ...options]
    : options
}
