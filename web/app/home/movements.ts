import type { StatementLine, Wallet } from '#contract/wallets/wallets.ts'
import { formatMoney } from '#kit/money.ts'
import type { Cause } from '#web/app/activity/causes.server.ts'
import type { Activity } from './activity.ts'

export interface Movement {
  wallet: Pick<Wallet, 'id' | 'name' | 'currency'>
  line: Pick<StatementLine, 'id' | 'at' | 'kind' | 'description' | 'effect' | 'reference'>
}

/** How gifts of one purchase end together, in words for several. */
const endings: Record<string, string> = {
  cancellation: 'cancelled, money returned',
  expiry: 'expired, money returned',
  breakage: 'expired',
}

/** A card that pays a purchase fills the wallet in the same moment by what is bought: by the purchase’s line, that of the card. */
function cardPayments(movements: readonly Movement[]): Map<string, string> {
  const moment = ({ wallet, line }: Movement, pence: number) => `${wallet.id} ${line.at} ${pence}`
  const ofKind = (kind: string) => movements.filter(({ line }) => line.kind === kind)
  const filled = Map.groupBy(ofKind('card-top-up'), (each) => moment(each, each.line.effect.available))
  return new Map(
    ofKind('purchase').flatMap((each) => {
      const card = filled.get(moment(each, -each.line.effect.available))?.pop()
      return card ? [[each.line.id, card.line.id] as const] : []
    }),
  )
}

/**
 * Movements, the newest first, as lines of recent activity: gifts of one purchase that ended alike on one day are one line, and
 * a purchase by card is one with its payment.
 */
export function movementActivities(
  movements: readonly Movement[],
  causes: Readonly<Record<string, Cause>>,
): Activity[] {
  const byCard = cardPayments(movements)
  const payments = new Set(byCard.values())
  const told = movements.filter(({ line }) => !payments.has(line.id))
  const groups = Map.groupBy(told, ({ wallet, line }) => {
    const purchase = causes[line.reference.id]?.purchase
    return purchase && endings[line.kind]
      ? `${wallet.id} ${line.kind} ${purchase.to} ${line.at.slice(0, 10)}`
      : `${wallet.id} ${line.id}`
  })
  return [...groups].map(([key, group]) => {
    const { wallet, line } = group[0]!
    const cause = causes[line.reference.id]
    const several = group.length > 1 ? cause!.purchase! : undefined
    const pence = group.reduce((sum, one) => sum + one.line.effect.available, 0)
    const said = several ? `${group.length} gifts ${endings[line.kind]}` : describe(group[0]!)
    const where = byCard.has(line.id) ? 'by card' : wallet.name
    return {
      key,
      at: line.at,
      to: (several ?? cause)?.to ?? null,
      title: (several ?? cause)?.name ?? said,
      detail: cause ? `${said} · ${where}` : where,
      // A gift that is used was paid for when it was bought.
      pence: pence || null,
      currency: wallet.currency,
    }
  })
}

/** What a till took was paid for before: the sum is said, for the wallet's own does not move. */
const describe = ({ wallet, line: { kind, description, effect } }: Movement): string =>
  kind === 'redemption' && effect.committed < 0
    ? `${formatMoney(-effect.committed, wallet.currency)} used`
    : description
