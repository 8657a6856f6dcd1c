import { Link } from 'react-router'
import type { CelebrationRule } from '#contract/celebrations/celebrations.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { ruleAudience } from './labels.ts'

/** A rule as those read it who do not change it. */
export const RuleFacts = ({ rule }: { rule: CelebrationRule }) => (
  <Card title="The rule">
    <Facts
      facts={[
        { name: 'Who', value: ruleAudience(rule) },
        { name: 'Gift', value: rule.productName },
        { name: 'Paid from', value: <Link to={paths.walletTab(rule.walletId, 'statement')}>{rule.walletName}</Link> },
        { name: 'From', value: rule.fromName },
        { name: 'Message', value: rule.message },
        { name: 'Reason', value: rule.reasonCode },
        {
          name: 'Approval',
          value: rule.needsApproval ? 'An admin is asked before each gift' : 'Gifts send themselves',
        },
      ]}
    />
  </Card>
)
