import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getOperatorBudget, type OperatorBudget } from '#contract/operator/money.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import {
  amountLabel,
  frequencyLabel,
  participantLabel,
  participantTone,
  peopleLabel,
  runLabel,
  runsLabel,
  runTone,
  stateLabel,
  stateTone,
  triggerLabel,
  unspentLabels,
} from '#web/app/budgets/labels.ts'
import styles from '#web/operator/console.module.css'
import { EventTable } from '#web/operator/customer/tables.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoment, uncapitalise } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const person = new URL(request.url).searchParams.get('person')?.trim().slice(0, 100) ?? ''
  const call = { params: { id: params.id! }, query: person ? { person } : {} }
  return { ...session.unwrap(await session.call(getOperatorBudget, call)).data, person }
}

type Budget = OperatorBudget['budget']
type Run = OperatorBudget['runs'][number]
type Person = OperatorBudget['people'][number]

const runColumns = (currency: string): readonly TableColumn<Run>[] => [
  {
    key: 'at',
    header: 'For',
    cell: ({ scheduledFor, trigger }) => (
      <span className="two-lines">
        <time dateTime={scheduledFor}>{formatMoment(scheduledFor, BUSINESS_ZONE)}</time>
        <span className="muted small">{triggerLabel(trigger)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (run) => (
      <span className="two-lines">
        <StatusBadge status={runLabel(run)} tone={runTone(run)} />
        {run.problem ? <span className="muted small">{run.problem.message}</span> : null}
      </span>
    ),
  },
  { key: 'people', header: 'People', numeric: true, cell: ({ participants }) => participants },
  {
    key: 'paid',
    header: 'Paid out',
    numeric: true,
    cell: ({ paid }) => <Money pence={paid} currency={currency} />,
  },
  {
    key: 'returned',
    header: 'Taken back',
    numeric: true,
    cell: ({ returned }) => <Money pence={returned} currency={currency} />,
  },
]

const personColumns = (budget: Budget): readonly TableColumn<Person>[] => [
  {
    key: 'name',
    header: 'Person',
    cell: ({ name, email, walletId }) => (
      <span className="two-lines">
        {walletId ? (
          <Link to={paths.operatorWallet(walletId)}>
            {name ?? email}
            {name ? <span className="visually-hidden">, {email}</span> : null}
          </Link>
        ) : (
          (name ?? email)
        )}
        {name ? <span className="muted small">{email}</span> : null}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (person) => <StatusBadge status={participantLabel(person, budget)} tone={participantTone(person)} />,
  },
  {
    key: 'amount',
    header: 'At a run',
    numeric: true,
    cell: ({ budgetAmount }) => <Money pence={budgetAmount ?? budget.budgetAmount} currency={budget.currency} />,
  },
  {
    key: 'left',
    header: 'To spend now',
    numeric: true,
    cell: ({ available }) => <Money pence={available} currency={budget.currency} />,
  },
]

function Rule({ shown: { budget, customer, wallet, madeBy } }: { shown: OperatorBudget }) {
  const day = (at: string | null) => at && formatDay(at, BUSINESS_ZONE)
  const runs = [
    frequencyLabel(budget.frequency),
    uncapitalise(runsLabel(budget)),
    budget.numberOfRuns ? `${budget.runsExecuted} so far` : null,
  ]
  return (
    <Card title="Its rule now">
      <Facts
        facts={[
          { name: 'State', value: <StatusBadge status={stateLabel(budget)} tone={stateTone(budget)} /> },
          { name: 'Amount', value: amountLabel(budget) },
          { name: 'Runs', value: runs.filter(Boolean).join(', ') },
          {
            name: 'Next run',
            value: budget.nextScheduledRun
              ? formatMoment(budget.nextScheduledRun, BUSINESS_ZONE)
              : budget.status === 'live'
                ? 'None'
                : null,
          },
          { name: 'Started', value: day(budget.startedAt) },
          { name: 'Ends', value: day(budget.scheduledEndDate) },
          { name: 'Ended', value: day(budget.endedAt) },
          { name: 'Unspent money', value: unspentLabels[budget.unspentParticipantBalanceAction].text },
          { name: 'People', value: peopleLabel(budget.participantCounts, budget.status === 'draft') },
          { name: 'Paid out so far', value: formatMoney(budget.totalFunds, budget.currency) },
          { name: 'Out of', value: <Link to={paths.operatorWallet(wallet.id)}>The wallet {wallet.name}</Link> },
          {
            name: 'What is missing',
            value: budget.billingMethod.type === 'card' ? 'Charged to a card' : 'Not charged',
          },
          { name: 'Made by', value: madeBy },
          { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
          { name: 'Id', value: <code>{budget.id}</code> },
        ]}
      />
    </Card>
  )
}

/** A budget, for who is asked what it pays, to whom and when. */
export default function BudgetScreen() {
  const shown = useLoaderData<typeof loader>()
  const { budget, customer, runs, people, hasMorePeople, events, isSupport, person } = shown
  return (
    <>
      <PageHeader
        title={budget.name}
        lead="A budget"
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      <Rule shown={shown} />
      <Card title="Latest runs" flush>
        <DataTable
          caption="Runs, the newest first"
          columns={runColumns(budget.currency)}
          rows={runs}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">It has not run yet.</p>}
        />
      </Card>
      <Form method="get" className={styles.search} key={person}>
        <TextField
          name="person"
          type="search"
          label="Person"
          description="A part of a name or address"
          defaultValue={person}
          autoComplete="off"
        />
        <Button type="submit" look="quiet">
          Show
        </Button>
      </Form>
      <Card title="People" flush>
        <DataTable
          caption="People in it, by address"
          columns={personColumns(budget)}
          rows={people}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">{person ? 'No one like that is in it.' : 'No one is in it yet.'}</p>}
        />
        {hasMorePeople ? <p className="panel muted small">There are more. Look for one by name or address.</p> : null}
      </Card>
      <EventTable events={events} isSupport={isSupport} caption="What was done with this budget" />
    </>
  )
}
