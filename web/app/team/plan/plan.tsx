import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { TeamPlan } from '#contract/plans/plans.ts'
import { londonToday } from '#web/app/invoices/billing.server.ts'
import { InvoiceTable } from '#web/app/invoices/invoice-table.tsx'
import { webContext } from '#web/context.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { readId } from '#web/http/read-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { ConfirmDialog } from '#web/ui/kit/confirm-dialog.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { FailureSummary } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { planPicture } from '#web/ui/plan-variations.ts'
import { ChangeCard } from './change-card.tsx'
import {
  cancellationOffered,
  formatBusinessDay,
  formatLimit,
  formatPlanPrice,
  lastPlanDay,
  limitNames,
  nextInvoiceLabel,
  type ShownPlanEntity,
} from './labels.ts'
import { PayingCard } from './paying-card.tsx'
import styles from './plan.module.css'
import { actOnPlan } from './plan-actions.server.ts'
import { PlanList } from './plan-list.tsx'

const INVOICES_SHOWN = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('manage-billing')) throw data(null, { status: 403 })
  const id = readId(session.teamId)
  const search = new URL(request.url).searchParams
  const page = readPageNumber(search)
  const [plan, invoices, cards, today, planCard] = await Promise.all([
    session.api.getTeamPlan({ params: { id } }),
    session.api.listTeamInvoices({ params: { id }, query: { page, per_page: INVOICES_SHOWN, kind: 'plan' } }),
    session.can('manage-cards') ? session.api.listCards({}) : null,
    londonToday(context.get(webContext)),
    session.api.getPlanCard({ params: { id } }),
  ])
  const list = session.unwrap(invoices)
  return {
    team: session.unwrap(plan).data,
    invoices: list.data,
    pages: { page: list.current_page, lastPage: list.last_page },
    cards: cards?.ok ? cards.value.data.filter(({ status }) => status === 'active') : [],
    today,
    planCard: session.unwrap(planCard).data,
    mayLetPay: session.can('create-merchant-initiated-charge') && session.can('manage-cards'),
    ask: search.get('ask'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return actOnPlan(getSession(context), await request.formData())
}

export default function PlanPage() {
  const { team, invoices, pages, cards, today, planCard, mayLetPay, ask } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const here = paths.teamTab('plan')
  const cancellation = cancellationOffered(team)
  return (
    <>
      {failure ? <FailureSummary failure={failure} /> : null}
      {team.isOverdue ? (
        <Notice tone="warning" title="An invoice for your plan is overdue">
          Until it is paid the team cannot upgrade or buy gifts by invoice.{' '}
          <a href="#plan-invoices">See the invoices</a>.
        </Notice>
      ) : null}
      <div className="columns">
        <div className="stack">
          {team.change ? <ChangeCard change={team.change} cards={cards} /> : null}
          <PresentPlan team={team} />
          <PayingCard planCard={planCard} cards={cards} maySet={mayLetPay} failure={failure} />
          <PlanList offers={team.offers} change={team.change} />
        </div>
        <div className="stack">
          <History history={team.history} />
          {cancellation ? <Cancellation cancellation={cancellation} /> : null}
          <p className="muted small">
            Do you want to leave altogether?{' '}
            <Link to={paths.teamTab('leaving')}>Take your records and balance with you</Link>.
          </p>
        </div>
      </div>
      <Card
        title="Invoices for your plan"
        id="plan-invoices"
        action={<Link to={paths.invoices}>All invoices</Link>}
        flush
      >
        <InvoiceTable invoices={invoices} today={today} />
        <Pagination {...pages} label="invoices for your plan" />
      </Card>
      {ask === 'cancel' && cancellation ? (
        <ConfirmDialog
          title={`Cancel the plan ${team.plan.name}?`}
          confirm="Cancel the plan"
          fields={{ intent: 'cancel' }}
          closeTo={here}
        >
          It ends on {formatBusinessDay(cancellation.dateEffective)}. From then on you can view everything but not send
          gifts. Gifts that you sent stay valid, and money stays in your wallets.
        </ConfirmDialog>
      ) : null}
      {ask === 'withdraw' && team.change ? (
        <ConfirmDialog
          title="Withdraw this change?"
          confirm="Withdraw it"
          fields={{ intent: 'withdraw' }}
          closeTo={here}
        >
          Your present plan continues.
          {team.change.invoice
            ? ` Invoice ${team.change.invoice.number} is credited, and what you paid for it goes to your wallet.`
            : ''}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function PresentPlan({ team }: { team: TeamPlan }) {
  const { plan, billing, hasPlan } = team
  if (!hasPlan)
    return (
      <Card title="You have no plan">
        <p>You can view everything but not send gifts. Choose a plan below to continue.</p>
      </Card>
    )
  const picture = planPicture(plan)
  return (
    <Card title={`Your plan: ${plan.name}`}>
      {picture ? <img className={styles.picture} src={picture} alt="" /> : null}
      <Facts
        facts={[
          { name: 'Price', value: formatPlanPrice(plan) },
          { name: 'Since', value: team.dateStarted && formatBusinessDay(team.dateStarted) },
          { name: 'Paid or invoiced until', value: billing && lastPlanDay(billing.until) },
          {
            name: 'Next invoice',
            value: nextInvoiceLabel(team),
          },
          ...Object.entries(limitNames).map(([entity, name]) => ({
            name,
            value: formatLimit(plan, entity as ShownPlanEntity),
          })),
        ]}
      />
    </Card>
  )
}

const History = ({ history }: { history: TeamPlan['history'] }) => (
  <Card title="Plan history">
    <ul className={styles.history}>
      {history.map(({ planId, planName, dateStarted, dateEnded }) => (
        <li key={`${planId} ${dateStarted}`}>
          <strong>{planName}</strong>
          <span className="muted small">
            {dateEnded
              ? `${formatBusinessDay(dateStarted)} to ${formatBusinessDay(dateEnded)}`
              : `Since ${formatBusinessDay(dateStarted)}`}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

function Cancellation({ cancellation }: { cancellation: NonNullable<TeamPlan['cancellation']> }) {
  const { dateEffective, runningAllowances } = cancellation
  return (
    <Card title="Cancel">
      {runningAllowances > 0 ? (
        <p className="muted">
          People still have allowances from your budgets. <Link to={paths.budgets}>Stop the budgets</Link> first:
          unspent money returns to your wallets.
        </p>
      ) : (
        <>
          <p className="muted">
            If you cancel today, your plan ends on {formatBusinessDay(dateEffective)}. After that you can view
            everything but not send gifts.
          </p>
          <div>
            <LinkButton look="quiet" preventScrollReset to={withQuery(paths.teamTab('plan'), { ask: 'cancel' })}>
              Cancel the plan
            </LinkButton>
          </div>
        </>
      )}
    </Card>
  )
}
