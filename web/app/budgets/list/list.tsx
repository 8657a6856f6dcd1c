import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useCan } from '#web/app/shell/app-data.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { BudgetFilters } from './budget-filters.tsx'
import { BudgetList } from './budget-list.tsx'
import { loadBudgets } from './load-budgets.server.ts'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadBudgets(getSession(context), new URL(request.url))

export default function Budgets() {
  const { budgets, next, filter, isFirst } = useLoaderData<typeof loader>()
  const mayMake = useCan()('create-automated-budget')
  const make = mayMake ? <LinkButton to={paths.newBudget}>New budget</LinkButton> : null
  const isUnused = budgets.length === 0 && !filter && isFirst
  return (
    <>
      <PageHeader
        title="Budgets"
        lead="Allowances for gifts that run themselves, on the dates you choose."
        actions={
          isUnused ? null : (
            <>
              <LinkButton look="quiet" to={paths.budgetCalendar}>
                Calendar
              </LinkButton>
              <LinkButton look="quiet" to={paths.budgetLimit}>
                Paid to each person
              </LinkButton>
              {make}
            </>
          )
        }
      />
      {isUnused ? null : <BudgetFilters current={filter} />}
      {budgets.length ? (
        <BudgetList budgets={budgets} />
      ) : (
        <div className="card">
          {isUnused ? (
            <EmptyState picture="sprout" title="No budget yet" action={make}>
              A budget gives everyone you choose an amount to spend on gifts, every month or as often as you like. You
              say how much, for whom and on what; Posy pays it out on each date and shows you every penny. You see what
              it will cost before anything starts.
            </EmptyState>
          ) : (
            <EmptyState
              picture="dandelion"
              title={filter === 'failing' ? 'All is well' : 'None of these'}
              action={
                <LinkButton look="quiet" to={paths.budgets}>
                  Show all budgets
                </LinkButton>
              }
            >
              {filter === 'failing'
                ? 'No live budget’s last run has failed.'
                : 'There is no budget like that at the moment.'}
            </EmptyState>
          )}
        </div>
      )}
      <CursorPagination next={next} label="budgets" />
    </>
  )
}
