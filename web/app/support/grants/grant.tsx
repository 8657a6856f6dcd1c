import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Grant } from '#contract/awards/grants.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatDay } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { LIMITS_COUNT, railLabel } from '../labels.ts'
import { type GrantIntent, submitGrantAction } from './grant-actions.server.ts'
import { CloseGrant, Funding, LowerLimit } from './grant-forms.tsx'
import { GrantMoney } from './grant-money.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const grant = session.unwrap(await session.api.getGrant({ params: { id: readId(params.id) } })).data
  const mayFund = session.can('manage-grants') && session.can('debit-wallet')
  const listed = mayFund ? await session.api.listUserWallets({ params: { id: session.user!.id } }) : null
  const wallets = listed?.ok ? listed.value.data.filter(({ currency }) => currency === grant.currency) : []
  return { grant, wallets, mayManage: session.can('manage-grants'), key: randomUUID() }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const grantId = readId(params.id)
  const outcome = await submitGrantAction(session, grantId, await request.formData())
  if (outcome === null) throw data(null, { status: 400 })
  if ('failure' in outcome) return data(outcome, { status: outcome.failure.status })
  return session.redirect(paths.grant(grantId), outcome.told)
}

export default function GrantScreen() {
  const { grant, wallets, mayManage, key } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const failure = (intent: GrantIntent) => (sent?.intent === intent ? sent.failure : null)
  const isOpen = grant.dateClosed === null
  return (
    <>
      <PageHeader
        title={grant.name}
        lead={grant.purpose ?? grant.funder}
        back={{ to: paths.grants, label: 'Grants' }}
        actions={
          <>
            <LinkButton look="quiet" to={paths.awardsOf(grant.id)}>
              Its awards
            </LinkButton>
            <LinkButton look="quiet" to={paths.grantReport(grant.id)}>
              Report
            </LinkButton>
          </>
        }
      />
      <div className="columns">
        <div className="stack">
          {grant.dateClosed ? (
            <Notice title={`Closed on ${formatDay(grant.dateClosed, BUSINESS_ZONE)}`}>
              No more awards are made out of it. What earlier ones leave comes back, and can be taken out.
            </Notice>
          ) : null}
          <GrantMoney grant={grant} />
          {wallets.length ? <Funding {...{ wallets, grant, attempt: key }} failure={failure('fund')} /> : null}
        </div>
        <div className="stack">
          <Rules grant={grant} />
          {mayManage && isOpen ? (
            <>
              <LowerLimit grant={grant} failure={failure('limit')} />
              <CloseGrant grant={grant} attempt={key} failure={failure('close')} />
            </>
          ) : null}
        </div>
      </div>
    </>
  )
}

const Rules = ({ grant }: { grant: Grant }) => {
  const money = (amount: number) => formatMoney(amount, grant.currency)
  return (
    <Card title="Its rules">
      <Facts
        facts={[
          { name: 'Funder', value: grant.funder },
          { name: 'Period', value: `${formatDay(grant.fromDay, 'UTC')} to ${formatDay(grant.untilDay, 'UTC')}` },
          { name: 'Ways to be paid', value: grant.rails.map(railLabel).join(', ') },
          { name: 'One award, at most', value: grant.maxAward === null ? 'Any sum' : money(grant.maxAward) },
          { name: 'Awards to one person, at most', value: grant.maxAwardsPerPerson ?? 'Any number' },
          {
            name: 'A second person approves',
            value:
              grant.approvalAbove === null
                ? 'No award'
                : grant.approvalAbove === 0
                  ? 'Every award'
                  : `Above ${money(grant.approvalAbove)}`,
          },
          { name: 'Days to use an award', value: grant.awardDays },
        ]}
      />
      {grant.approvalAbove || grant.maxAwardsPerPerson ? <p className="muted small">{LIMITS_COUNT}</p> : null}
    </Card>
  )
}
