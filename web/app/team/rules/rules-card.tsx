import type { Team } from '#contract/teams/teams.ts'
import { formatMoney } from '#kit/money.ts'
import { methodLabel } from '#web/app/activity/labels.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { allowanceLimitLabel, approvalLabel, capLabel, priceLabel } from './rule-labels.ts'

interface RulesCardProps {
  team: Team
  /** Names of categories by their id. */
  categories: Record<string, string>
}

/** What holds for a purchase of this team, the parent's rules included. */
export function RulesCard({ team, categories }: RulesCardProps) {
  const { reasonCodes, preferences } = team.effective
  const money = (pence: number) => formatMoney(pence, currencyByTerritory(team))
  const { deliveryMethods, maximumHugggExpiryDays, deliveryEmailDomains, giftingRestrictions } = preferences
  const named = (ids: readonly string[]) =>
    ids.map((id) => categories[id] ?? 'a category that no longer exists').join(', ')
  const allow = giftingRestrictions?.categories.allow ?? []
  const disallow = giftingRestrictions?.categories.disallow ?? []
  return (
    <Card title="Current rules">
      {team.parentTeamId === null ? null : (
        <p className="muted small">With what the parent team asks of its subteams.</p>
      )}
      <Facts
        facts={[
          { name: 'Ways to send', value: deliveryMethods ? deliveryMethods.map(methodLabel).join(', ') : 'Every way' },
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
          { name: 'Price of a gift', value: priceLabel(giftingRestrictions?.price ?? { min: null, max: null }, money) },
          { name: 'To one person', value: capLabel(team.preferences.recipientSpendCap, money) },
          { name: 'Allowances to one person', value: allowanceLimitLabel(team.preferences.allowanceLimit, money) },
          { name: 'Approval', value: approvalLabel(team.preferences.approvals, money) },
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

export const currencyByTerritory = ({ territory }: Pick<Team, 'territory'>) => (territory === 'EU' ? 'EUX' : 'GBX')
