import { IconSearch } from '@tabler/icons-react'
import { Form, Link, useLocation } from 'react-router'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import type { Participant } from '#contract/budgets/participants.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { formatCount } from '#web/ui/format.ts'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Named } from '#web/ui/kit/named.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { useBudget } from '../budget-context.ts'
import chips from '../budgets.module.css'
import styles from '../detail.module.css'
import { isPaidByRuns, participantLabel, participantTone } from '../labels.ts'
import { runDay } from '../run-dates.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { ParticipantQuery } from './load-participants.server.ts'

interface ParticipantListProps {
  query: ParticipantQuery
  participants: Participant[]
  next: string | null
}

const BULK = 'participants-form'

/** Everybody in a budget: found by name, address or state, page by page, and changed many at once. */
export function ParticipantList({ query, participants, next }: ParticipantListProps) {
  const { budget } = useBudget()
  const can = useCan()
  const isOpen = budget.status !== 'ended' && budget.subStatus !== 'stopping'
  const mayChange = isOpen && can('create-automated-budget')
  const here = paths.budgetTab(budget.id, 'participants')
  const isFiltered = Boolean(query.q || query.status)
  return (
    <>
      <StatusChips budget={budget} query={query} />
      <div className="row apart ends">
        <Form method="get" action={here} role="search" className={styles.filters} key={JSON.stringify(query)}>
          {query.status ? <input type="hidden" name="status" value={query.status} /> : null}
          <TextField
            name="q"
            type="search"
            label="Find someone"
            placeholder="Name or address"
            defaultValue={query.q}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          />
          <Button type="submit" look="quiet">
            Show
          </Button>
        </Form>
        {mayChange ? (
          <div className="row">
            {can('team-admin') ? (
              <LinkButton look="quiet" to={paths.budgetFeed(budget.id)}>
                Follow an HR group
              </LinkButton>
            ) : null}
            <LinkButton to={paths.addParticipants(budget.id)}>Add people</LinkButton>
          </div>
        ) : null}
      </div>
      <Card flush>
        <DataTable
          caption="Participants"
          columns={columnsFor(budget, mayChange)}
          rows={participants}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              picture={isFiltered ? 'dandelion' : 'sprout'}
              title={isFiltered ? 'No one matches your search' : 'No one is in it yet'}
              action={isFiltered ? <LinkButton to={here}>Show everyone</LinkButton> : null}
            >
              {isFiltered
                ? 'Try another part of the name or address.'
                : 'Type addresses, paste them, or bring a spreadsheet: you see what adding them does before it is done.'}
            </EmptyState>
          }
        />
        {mayChange && participants.length > 0 && query.status !== 'deleted' ? (
          <BulkBar
            formId={BULK}
            query={query}
            isVariable={budget.isVariable}
            hasBegun={budget.status === 'live'}
            hasMore={next !== null}
          />
        ) : null}
        {mayChange && participants.length > 0 && !budget.isVariable ? (
          <p className="panel muted small">
            Everyone gets the same. <Link to={paths.budgetStep(budget.id, 'basics')}>Give amounts of their own</Link>
          </p>
        ) : null}
        <CursorPagination next={next} label="participants" words={{ first: 'First page', next: 'Next page' }} />
      </Card>
    </>
  )
}

function StatusChips({ budget, query }: { budget: BudgetOverview; query: ParticipantQuery }) {
  const { pathname } = useLocation()
  const { active, inactive, invited, inviteEnded, inviteDeclined } = budget.participantCounts
  const states = [
    { status: '', label: `Everyone ${formatCount(active + inactive + invited)}` },
    { status: 'active', label: `${budget.status === 'ended' ? 'Took part' : 'Active'} ${formatCount(active)}` },
    {
      status: 'draft',
      label: `${participantLabel({ status: 'draft', inviteEnded: false, inviteDeclined: false, hasLeft: false }, budget)} ${formatCount(invited)}${inviteEnded > inviteDeclined ? `, ${formatCount(inviteEnded - inviteDeclined)} ended` : ''}${inviteDeclined ? `, ${formatCount(inviteDeclined)} declined` : ''}`,
    },
    { status: 'inactive', label: `Paused ${formatCount(inactive)}` },
    { status: 'deleted', label: 'Left or removed' },
  ]
  return (
    <nav aria-label="States of participants" className={chips.filters}>
      {states.map(({ status, label }) => (
        <Link
          key={status}
          to={status ? `${pathname}?status=${status}` : pathname}
          aria-current={query.status === status ? 'true' : undefined}
          prefetch="intent"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function columnsFor(budget: BudgetOverview, mayChange: boolean): TableColumn<Participant>[] {
  const { currency } = budget
  return [
    {
      key: 'who',
      header: 'Who',
      cell: ({ id, name, email }) => (
        <span className={styles.person}>
          {mayChange ? (
            <span className={styles.tick}>
              <input
                type="checkbox"
                form={BULK}
                name="who"
                value={id}
                aria-label={`Choose ${name ? `${name}, ` : ''}${email}`}
              />
            </span>
          ) : null}
          <Named {...{ name, email }} to={paths.participant(budget.id, id)} />
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (each) => <StatusBadge status={participantLabel(each, budget)} tone={participantTone(each)} />,
    },
    {
      key: 'accepted',
      header: 'Accepted',
      wideOnly: true,
      cell: ({ dateAccepted, status }) =>
        dateAccepted ? runDay(dateAccepted) : status === 'deleted' ? 'Never' : 'Not yet',
    },
    {
      key: 'amount',
      header: 'Each run',
      numeric: true,
      cell: ({ budgetAmount, ...each }) =>
        isPaidByRuns(each, budget) ? (
          <Money pence={(budget.isVariable && budgetAmount) || budget.budgetAmount} currency={currency} />
        ) : (
          <span className="muted">Nothing</span>
        ),
    },
    {
      key: 'received',
      header: 'Received',
      numeric: true,
      cell: ({ totalFundsReceived }) => <Money pence={totalFundsReceived} currency={currency} />,
    },
    {
      key: 'available',
      header: 'To spend',
      numeric: true,
      cell: ({ available }) => <Money pence={available} currency={currency} />,
    },
  ]
}
