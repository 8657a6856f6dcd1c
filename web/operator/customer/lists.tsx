import { data, Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import * as lists from '#contract/operator/customer-lists.ts'
import { type Customer, getCustomer } from '#contract/operator/customers.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { isUuid } from '#kit/uuid.ts'
import { type DateRange, readPeriod } from '#web/http/period.server.ts'
import styles from '#web/operator/console.module.css'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { getOperatorSession, type OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { ApprovalTable } from './approval-table.tsx'
import { eventOptions } from './event-options.ts'
import { ActTable, EventTable, MemberTable, PurchaseTable } from './tables.tsx'

interface Call {
  params: { id: string }
  query: { limit: number; next?: string; previous?: string }
  request: Request
}

const PAGE_SIZE = 50

/** What the customer's page shows the newest of, page by page. */
async function loadList(session: OperatorSession, list: string | undefined, { request, ...call }: Call) {
  if (list === 'purchases')
    return { list, ...session.unwrap(await session.call(lists.listCustomerPurchases, call)) } as const
  if (list === 'approvals')
    return { list, ...session.unwrap(await session.call(lists.listCustomerApprovals, call)) } as const
  if (list === 'members') {
    const member = new URL(request.url).searchParams.get('member')
    const userId = member !== null && isUuid(member) ? member : null
    const asked = { ...call, query: { ...call.query, ...(userId && { userId }) } }
    return { list, userId, ...session.unwrap(await session.call(lists.listCustomerMembers, asked)) } as const
  }
  if (list === 'audit') {
    const { shown, query } = readEventFilters(request)
    const asked = { ...call, query: { ...call.query, ...query } }
    return { list, shown, ...session.unwrap(await session.call(lists.listCustomerEvents, asked)) } as const
  }
  if (list === 'acts') return { list, ...session.unwrap(await session.call(lists.listCustomerActs, call)) } as const
  throw data(null, { status: 404 })
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { limit: PAGE_SIZE, ...readCursor(new URL(request.url).searchParams) }
  const ids = { id: params.id! }
  const [list, customer] = [
    await loadList(session, params.list, { request, params: ids, query }),
    session.unwrap(await session.call(getCustomer, { params: ids })).data,
  ]
  const { id, name, isSupport, parent, hasAdmin } = customer
  return { ...list, customer: { id, name, isSupport, parent, hasAdmin } }
}

/** The filters of an address: as their form shows them, and as the API takes them. */
function readEventFilters(request: Request) {
  const search = new URL(request.url).searchParams
  const period: DateRange = readPeriod(search, BUSINESS_ZONE)
  const chosen = search.get('action')
  const action = eventOptions.flatMap(({ options }) => options).find(({ value }) => value === chosen)?.value
  const who = search.get('who')?.trim().slice(0, 200) ?? ''
  return {
    shown: { action: action ?? '', who, from: period.from, to: period.to },
    query: {
      ...(action && { action }),
      ...(who && { who }),
      ...(period.start && { from: period.start }),
      ...(period.end && { to: period.end }),
    },
  }
}

const EventFilters = ({ action, who, from, to }: ReturnType<typeof readEventFilters>['shown']) => (
  <Form method="get" className={styles.filters} key={`${action} ${who} ${from} ${to}`}>
    <SelectField
      name="action"
      label="What"
      defaultValue={action}
      data={[{ value: '', label: 'Anything' }, ...eventOptions]}
    />
    <TextField name="who" label="Who" description="A part of a name or address" defaultValue={who} autoComplete="off" />
    <TextField name="from" type="date" label="From" defaultValue={from} />
    <TextField name="to" type="date" label="Until" defaultValue={to} />
    <Button type="submit" look="quiet">
      Show
    </Button>
  </Form>
)

type Shown = Pick<Customer, 'id' | 'name' | 'parent' | 'hasAdmin'>

/** What helps a member whose second step is lost. */
function LostSecondStep({ id, name, parent, hasAdmin }: Shown) {
  const whose = hasAdmin ? name : parent?.name
  return (
    <p className="muted">
      {whose
        ? `Someone who has lost phone and recovery codes asks an admin of ${whose}, who resets the second step under Team, Members. Where none can, finance`
        : `Someone here who has lost phone and recovery codes has no admin to ask. Finance`}{' '}
      has it switched off under Acts on <Link to={paths.operatorCustomer(id)}>the page of {name}</Link>, and another
      operator confirms it.
    </p>
  )
}

const titles = {
  purchases: 'Purchases',
  approvals: 'Orders to approve',
  members: 'Members',
  audit: 'Audit trail',
  acts: 'Operators’ acts',
} as const

export default function CustomerList() {
  const page = useLoaderData<typeof loader>()
  const { list, next, previous, customer } = page
  const words =
    list === 'members'
      ? { first: 'First', before: 'Before', after: 'More' }
      : { first: 'Newest', before: 'Newer', after: 'Older' }
  return (
    <>
      <PageHeader
        title={`${titles[list]} of ${customer.name}`}
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      {page.list === 'purchases' ? <PurchaseTable purchases={page.data} /> : null}
      {page.list === 'approvals' ? <ApprovalTable approvals={page.data} /> : null}
      {page.list === 'approvals' ? (
        <p className="muted">
          Nothing is paid for an order that waits. Those who may decide were emailed when it was asked for, and find it
          under Orders; no reminder is sent. Its buyer asks one of them, or takes it back on the order’s page and orders
          less. Once its last day is over it ends undecided, and the buyer is emailed.
        </p>
      ) : null}
      {page.list === 'members' && page.userId ? (
        <p>
          One member alone. <Link to={paths.operatorCustomerList(customer.id, 'members')}>All members</Link>
        </p>
      ) : null}
      {page.list === 'members' ? <LostSecondStep {...customer} /> : null}
      {page.list === 'members' ? <MemberTable members={page.data} isSupport={customer.isSupport} /> : null}
      {page.list === 'audit' ? <EventFilters {...page.shown} /> : null}
      {page.list === 'audit' ? <EventTable events={page.data} isSupport={customer.isSupport} /> : null}
      {page.list === 'acts' ? <ActTable acts={page.data} /> : null}
      <ListPages next={next} previous={previous} label={titles[list].toLowerCase()} words={words} />
    </>
  )
}
