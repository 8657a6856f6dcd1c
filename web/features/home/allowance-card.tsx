import type { Allowance } from '#contract/participants.ts'
import { formatMoney } from '../../ui/format.ts'
import { LinkButton } from '../../ui/kit/button.tsx'
import { Card } from '../../ui/kit/card.tsx'
import { Money } from '../../ui/kit/money.tsx'
import { Notice } from '../../ui/kit/notice.tsx'
import { Facts } from '../activity/facts.tsx'
import { ruleFacts } from '../budgets/rules.ts'
import { runDay, runFull } from '../budgets/words.ts'
import styles from './home.module.css'

/** What a participant has to give, until when, and what comes next. */
export function AllowanceCard({ allowance }: { allowance: Allowance }) {
  const { available, live, currency, status, participantStatus } = allowance
  return (
    <Card title={allowance.name}>
      <div className={styles.allowance}>
        <div>
          <p className={styles.figure}>
            <Money pence={available} currency={currency} />
          </p>
          <p>left to give, from {allowance.teamName}</p>
        </div>
        {available > 0 ? <LinkButton to="/send">Send a gift</LinkButton> : null}
      </div>
      {status === 'ended' ? (
        <Notice title="This budget has ended">
          What was not spent has gone back to {allowance.teamName}. Gifts that you sent live on.
        </Notice>
      ) : participantStatus === 'inactive' ? (
        <Notice tone="warning" title="Your allowance is paused">
          What you have stays yours to give; nothing more comes for now. {allowance.teamName} can tell you when it goes
          on.
        </Notice>
      ) : (
        <p>{nextWords(allowance)}</p>
      )}
      {live > 0 ? (
        <p className="muted small">
          <Money pence={live} currency={currency} /> more is in gifts that have not been used yet.
        </p>
      ) : null}
    </Card>
  )
}

/** Until when the money is there, and when the next comes. */
function nextWords(allowance: Allowance): string {
  const { budgetAmount, currency, nextScheduledRun: next, availableUntil: until } = allowance
  const amount = formatMoney(budgetAmount, currency)
  if (!next) return until ? `It can be given until ${runFull(until)}; what is left then goes back.` : 'No more comes.'
  return allowance.unspentParticipantBalanceAction === 'reset'
    ? `It can be given until ${runDay(next)}: then you have ${amount} again, whatever is left.`
    : `${amount} more comes on ${runDay(next)}. What you do not spend stays yours.`
}

/** What gifts from a budget may be, before anybody tries. */
export const AllowanceRules = ({
  allowance,
  categories,
}: {
  allowance: Allowance
  categories: Record<string, string>
}) => (
  <Card title="What you may give">
    <Facts facts={ruleFacts(allowance, categories)} />
  </Card>
)
