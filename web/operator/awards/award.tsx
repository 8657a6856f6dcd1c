import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import { getOperatorAward, type OperatorAward } from '#contract/operator/awards.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { awardStates, deliveryLabels, railLabel } from '#web/app/support/labels.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { capitalise, formatDay, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { whatToDo, whenOrNever } from './what-to-do.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const award = session.unwrap(await session.call(getOperatorAward, { params: { id: params.id! } })).data
  return { ...award, toDo: whatToDo(award, await businessNow(context.get(webContext))) }
}

type Entry = OperatorAward['timeline'][number]

const actors: Record<string, string> = {
  user: 'The customer’s team',
  client: 'A program of the customer’s',
  recipient: 'The person',
  operator: 'An operator',
  system: 'Automatic',
}

const columnsFor = (currency: string): readonly TableColumn<Entry>[] => [
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at, BUSINESS_ZONE)}</time>,
  },
  {
    key: 'to',
    header: 'What',
    cell: ({ to, paid, message, cannotUse }) => {
      if (cannotUse) return `The person cannot use it: ${cannotUseLabels[cannotUse].toLowerCase()}`
      const stands = awardStates[to].label
      if (message) return message.startsWith('not') ? capitalise(message) : `${stands} ${message}`
      return to === 'part-cashed' ? `${stands}: ${formatMoney(paid, currency)} so far` : stands
    },
  },
  { key: 'by', header: 'By', cell: ({ by }) => actors[by] ?? actors.system },
]

/** An award, for the operator who is asked about a case. Who is helped, and why, is between the team and the person. */
export default function AwardScreen() {
  const award = useLoaderData<typeof loader>()
  const { customer, status, currency, rail, deliverBy, dateExpires } = award
  const state = awardStates[status]
  return (
    <>
      <PageHeader
        title={`Award, case ${award.caseReference}`}
        back={{ to: paths.operatorCustomer(customer.id), label: customer.name }}
      />
      <div className="columns">
        <Card title="Award">
          <Facts
            facts={[
              { name: 'State', value: <StatusBadge status={state.label} tone={state.tone} /> },
              { name: 'Amount', value: formatMoney(award.amount, currency) },
              { name: 'Paid out', value: award.paid ? formatMoney(award.paid, currency) : null },
              { name: 'Grant', value: award.grantName },
              { name: 'Ways to be paid', value: award.rails.map(railLabel).join(', ') },
              { name: 'Chosen', value: rail && railLabel(rail) },
              { name: 'Its link', value: deliverBy && deliveryLabels[deliverBy] },
              { name: 'Its message', value: award.notDelivered && capitalise(award.notDelivered) },
              { name: 'Cannot be used', value: award.cannotUse && cannotUseLabels[award.cannotUse] },
              { name: 'Link opened', value: whenOrNever(award, 'opened', 'Never') },
              { name: 'Code made', value: whenOrNever(award, 'code-generated', 'No code was made') },
              { name: 'Made', value: `${formatMoment(award.dateCreated, BUSINESS_ZONE)} by ${award.madeBy}` },
              { name: 'Approved by', value: award.approvedBy },
              { name: 'Until', value: dateExpires && formatDay(dateExpires, BUSINESS_ZONE) },
              { name: 'Customer', value: <Link to={paths.operatorCustomer(customer.id)}>{customer.name}</Link> },
            ]}
          />
        </Card>
        <Card title="What there is to do">
          <p>{award.toDo}</p>
          <p className="muted">
            Who is helped, and why, is not shown here. Its letters, texts and emails leave the team’s own pages.
          </p>
        </Card>
      </div>
      <Card title="Timeline" flush>
        <DataTable
          caption="What happened to it, the oldest first"
          columns={columnsFor(currency)}
          rows={award.timeline}
          rowKey={({ at, to, message, cannotUse }) => `${at} ${to} ${message} ${cannotUse}`}
        />
      </Card>
    </>
  )
}
