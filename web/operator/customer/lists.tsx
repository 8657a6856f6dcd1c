import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import * as lists from '#contract/operator/customer-lists.ts'
import { getCustomer } from '#contract/operator/customers.ts'
import { getOperatorSession, type OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { ActTable, EventTable, MemberTable, PurchaseTable } from './tables.tsx'

interface Call {
  params: { id: string }
  query: { limit: number; next?: string }
}

const PAGE_SIZE = 50

/** What the customer's page shows the newest of, page by page. */
async function loadList(session: OperatorSession, list: string | undefined, call: Call) {
  if (list === 'purchases')
    return { list, ...session.unwrap(await session.call(lists.listCustomerPurchases, call)) } as const
  if (list === 'members')
    return { list, ...session.unwrap(await session.call(lists.listCustomerMembers, call)) } as const
  if (list === 'audit') return { list, ...session.unwrap(await session.call(lists.listCustomerEvents, call)) } as const
  if (list === 'acts') return { list, ...session.unwrap(await session.call(lists.listCustomerActs, call)) } as const
  throw data(null, { status: 404 })
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const next = new URL(request.url).searchParams.get('next') ?? undefined
  const ids = { id: params.id! }
  const [list, customer] = [
    await loadList(session, params.list, { params: ids, query: { limit: PAGE_SIZE, ...(next && { next }) } }),
    session.unwrap(await session.call(getCustomer, { params: ids })).data,
  ]
  return { ...list, customer: { id: customer.id, name: customer.name } }
}

const titles = { purchases: 'Purchases', members: 'Members', audit: 'Audit trail', acts: 'Operators’ acts' } as const

export default function CustomerList() {
  const page = useLoaderData<typeof loader>()
  const { list, next, customer } = page
  const words = list === 'members' ? { first: 'First', next: 'More' } : { first: 'Newest', next: 'Older' }
  return (
    <>
      <PageHeader
        title={`${titles[list]} of ${customer.name}`}
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      {page.list === 'purchases' ? <PurchaseTable purchases={page.data} /> : null}
      {page.list === 'members' ? <MemberTable members={page.data} /> : null}
      {page.list === 'audit' ? <EventTable events={page.data} /> : null}
      {page.list === 'acts' ? <ActTable acts={page.data} /> : null}
      <CursorPagination next={next} label={titles[list].toLowerCase()} words={words} />
    </>
  )
}
