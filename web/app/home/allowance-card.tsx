import { Form, Link } from 'react-router'
import type { Allowance } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { runDay, runFull } from '#web/app/budgets/run-dates.ts'
import { sumFacts } from '#web/app/budgets/sum-facts.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import styles from './home.module.css'

interface AllowanceCardProps {
  allowance: Allowance
  buysNothing?: boolean
  isHere?: boolean
  leaveAt?: string
}

/**
 * What a participant has to give, until when, and what comes next.
 * @param buysNothing no gift costs as little as what is left
 * @param leaveAt where they are asked before they leave the budget
 * @param isHere whether it is of the team acted in; sending from another's acts there first
 */
export function AllowanceCard({ allowance, buysNothing = false, isHere = true, leaveAt }: AllowanceCardProps) {
  const { available, received, currency, status, participantStatus } = allowance
  return (
    <Card
      title={allowance.name}
      action={
        <Link to={paths.allowanceStatement(allowance.participantId)} aria-label={`Statement of ${allowance.name}`}>
          Statement
        </Link>
      }
    >
      <div className={styles.allowance}>
        <div>
          <p className={styles.figure}>
            <Money pence={available} currency={currency} />
          </p>
          <p>left to give, from {allowance.teamName}</p>
        </div>
        {available > 0 && !buysNothing ? (
          isHere ? (
            <LinkButton to={paths.sendWay('browse')}>Send a gift</LinkButton>
          ) : (
            <SendFromThere allowance={allowance} />
          )
        ) : null}
      </div>
      {buysNothing ? <p>No gift that your budget allows costs as little as that.</p> : null}
      {status === 'ended' ? (
        <Notice title="This budget has ended">
          What was not spent has gone back to {allowance.teamName}. Gifts that you sent still work.
        </Notice>
      ) : participantStatus === 'inactive' ? (
        <Notice tone="warning" title="Your allowance is paused">
          You can still give what you have. No more is added for now. {allowance.teamName} can tell you when it resumes.
        </Notice>
      ) : (
        <p>{nextRunLabel(allowance)}</p>
      )}
      {allowance.yearLimit ? <YearLimit {...allowance.yearLimit} currency={currency} /> : null}
      {received === available ? null : (
        <>
          <Facts facts={sumFacts(allowance)} />
          <p className="muted small">Gifts with their fees and VAT.</p>
        </>
      )}
      {leaveAt && status !== 'ended' ? (
        <div>
          <LinkButton look="plain" size="small" to={leaveAt} aria-label={`Leave ${allowance.name}`} preventScrollReset>
            Leave
          </LinkButton>
        </div>
      ) : null}
    </Card>
  )
}

type YearLimitProps = NonNullable<Allowance['yearLimit']> & { currency: string }

/** What a limit for one person leaves, over all of their budgets. */
const YearLimit = ({ limit, paid, left, until, currency }: YearLimitProps) => (
  <p className={left === 0 ? undefined : 'muted small'}>
    Budgets pay you at most {formatMoney(limit, currency)} until {runDay(until)}. You have had{' '}
    {formatMoney(paid, currency)} of it
    {left === 0 ? ': no more is added before then.' : `; ${formatMoney(left, currency)} can still be added.`}
  </p>
)

const SendFromThere = ({ allowance: { teamId, name } }: { allowance: Allowance }) => (
  <Form method="post" action={paths.switchTeam}>
    <input type="hidden" name="teamId" value={teamId} />
    <input type="hidden" name="next" value={paths.sendWay('browse')} />
    <SubmitButton look="quiet" aria-label={`Send a gift from ${name}`}>
      Send a gift
    </SubmitButton>
  </Form>
)

/** Until when the money is there, and when the next comes. */
function nextRunLabel(allowance: Allowance): string {
  const { budgetAmount, currency, nextScheduledRun: next, availableUntil: until } = allowance
  const amount = formatMoney(budgetAmount, currency)
  if (!next)
    return until ? `You can send gifts until ${runFull(until)}; what is left then goes back.` : 'No more is added.'
  return allowance.unspentParticipantBalanceAction === 'reset'
    ? `You can send gifts until ${runFull(next)}. Then your allowance is set to ${amount} again; anything left is not added.`
    : `${amount} more is added on ${runDay(next)}. You keep what you do not spend.`
}
