import { Link } from 'react-router'
import { formatMoney } from '#kit/money.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatCount, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import type { Failure } from '#web/ui/kit/failure.ts'
import { ActionForm, FailureSummary } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import priceLines from '#web/ui/kit/price-lines.module.css'
import wizardStyles from '#web/ui/wizard/wizard.module.css'
import styles from '../budgets.module.css'
import { forgetChanges } from '../kept-changes.tsx'
import { lastDay, otherBudgetsSentence, unpaidLabel, yearLabel } from '../labels.ts'
import { missingPence, runPastCard } from '../missing.ts'
import { runFull } from '../run-dates.ts'
import { UpcomingRuns } from '../runs/upcoming-runs.tsx'
import { type Changes, ChangesCard, namedFacts, type ReviewNames } from './changes-card.tsx'
import { type Consequence, Consequences } from './consequences.tsx'
import { budgetFacts, type ReviewPeople } from './review-facts.ts'
import { type Collected, stepPath, useWizard, type Wizard } from './wizard.ts'
import { participantTotal } from './wizard-steps.ts'

interface ReviewProps extends ReviewNames {
  failure: Failure | null | undefined
  /** Some of the people, as they are called. */
  people: ReviewPeople
  /** Whether the reader has a card that could pay; null where they may not store one. */
  hasCard: boolean | null
  /** Of a live budget: what its last run was made by, with what the next one would have cost; null where nothing was changed. */
  changes: Changes | null
  /** What people lose by what is not saved yet. */
  consequences: readonly Consequence[]
  /** The product's present. */
  now: string
  attempt: string
}

/** All that will happen, once more; then the button that starts it. */
export function Review({ failure, people, hasCard, changes, consequences, now, attempt, ...names }: ReviewProps) {
  const wizard = useWizard()
  const { budget, forecast } = wizard
  const walletName = names.walletNames[budget.walletId] ?? null
  // Beside a change they come after what it changes: they may well be about something else.
  const warnings = <Warnings wizard={wizard} walletName={walletName} hasCard={hasCard} />
  return (
    <div className="stack">
      {wizard.collected && failure ? <FailureSummary failure={failure} /> : null}
      {budget.status === 'live' || wizard.collected ? (
        <ChangesCard wizard={wizard} changes={changes} names={names} />
      ) : null}
      {wizard.collected ? <SaveEarly isAsked={consequences.length > 0} /> : null}
      {wizard.collected ? null : warnings}
      <div className="columns">
        <Summary wizard={wizard} names={names} />
        <div className="stack">
          <Costs wizard={wizard} />
          <Funded wizard={wizard} people={people} />
        </div>
      </div>
      {wizard.collected ? warnings : null}
      <UpcomingRuns title="Forecast" forecast={forecast} />
      {wizard.collected ? (
        <SaveAll wizard={wizard} collected={wizard.collected} consequences={consequences} />
      ) : (
        <Start wizard={wizard} failure={failure} now={now} attempt={attempt} />
      )}
    </div>
  )
}

function Warnings({
  wizard,
  walletName,
  hasCard,
}: {
  wizard: Wizard
  walletName: string | null
  hasCard: ReviewProps['hasCard']
}) {
  const { budget, forecast, hasTyped } = wizard
  const { takesCards } = useAppData()
  const can = useCan()
  const wallet = walletName ?? 'The wallet'
  const missing = missingPence(forecast)
  const from = stepPath(wizard, 'review')
  const topUp = can('top-up-wallet') ? (
    <>
      {' '}
      <Link to={paths.walletTab(budget.walletId, takesCards ? 'card' : 'top-up', missing, { from })}>
        Put {formatMoney(missing, forecast.currency)} into {walletName ?? 'the wallet'} by{' '}
        {takesCards ? 'card' : 'bank transfer'}
      </Link>
      {takesCards ? (
        <>
          {' '}
          or <Link to={paths.walletTab(budget.walletId, 'top-up', missing, { from })}>by bank transfer</Link>
        </>
      ) : null}
      {hasCard ? (
        <>
          , or <Link to={stepPath(wizard, 'funding')}>choose a card for what is missing</Link>
        </>
      ) : hasCard === false ? (
        <>
          , or <Link to={paths.cards}>store a card</Link> that pays what is missing
        </>
      ) : null}
      .
    </>
  ) : null
  const pastCard = runPastCard(forecast)
  const isFirst = forecast.firstUncovered !== null && forecast.firstUncovered === forecast.runs[0]?.date
  const short = forecast.runs.find(({ covered }) => !covered)
  const isCardOver = short && short.problem !== 'WALLET_INSUFCCIENT_FUNDS'
  return (
    <>
      {hasTyped ? (
        <Notice tone="warning" title="The list of people is not finished">
          {plural(participantTotal(budget.participantCounts), 'person is', 'people are')} in it so far. Starting leaves
          out what was typed since. <Link to={stepPath(wizard, 'participants')}>Finish the list</Link>
        </Notice>
      ) : participantTotal(budget.participantCounts) === 0 ? (
        <Notice tone="warning" title="No one is in it yet">
          It can start without anyone, and you can add people later.{' '}
          {budget.status === 'live' ? null : <Link to={stepPath(wizard, 'participants')}>Add people now</Link>}
        </Notice>
      ) : null}
      {isCardOver ? (
        <Notice tone="danger" title={`The card will not pay the run of ${runFull(forecast.firstUncovered!)}`}>
          {short.problem === 'CARD_EXPIRED' ? 'It has expired by then.' : 'It was removed.'}{' '}
          <Link to={stepPath(wizard, 'funding')}>Choose another card</Link>.
        </Notice>
      ) : isFirst ? (
        <Notice tone="danger" title="Too little money for everyone who is invited">
          {wallet} has {formatMoney(forecast.available, forecast.currency)}
          {short?.others ? `, other budgets take ${formatMoney(short.others, forecast.currency)} of it before` : ''},
          and the first run needs up to {formatMoney(short?.cost ?? 0, forecast.currency)} as people accept.{topUp}
        </Notice>
      ) : forecast.firstUncovered ? (
        <Notice tone="warning" title={`The money lasts until the run of ${runFull(forecast.firstUncovered)}`}>
          {wallet} cannot cover that one as things stand
          {short?.others ? `, after ${formatMoney(short.others, forecast.currency)} for other budgets` : ''}.{topUp}
        </Notice>
      ) : pastCard ? (
        <Notice tone="warning" title={`The card cannot pay the run of ${runFull(pastCard.date)}`}>
          Its last day, {lastDay(pastCard.ends)}, is before that run. If everyone spends everything,{' '}
          {wallet.replace(/^The/, 'the')} lacks {formatMoney(pastCard.missing, forecast.currency)} for it.{' '}
          <Link to={stepPath(wizard, 'funding')}>Choose another card</Link>.
        </Notice>
      ) : forecast.firstAtRisk ? (
        <Notice tone="warning" title={`The run of ${runFull(forecast.firstAtRisk)} may find too little`}>
          If everyone spends everything, {wallet.replace(/^The/, 'the')} cannot cover that one.
          {forecast.otherBudgets ? ` ${otherBudgetsSentence(forecast.otherBudgets)}` : ''}
          {topUp}
        </Notice>
      ) : null}
    </>
  )
}

interface SummaryProps {
  wizard: Wizard
  names: ReviewNames
}

function Summary({ wizard, names }: SummaryProps) {
  const { budget, forecast } = wizard
  const facts = budgetFacts(budget, { runs: forecast.runs, ...namedFacts(budget, names) })
  return (
    <Card title="What will happen">
      <dl className={priceLines.lines}>
        {facts.map(({ name, value, step }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.fact}>
              {value}{' '}
              <Link to={stepPath(wizard, step)} aria-label={`Change: ${name}`} className="small">
                Change
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Costs({ wizard: { forecast } }: { wizard: Wizard }) {
  const { currency, costPerRun, costPerYear, available, ends } = forecast
  const lines = [
    { name: yearLabel(forecast), pence: costPerYear },
    { name: 'In the wallet now', pence: available },
  ]
  return (
    <Card title="What it costs">
      <dl className={priceLines.lines}>
        {lines.map(({ name, pence }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money pence={pence} currency={currency} />
            </dd>
          </div>
        ))}
        <div className={priceLines.sum}>
          <dt>A run, at most</dt>
          <dd>
            <Money pence={costPerRun} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className="muted small">{ends ? `Ends on ${runFull(ends)}.` : 'It repeats until you stop it.'}</p>
    </Card>
  )
}

function Funded({ wizard, people }: { wizard: Wizard; people: ReviewPeople }) {
  const { budget, forecast } = wizard
  const all = participantTotal(budget.participantCounts)
  if (all === 0) return null
  const { funded, invited } = forecast.participants
  const unpaid = unpaidLabel(budget.participantCounts)
  return (
    <Card
      title="Who gets it"
      action={budget.status === 'live' ? null : <Link to={stepPath(wizard, 'participants')}>Change</Link>}
    >
      <p>
        {budget.status === 'live'
          ? `${plural(funded, 'person', 'people')} at the next run`
          : `${plural(funded, 'person', 'people')}, each as they accept their invite`}
        {invited ? `, and ${plural(invited, 'person', 'people')} as soon as they accept` : ''}.
      </p>
      <ul className={styles.names}>
        {people.shown.map(({ name, amount }) => (
          <li key={name}>
            {name}
            {amount === null ? null : `: ${formatMoney(amount, budget.currency)} each run`}
          </li>
        ))}
        {people.others ? (
          <li className="muted">
            and {plural(people.others, 'other')}
            {people.othersWithOwn ? `, ${formatCount(people.othersWithOwn)} with an amount of their own` : ''}
          </li>
        ) : null}
      </ul>
      {unpaid ? <p className="muted small">Without {unpaid}.</p> : null}
      {budget.isVariable ? (
        <p className="muted small">
          Those without an amount beside their name get {formatMoney(budget.budgetAmount, budget.currency)}.
        </p>
      ) : null}
    </Card>
  )
}

const SAVE_FORM = 'save-changes'

/** On a phone the form's own button is far below: the same press beside what it saves; or the way to what people lose by it. */
const SaveEarly = ({ isAsked }: { isAsked: boolean }) => (
  <div className={styles.onPhone}>
    {isAsked ? (
      <a href={`#${SAVE_FORM}`}>Read what people lose, and save</a>
    ) : (
      <SubmitButton look="quiet" form={SAVE_FORM} name="intent" value="save">
        Save changes
      </SubmitButton>
    )}
  </div>
)

interface SaveAllProps extends Pick<ReviewProps, 'consequences'> {
  wizard: Wizard
  collected: Collected
}

/** Saves the changes of all steps together. If they are refused, the reason is shown at the top of the review. */
function SaveAll({ wizard, collected, consequences }: SaveAllProps) {
  const { budget } = wizard
  const { length } = collected.names
  return (
    <ActionForm id={SAVE_FORM}>
      <input type="hidden" name="since" value={collected.saved.budget.dateModified} />
      <Consequences consequences={consequences} />
      <p className="muted">
        Nothing of this is saved yet. One press saves{' '}
        {length === 1 ? 'the change' : length === 2 ? 'both changes' : `all ${length} changes`}, or nothing where
        something is refused.
      </p>
      <div className={wizardStyles.foot}>
        <div className="row">
          <LinkButton look="quiet" to={stepPath(wizard, 'funding')}>
            Back
          </LinkButton>
          <LinkButton look="plain" to={paths.budget(budget.id)} onClick={() => forgetChanges(budget.id)}>
            Discard changes
          </LinkButton>
        </div>
        <SubmitButton name="intent" value="save">
          Save changes
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

interface StartProps extends Pick<ReviewProps, 'failure' | 'now' | 'attempt'> {
  wizard: Wizard
}

function Start({ wizard: { budget, forecast }, failure, now, attempt }: StartProps) {
  const [next] = forecast.runs
  const mayStart = useCan()('start-automated-budget')
  const start = budget.scheduledStartDate
  const isAhead = start !== null && Date.parse(start) > Date.parse(now)
  if (budget.status === 'live')
    return (
      <>
        <p className="muted">
          All of it is saved. To change something, go to its step: nothing changes before you have seen it here.
          {next ? ` The next run is on ${runFull(next.date)}.` : ''}
        </p>
        <div className={wizardStyles.foot}>
          <LinkButton look="quiet" to={paths.budgetStep(budget.id, 'funding')}>
            Back
          </LinkButton>
          <LinkButton to={paths.budget(budget.id)}>Done</LinkButton>
        </div>
      </>
    )
  const isScheduled = budget.status === 'scheduled'
  return (
    <ActionForm failure={failure}>
      <input type="hidden" name="attempt" value={attempt} />
      {mayStart ? (
        <p className="muted">
          {isAhead
            ? 'Once scheduled, it starts automatically: invites are sent on its date, and each person gets their money as they accept.'
            : 'When you start it, invites go out at once, and each person gets their money as they accept.'}
        </p>
      ) : (
        <Notice title="It is saved, and waits for someone who may start it">
          Your role makes budgets, and does not start them. A team admin finds it under Budgets.
        </Notice>
      )}
      <div className={wizardStyles.foot}>
        <div className="row">
          <LinkButton look="quiet" to={isScheduled ? paths.budget(budget.id) : paths.budgets}>
            {isScheduled ? 'Keep it scheduled' : 'Keep it as a draft'}
          </LinkButton>
          {isScheduled ? null : (
            <LinkButton look="plain" to={`${paths.budgetTab(budget.id, 'settings')}?confirm=delete`}>
              Discard it
            </LinkButton>
          )}
        </div>
        {mayStart ? (
          <div className="row">
            {isAhead ? (
              <SubmitButton look={isScheduled ? 'primary' : 'quiet'} name="intent" value="start-now">
                Start now instead
              </SubmitButton>
            ) : null}
            {isAhead && isScheduled ? null : (
              <SubmitButton name="intent" value="start">
                {isAhead ? `Schedule for ${runFull(start)}` : 'Start now'}
              </SubmitButton>
            )}
          </div>
        ) : null}
      </div>
    </ActionForm>
  )
}
