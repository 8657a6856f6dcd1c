import type { Team } from '#contract/teams.ts'
import { methodWord } from '#web/app/activity/words.ts'
import { formatMoney, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'

interface RulesCardProps {
  team: Team
  /** Names of categories by their id. */
  categories: Record<string, string>
}

/** What holds for a purchase of this team, the parent's rules included. */
export function RulesCard({ team, categories }: RulesCardProps) {
  const { reasonCodes, preferences } = team.effective
  const { deliveryMethods, maximumHugggExpiryDays, deliveryEmailDomains, giftingRestrictions } = preferences
  const named = (ids: readonly string[]) => ids.map((id) => categories[id] ?? 'a category that is gone').join(', ')
  const allow = giftingRestrictions?.categories.allow ?? []
  const disallow = giftingRestrictions?.categories.disallow ?? []
  return (
    <Card title="Current rules">
      {team.parentTeamId === null ? null : (
        <p className="muted small">With what the parent team asks of its subteams.</p>
      )}
      <Facts
        facts={[
          { name: 'Ways to send', value: deliveryMethods ? deliveryMethods.map(methodWord).join(', ') : 'Every way' },
          {
            name: 'To whom',
            value: deliveryEmailDomains?.length ? `Addresses at ${deliveryEmailDomains.join(', ')}` : 'Anyone',
          },
          {
            name: 'Gifts last',
            value: maximumHugggExpiryDays
              ? `${plural(maximumHugggExpiryDays, 'day')} at most`
              : 'As long as the gift allows',
          },
          { name: 'Price of a gift', value: priceWords(team) },
          { name: 'To one person', value: capWords(team) },
          { name: 'Approval', value: approvalWords(team) },
          {
            name: 'Kinds of gifts',
            value:
              [allow.length ? `Only ${named(allow)}` : '', disallow.length ? `No ${named(disallow)}` : '']
                .filter(Boolean)
                .join('. ') || 'All of them',
          },
          {
            name: 'Reason',
            value: reasonCodes.length
              ? `${preferences.requireReasonCode ? 'Required' : 'Optional'}: ${reasonCodes.join(', ')}`
              : 'None is asked for',
          },
          {
            name: 'Reminders',
            value: preferences.remindRecipients
              ? 'Sent, unless a purchase says no'
              : 'Not sent, unless a purchase says so',
          },
        ]}
      />
    </Card>
  )
}

export const currencyOf = ({ territory }: Pick<Team, 'territory'>) => (territory === 'EU' ? 'EUX' : 'GBX')

/** Only the first team of an organisation says; null where it does not, or another does. */
function capWords(team: Team): string | null {
  const cap = team.preferences.recipientSpendCap
  if (!cap) return null
  const most = `${formatMoney(cap.amount, currencyOf(team))} a ${cap.period}`
  return cap.mode === 'block' ? `At most ${most}` : `Senders are told above ${most}`
}

/** As with the cap, of the first team only. */
function approvalWords(team: Team): string | null {
  const limits = team.preferences.approvals
  if (!limits) return null
  const money = (pence: number) => formatMoney(pence, currencyOf(team))
  const perOrder = limits.perOrder === null ? null : `${money(limits.perOrder)} an order`
  const perDay = limits.perDay === null ? null : `${money(limits.perDay)} a day`
  return `Above ${[perOrder, perDay].filter(Boolean).join(', or ')}`
}

function priceWords(team: Team): string {
  const { min, max } = team.effective.preferences.giftingRestrictions?.price ?? { min: null, max: null }
  const money = (pence: number) => formatMoney(pence, currencyOf(team))
  if (min === null) return max === null ? 'Any' : `Up to ${money(max)}`
  return max === null ? `From ${money(min)}` : `${money(min)} to ${money(max)}`
}
