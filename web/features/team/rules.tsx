import type { Team } from '#contract/teams.ts'
import { formatMoney, humanise, plural } from '../../ui/format.ts'
import { Card } from '../../ui/kit/card.tsx'
import styles from './team.module.css'

const methodNames: Record<string, string> = {
  sms: 'Text message',
  'inline-redeem': 'Shown at once',
  superhuggg: 'Shared link',
}

/** What holds for a purchase of this team, the parent's rules included. */
export function Rules({ team }: { team: Team }) {
  const { reasonCodes, preferences } = team.effective
  const { deliveryMethods, maximumHugggExpiryDays, deliveryEmailDomains, giftingRestrictions } = preferences
  const price = giftingRestrictions?.price
  const rules: [string, string][] = [
    [
      'Delivery',
      deliveryMethods
        ? deliveryMethods.map((method) => methodNames[method] ?? humanise(method)).join(', ')
        : 'Every way',
    ],
    [
      'Gifts last',
      maximumHugggExpiryDays ? `${plural(maximumHugggExpiryDays, 'day')} at most` : 'As long as the product allows',
    ],
    ['Emails to', deliveryEmailDomains?.length ? deliveryEmailDomains.join(', ') : 'Anybody'],
    [
      'Price of a gift',
      price && (price.min !== null || price.max !== null)
        ? [
            price.min === null ? '' : `from ${formatMoney(price.min, 'GBX')}`,
            price.max === null ? '' : `up to ${formatMoney(price.max, 'GBX')}`,
          ]
            .filter(Boolean)
            .join(' ')
        : 'Any',
    ],
    [
      'Reasons',
      reasonCodes.length
        ? `${reasonCodes.join(', ')}${preferences.requireReasonCode ? ' (one is required)' : ''}`
        : 'None set',
    ],
  ]
  return (
    <Card title="Rules for sending">
      <dl className={styles.facts}>
        {rules.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
