import { Link } from 'react-router'
import type { AwardBatchDetail } from '#contract/awards/award-batches.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { LIMITS_COUNT, openStates } from '../labels.ts'
import type { BatchIntent } from './batch-actions.server.ts'

interface BatchFormsProps {
  batch: AwardBatchDetail
  /** Tells one press of a button from the next. */
  attempt: string
  sent: { intent: BatchIntent; failure: Failure } | null
  mayDecide: boolean
  mayMake: boolean
}

/** What may be done about a batch as it stands, by who looks at it. */
export function BatchForms({ batch, attempt, sent, mayDecide, mayMake }: BatchFormsProps) {
  const failure = (intent: BatchIntent) => (sent?.intent === intent ? sent.failure : null)
  const waits = batch.status === 'referred'
  const without = batch.states.filter(({ status }) => status === 'referred' || openStates.includes(status))
  const count = without.reduce((sum, { awards }) => sum + awards, 0)
  const isOver = batch.status === 'declined' || batch.status === 'cancelled'
  return (
    <>
      {waits && !mayDecide ? (
        <Notice tone="warning" title="It waits for approval">
          Another person than the one who asked decides on the whole batch. Its money is held, and no one has heard
          anything yet.
        </Notice>
      ) : null}
      {waits && mayDecide ? <Approve {...{ batch, attempt, count }} failure={failure('approve')} /> : null}
      {waits && mayDecide ? (
        <WithReason
          intent="decline"
          title="Decline"
          button="Decline the batch"
          {...{ attempt }}
          failure={failure('decline')}
        >
          Its money is available to the grant again.
        </WithReason>
      ) : null}
      {mayMake && count > 0 && !isOver ? (
        <WithReason
          intent="cancel"
          title="Cancel"
          button={`Cancel ${plural(count, 'award')}`}
          {...{ attempt }}
          failure={failure('cancel')}
        >
          {`Awards that no code was made for: ${formatMoney(
            without.reduce((sum, { amount }) => sum + amount, 0),
            batch.currency,
          )} go back to the grant. The others stay.`}
        </WithReason>
      ) : null}
    </>
  )
}

interface ApproveProps {
  batch: AwardBatchDetail
  attempt: string
  count: number
  failure: Failure | null
}

const Approve = ({ batch, attempt, count, failure }: ApproveProps) => {
  const amount = batch.states.find(({ status }) => status === 'referred')?.amount ?? 0
  return (
    <Card title="Approve">
      <ActionForm failure={failure}>
        <Hidden intent="approve" attempt={attempt} />
        <p>
          {batch.createdBy.name} asks for {plural(count, 'award')}. Once approved, they go to their people.
        </p>
        <p className="muted small">{LIMITS_COUNT}</p>
        {batch.helped?.awards ? <Helped helped={batch.helped} /> : null}
        {batch.helped?.withoutReason ? (
          <TextField
            name="duplicateReason"
            label="Why they are helped again"
            description={`The list says no reason for ${plural(batch.helped.withoutReason, 'row')}: yours is kept in the history of those awards. Or decline them one by one first.`}
            required
            maxLength={500}
          />
        ) : null}
        <div>
          <SubmitButton>
            Approve {plural(count, 'award')}, {formatMoney(amount, batch.currency)} in all
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}

const Helped = ({ helped }: { helped: NonNullable<AwardBatchDetail['helped']> }) => (
  <Notice tone="warning" title={`${plural(helped.awards, 'row')} for people or cases that were helped lately`}>
    <ul>
      {helped.rows.map(({ row, awardId, withinDays, isOwnTeam, duplicateReason }) => (
        <li key={row}>
          <Link to={paths.award(awardId)}>Row {row}</Link>: in the last {withinDays} days, by{' '}
          {isOwnTeam ? 'your team' : 'another team of your organisation'}
          {duplicateReason ? `. Again for: ${duplicateReason}` : ''}
        </li>
      ))}
    </ul>
    {helped.awards > helped.rows.length ? <p>And {helped.awards - helped.rows.length} more.</p> : null}
  </Notice>
)

interface WithReasonProps {
  intent: BatchIntent
  title: string
  button: string
  attempt: string
  failure: Failure | null
  /** What follows. */
  children: string
}

const WithReason = ({ intent, title, button, attempt, failure, children }: WithReasonProps) => (
  <Card title={title}>
    <ActionForm failure={failure} noValidate>
      <Hidden intent={intent} attempt={attempt} />
      <p>{children}</p>
      <TextField
        name="reason"
        label="Reason"
        description="Kept in the history of each award"
        required
        maxLength={500}
      />
      <div>
        <SubmitButton look="danger">{button}</SubmitButton>
      </div>
    </ActionForm>
  </Card>
)

const Hidden = ({ intent, attempt }: { intent: BatchIntent; attempt: string }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="key" value={`${intent} ${attempt}`} />
  </>
)
