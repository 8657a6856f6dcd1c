import { Link } from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Participant, ParticipantBalance } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, AmountField } from '#web/ui/kit/form.tsx'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import { useAddress } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { useBudget } from '../budget-context.ts'
import { isPaidByRuns, participantLabel, participantTone } from '../labels.ts'
import { runFull } from '../run-dates.ts'
import { sumFacts } from '../sum-facts.tsx'
import { type BulkKind, bulkKinds } from './bulk.ts'

interface ParticipantScreenProps {
  participant: Participant
  balance: ParticipantBalance
  failure: Failure | null | undefined
}

/** One participant: what they have and had, and what can be done. */
export function ParticipantScreen({ participant, balance, failure }: ParticipantScreenProps) {
  const { budget } = useBudget()
  const can = useCan()
  const { currency } = budget
  const amount = (budget.isVariable && participant.budgetAmount) || budget.budgetAmount
  return (
    <>
      <div>
        <BackLink to={paths.budgetTab(budget.id, 'participants')} label="All participants" />
        <h2 className="two-lines">{participant.name ?? participant.email}</h2>
      </div>
      <div className="columns">
        <div className="stack">
          <Card
            title="Their money"
            action={<Link to={paths.participantStatement(budget.id, participant.id)}>Statement</Link>}
          >
            <Facts facts={sumFacts(balance)} />
            <p className="muted small">Gifts with their fees and VAT.</p>
          </Card>
          {can('start-automated-budget') && participant.status !== 'deleted' && balance.available > 0 ? (
            <Withdrawal budget={budget} balance={balance} failure={failure} />
          ) : null}
        </div>
        <Card title="In this budget">
          <Facts
            facts={[
              { name: 'Address', value: participant.email },
              {
                name: 'Status',
                value: (
                  <StatusBadge status={participantLabel(participant, budget)} tone={participantTone(participant)} />
                ),
              },
              {
                name: 'Each run',
                value: isPaidByRuns(participant, budget) ? (
                  formatMoney(amount, currency)
                ) : (
                  <span className="muted">
                    {participant.status === 'inactive' && budget.status !== 'ended'
                      ? 'Nothing while paused'
                      : 'Nothing'}
                  </span>
                ),
              },
              { name: 'Added', value: runFull(participant.dateCreated) },
              {
                name: 'Accepted',
                value: participant.dateAccepted
                  ? runFull(participant.dateAccepted)
                  : participant.dateDeleted
                    ? 'Never'
                    : 'Not yet',
              },
              {
                name: participant.hasLeft ? 'Left' : 'Removed',
                value: participant.dateDeleted && runFull(participant.dateDeleted),
              },
            ]}
          />
          {can('create-automated-budget') && budget.status !== 'ended' ? (
            <Steps participant={participant} isVariable={budget.isVariable} />
          ) : null}
        </Card>
      </div>
    </>
  )
}

const labels: Record<BulkKind, string> = {
  invite: 'Invite again',
  pause: 'Pause',
  resume: 'Resume',
  amount: 'Set amount',
  remove: 'Remove',
}

function Steps({ participant, isVariable }: { participant: Participant; isVariable: boolean }) {
  const addressWith = useAddress()
  const fitting = (Object.keys(labels) as BulkKind[]).filter(
    (kind) => bulkKinds[kind](participant) && (kind !== 'amount' || isVariable),
  )
  if (fitting.length === 0) return null
  return (
    <div className="row">
      {fitting.map((kind) => (
        <LinkButton
          key={kind}
          look={kind === 'remove' ? 'danger' : 'quiet'}
          size="small"
          to={addressWith({ confirm: kind })}
          preventScrollReset
        >
          {labels[kind]}
        </LinkButton>
      ))}
    </div>
  )
}

function Withdrawal({
  budget,
  balance,
  failure,
}: {
  budget: BudgetOverview
  balance: ParticipantBalance
  failure: Failure | null | undefined
}) {
  return (
    <Card title="Take money back">
      <p className="muted">
        Up to {formatMoney(balance.available, budget.currency)} can go back to the budget’s wallet, at once. The next
        run comes as planned.
      </p>
      <ActionForm failure={failure} key={balance.available}>
        <AmountField name="amount" label="Amount" currency={budget.currency} required />
        <div>
          <SubmitButton look="quiet" name="intent" value="ask-withdraw">
            Take money back
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

/** Asks before money moves: it is there at once, and nothing undoes it. */
export function WithdrawalDialog({ participant, amountPence }: { participant: Participant; amountPence: number }) {
  const { budget, attempt } = useBudget()
  const money = formatMoney(amountPence, budget.currency)
  return (
    <ConfirmDialog
      title={`Take ${money} back from ${participant.name ?? participant.email}?`}
      confirm={`Take ${money} back`}
      fields={{ intent: 'withdraw', amount: (amountPence / 100).toFixed(2), attempt }}
      closeTo={paths.participant(budget.id, participant.id)}
    >
      It goes back to the budget’s wallet at once, and they are told by email. This cannot be undone.
    </ConfirmDialog>
  )
}
