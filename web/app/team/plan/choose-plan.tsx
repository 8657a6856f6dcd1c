import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { PlanOffer, SubscriptionPlan } from '#contract/plans/plans.ts'
import { formatMoney } from '#kit/money.ts'
import { lacksAddress, NoAddress } from '#web/app/invoices/no-address.tsx'
import { useCan } from '#web/app/shell/app-data.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { ActionForm } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { BackLink } from '#web/ui/kit/page-header.tsx'
import priceLines from '#web/ui/kit/price-lines.module.css'
import { useTeam } from '../layout.tsx'
import { mayManage } from '../may-manage.ts'
import {
  blockerLabel,
  civilDay,
  formatBusinessDay,
  formatLimit,
  lastPlanDay,
  limitNames,
  planTerms,
  type ShownPlanEntity,
} from './labels.ts'
import styles from './plan.module.css'
import { choosePlan } from './plan-actions.server.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  if (!session.can('manage-billing')) throw data(null, { status: 403 })
  const team = session.unwrap(await session.api.getTeamPlan({ params: { id: readId(session.teamId) } })).data
  const offer = team.offers.find(({ plan }) => plan.id === params.planId)
  if (!offer) throw data(null, { status: 404 })
  return { key: randomUUID(), offer, plan: team.plan, currency: team.currency, change: team.change }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return choosePlan(getSession(context), readId(params.planId), await request.formData())
}

export default function ChoosePlan() {
  const { key, offer, plan, currency, change } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const team = useTeam()
  const can = useCan()
  const isBlocked = offer.blockers.length > 0 || change !== null
  const { name } = offer.plan
  return (
    <>
      <title>{`${name} · Plan · Posy`}</title>
      <BackLink to={paths.teamTab('plan')} label="Plan" />
      <div className="columns">
        <Card title={`What changes with ${name}`}>
          <Differences from={plan} to={offer.plan} />
          <p className="muted small">{planTerms(offer.plan)}.</p>
          {offer.plan.termsURL ? (
            <p className="small">
              <a href={offer.plan.termsURL}>Terms of {name}</a>
            </p>
          ) : null}
        </Card>
        <Card title={offer.kind === 'upgrade' ? 'What it costs' : 'When it changes'}>
          <Costs offer={offer} currency={currency} />
          {offer.blockers.length ? (
            <Notice tone="warning" title={`You have more than ${name} allows`}>
              <ul className={styles.blockers}>
                {offer.blockers.map((blocker) => (
                  <li key={`${blocker.entity} ${blocker.teamId}`}>{blockerLabel(blocker)}</li>
                ))}
              </ul>
            </Notice>
          ) : null}
          {change ? (
            <Notice tone="warning" title="Another change is under way">
              Withdraw it first, on the page before.
            </Notice>
          ) : null}
          {offer.today && lacksAddress(team) && mayManage(team, can) ? <NoAddress paper="invoice" /> : null}
          <ActionForm failure={failure}>
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="intent" value={offer.kind} />
            {isBlocked ? (
              <LinkButton look="quiet" to={paths.teamTab('plan')}>
                Go back
              </LinkButton>
            ) : (
              <div>
                <SubmitButton>{offer.kind === 'upgrade' ? `Upgrade to ${name}` : `Move to ${name}`}</SubmitButton>
              </div>
            )}
          </ActionForm>
        </Card>
      </div>
    </>
  )
}

function Differences({ from, to }: { from: SubscriptionPlan; to: SubscriptionPlan }) {
  const rows = Object.entries(limitNames).map(([entity, name]) => ({
    name,
    from: formatLimit(from, entity as ShownPlanEntity),
    to: formatLimit(to, entity as ShownPlanEntity),
  }))
  return (
    <DataTable
      caption={`What ${to.name} allows beside ${from.name}`}
      columns={[
        { key: 'name', header: 'What', cell: ({ name }) => name },
        { key: 'from', header: from.name, numeric: true, cell: (row) => row.from },
        { key: 'to', header: to.name, numeric: true, cell: (row) => row.to },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  )
}

function Costs({ offer, currency }: { offer: PlanOffer; currency: string }) {
  const { plan, today, renewal, startsAtOnce, dateEffective } = offer
  const money = (pence: number) => <Money pence={pence} currency={currency} />
  const each = `${formatMoney(renewal.total, currency)} with VAT each ${plan.billingPeriod}`
  if (!today)
    return (
      <p>
        {startsAtOnce
          ? `${plan.name} starts at once.`
          : `${plan.name} starts on ${dateEffective ? formatBusinessDay(dateEffective) : 'the next day'}. Until then your present plan holds, and is invoiced as before.`}
        {renewal.total ? ` Then it costs ${each}.` : ' Then nothing more is invoiced.'}
      </p>
    )
  return (
    <>
      <dl className={priceLines.lines}>
        {today.lines.map((line) => (
          <div key={line.kind}>
            <dt>
              {line.kind === 'charge' ? line.planName : `Unused part of ${line.planName}`}
              <br />
              <span className="small">
                {civilDay(line.from)} to {lastPlanDay(line.until)}
              </span>
            </dt>
            <dd>{money(line.net)}</dd>
          </div>
        ))}
        <div>
          <dt>VAT</dt>
          <dd>{money(today.vat)}</dd>
        </div>
        <div className={priceLines.sum}>
          <dt>Today</dt>
          <dd>{money(today.total)}</dd>
        </div>
      </dl>
      <p>
        {renewal.total ? `Then ${each}, invoiced in advance from ${civilDay(today.lines[0]!.until)}.` : null}{' '}
        {startsAtOnce
          ? 'It starts at once, and is invoiced.'
          : today.total > 0
            ? 'It starts when its invoice is paid, by bank transfer or card. Until then your present plan holds.'
            : 'We check it first, and write to you.'}
      </p>
    </>
  )
}
