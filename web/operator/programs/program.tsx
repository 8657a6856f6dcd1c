import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { roleGroupLabels } from '#contract/core/status-labels.ts'
import { listProgramRequests } from '#contract/operator/programs.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readOutcome } from '#web/app/team/api-keys/labels.ts'
import { RequestTable } from '#web/app/team/api-keys/request-table.tsx'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { TillLooks } from './till-looks.tsx'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const search = new URL(request.url).searchParams
  const status = readOutcome(search.get('status'))
  const next = search.get('next') ?? undefined
  const requestId = search.get('request')?.trim().slice(0, 64) || undefined
  const query = { limit: 50, ...(status && { status }), ...(next && { next }), ...(requestId && { requestId }) }
  const page = session.unwrap(await session.call(listProgramRequests, { params: { id: params.id! }, query }))
  return {
    ...{ program: page.program, requests: page.data, next: page.next, requestId },
    maySeeMerchant: session.may('view-settlements'),
  }
}

/** What a program of a customer’s, an API key or a merchant’s till asked lately, and what it was answered. */
export default function ProgramScreen() {
  const { program, requests, next, requestId, maySeeMerchant } = useLoaderData<typeof loader>()
  const { id, name, hint, roleGroupId, isActive, lastAskedAt, customer, where, merchant, till } = program
  const whose = customer
    ? paths.operatorCustomer(customer.id)
    : merchant && maySeeMerchant && paths.operatorMerchant(merchant.id)
  return (
    <>
      <PageHeader
        title={name}
        back={
          customer
            ? { to: paths.operatorCustomer(customer.id), label: customer.name }
            : { to: paths.operatorSearch, label: 'Customers' }
        }
      />
      <Card title={hint ? 'API key' : 'Program'}>
        <Facts
          facts={[
            { name: 'Of', value: whose ? <Link to={whose}>{where}</Link> : where },
            { name: hint ? 'Begins with' : till ? 'Till’s id' : 'Client id', value: <code>{hint ?? id}</code> },
            { name: 'Role', value: roleGroupId ? roleGroupLabels[roleGroupId] : 'Redeems gifts' },
            { name: 'Stands in', value: till?.store.name ?? null },
            {
              name: 'Browser',
              value:
                till && (till.signedInAt ? `Signed in ${formatMoment(till.signedInAt, BUSINESS_ZONE)}` : 'Signed out'),
            },
            { name: 'State', value: isActive ? 'Active' : 'Stopped' },
            {
              name: till ? 'Last used' : 'Last asked',
              value: lastAskedAt ? formatMoment(lastAskedAt, BUSINESS_ZONE) : 'Never',
            },
          ]}
        />
        {till ? null : (
          <p className="muted">
            A request with a wrong key, secret or token is in no list: it tells no one whose it is.
          </p>
        )}
      </Card>
      {requestId ? (
        <p>
          Only what was answered, or sent, with the id <code>{requestId}</code>.{' '}
          <Link to={paths.operatorProgram(id)}>All its requests</Link>
        </p>
      ) : null}
      {till ? (
        <TillLooks till={till} />
      ) : (
        <RequestTable requests={requests} next={next} zone={BUSINESS_ZONE} caption="What it asked" />
      )}
    </>
  )
}
