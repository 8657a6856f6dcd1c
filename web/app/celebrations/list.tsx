import { type ActionFunctionArgs, data, Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Celebration, CelebrationRule } from '#contract/celebrations/celebrations.ts'
import { useCan } from '#web/app/shell/app-data.ts'
import { choice, readForm, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay, plural } from '#web/ui/format.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { celebrationState, formatOccasion, occasionLabels, problemText, ruleAudience, ruleState } from './labels.ts'
import { NotConnected } from './not-connected.tsx'

const WAITING_SHOWN = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const { api } = session
  const next = new URL(request.url).searchParams.get('next') ?? undefined
  const [rules, accounts, waiting, others] = await Promise.all([
    api.listCelebrationRules({}),
    session.can('team-admin') ? api.listLinkedAccounts({}) : null,
    api.listCelebrations({ query: { status: ['awaiting-approval'], limit: WAITING_SHOWN } }),
    api.listCelebrations({ query: { status: ['due', 'given', 'skipped', 'missed'], limit: 25, next } }),
  ])
  const page = session.unwrap(others)
  return {
    rules: session.unwrap(rules).data,
    isConnected: accounts ? session.unwrap(accounts).data.some(({ lastSyncedAt }) => lastSyncedAt !== null) : false,
    waiting: session.unwrap(waiting).data,
    others: page.data,
    next: page.next,
  }
}

/** An admin's word on gifts that wait. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { do: wanted, id: ids } = readForm(form, { do: choice('approve', 'skip'), id: texts })
  if (!wanted) throw data(null, { status: 400 })
  const decide = wanted === 'approve' ? session.api.approveCelebration : session.api.skipCelebration
  let done = 0
  let refusal = ''
  for (const id of ids.slice(0, WAITING_SHOWN)) {
    const decided = await decide({ params: { id: readId(id) } })
    if (decided.ok) done++
    else refusal = decided.problem.message
  }
  const said = wanted === 'approve' ? `${plural(done, 'gift')} approved.` : `${plural(done, 'gift')} skipped.`
  return session.redirect(
    paths.celebrations,
    refusal ? `${done ? `${said} ` : ''}${refusal}` : said,
    refusal ? 'danger' : 'success',
  )
}

const who: TableColumn<Celebration> = {
  key: 'who',
  header: 'Who',
  cell: (one) => (
    <span className="two-lines">
      <strong>{one.name || 'Someone who is no longer in your HR system'}</strong>
      <span className="muted small">{formatOccasion(one)}</span>
    </span>
  ),
}
const day: TableColumn<Celebration> = { key: 'day', header: 'Day', cell: (one) => formatDay(one.day, 'UTC') }
const rule: TableColumn<Celebration> = {
  key: 'rule',
  header: 'Rule',
  cell: ({ ruleId, ruleName }) => <Link to={paths.celebrationRule(ruleId)}>{ruleName}</Link>,
}

const decide: TableColumn<Celebration> = {
  key: 'decide',
  header: 'Decide',
  cell: ({ id, name }) => (
    <Form method="post" className="row" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <SubmitButton size="small" look="quiet" name="do" value="approve">
        Approve<span className="visually-hidden"> {name}</span>
      </SubmitButton>
      <SubmitButton size="small" look="plain" name="do" value="skip">
        Skip<span className="visually-hidden"> {name}</span>
      </SubmitButton>
    </Form>
  ),
}

const otherColumns = (seesOrders: boolean): TableColumn<Celebration>[] => [
  who,
  day,
  rule,
  {
    key: 'state',
    header: 'State',
    cell: (one) => {
      const { label, tone } = celebrationState(one)
      return (
        <span className="two-lines">
          <span>
            <StatusBadge status={label} tone={tone} />
          </span>
          {one.status === 'due' && one.problem ? <span className="small">{problemText(one.problem)}</span> : null}
          {seesOrders && one.status === 'due' && one.orderId ? (
            <Link className="small" to={paths.approval(one.orderId)}>
              See the order<span className="visually-hidden"> for {one.name}</span>
            </Link>
          ) : null}
          {one.transactionId ? (
            <Link className="small" to={paths.purchase(one.transactionId)}>
              See the gift<span className="visually-hidden"> for {one.name}</span>
            </Link>
          ) : null}
        </span>
      )
    },
  },
]

const ruleColumns: TableColumn<CelebrationRule>[] = [
  {
    key: 'name',
    header: 'Rule',
    cell: (one) => (
      <span className="two-lines">
        <Link to={paths.celebrationRule(one.id)}>{one.name}</Link>
        <span className="muted small">{occasionLabels[one.occasion]}</span>
      </span>
    ),
  },
  { key: 'who', header: 'Who', cell: ruleAudience },
  { key: 'gift', header: 'Gift', cell: ({ productName }) => productName },
  { key: 'wallet', header: 'Paid from', cell: ({ walletName }) => walletName },
  {
    key: 'state',
    header: 'State',
    cell: (one) => {
      const { label, tone } = ruleState(one)
      return <StatusBadge status={label} tone={tone} />
    },
  },
]

export default function Celebrations() {
  const { rules, isConnected, waiting, others, next } = useLoaderData<typeof loader>()
  const can = useCan()
  const isAdmin = can('team-admin')
  const make = <LinkButton to={paths.newCelebrationRule()}>New rule</LinkButton>
  return (
    <>
      <PageHeader
        title="Celebrations"
        lead="Gifts on birthdays and work anniversaries that send themselves."
        actions={isConnected && rules.length ? make : null}
      />
      {waiting.length ? <Waiting celebrations={waiting} isAdmin={isAdmin} /> : null}
      {rules.length ? (
        <Card title="Rules" flush>
          <DataTable caption="Celebration rules" columns={ruleColumns} rows={rules} rowKey={({ id }) => id} />
        </Card>
      ) : isConnected ? (
        <div className="card">
          <EmptyState picture="sprout" title="No rule yet" action={make}>
            A rule sends one gift a year to each person in your HR system, on their birthday or the day they started.
            You see who is next, and what it costs, before it begins.
          </EmptyState>
        </div>
      ) : isAdmin ? (
        <NotConnected />
      ) : (
        <div className="card">
          <EmptyState picture="sprout" title="No rule yet">
            An admin of your team can have gifts sent on birthdays and work anniversaries. The gifts are listed here.
          </EmptyState>
        </div>
      )}
      {others.length ? (
        <Card title="History" flush>
          <DataTable
            caption="Celebrations so far"
            columns={otherColumns(can('manage-billing'))}
            rows={others}
            rowKey={({ id }) => id}
          />
        </Card>
      ) : null}
      <CursorPagination next={next} label="celebrations" />
    </>
  )
}

const Waiting = ({ celebrations, isAdmin }: { celebrations: Celebration[]; isAdmin: boolean }) => (
  <Card
    title="Gifts to approve"
    flush
    action={
      isAdmin && celebrations.length > 1 ? (
        <Form method="post">
          {celebrations.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <SubmitButton size="small" name="do" value="approve">
            Approve all {celebrations.length}
          </SubmitButton>
        </Form>
      ) : null
    }
  >
    <DataTable
      caption="Gifts that wait for approval"
      columns={[who, day, rule, ...(isAdmin ? [decide] : [])]}
      rows={celebrations}
      rowKey={({ id }) => id}
    />
  </Card>
)
