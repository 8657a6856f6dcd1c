import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { AwardBatchDetail } from '#contract/awards/award-batches.ts'
import { formatMoney } from '#kit/money.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { CursorPagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { AwardTable } from '../award-table.tsx'
import { awardStates, batchStates, whyListWaits } from '../labels.ts'
import styles from '../support.module.css'
import { afterDecision } from '../waiting.server.ts'
import { submitBatchAction } from './batch-actions.server.ts'
import { BatchForms } from './batch-forms.tsx'

const PAGE = 50

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const next = new URL(request.url).searchParams.get('next')
  const [batch, awards] = await Promise.all([
    session.api.getAwardBatch({ params: { id } }),
    session.api.listAwards({ query: { batchId: id, limit: PAGE, ...(next ? { next } : {}) } }),
  ])
  const { data: rows, next: older } = session.unwrap(awards)
  return { batch: session.unwrap(batch).data, awards: rows, next: older, key: randomUUID() }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const id = readId(params.id)
  const outcome = await submitBatchAction(session, id, await request.formData())
  if (outcome === null) throw data(null, { status: 400 })
  if ('failure' in outcome) return data(outcome, { status: outcome.failure.status })
  const own = paths.awardBatch(id)
  return session.redirect(outcome.isDecision ? await afterDecision(session, own) : own, outcome.told)
}

export default function AwardBatchScreen() {
  const { batch, awards, next, key } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { initialUser } = useAppData()
  const can = useCan()
  const isMine = batch.createdBy.id === initialUser?.id
  return (
    <>
      <PageHeader
        title={batch.name}
        lead={`${plural(batch.awards, 'award')}, ${formatMoney(batch.amount, batch.currency)} in all`}
        back={{ to: paths.awardBatches, label: 'Batches' }}
      />
      <div className="stack">
        <div className={styles.pair}>
          <BatchCard batch={batch} />
          <div className="stack">
            <BatchForms
              batch={batch}
              attempt={key}
              sent={sent ?? null}
              mayDecide={can('approve-awards') && !isMine}
              mayMake={can('make-awards')}
            />
          </div>
        </div>
        <Card flush title="Its awards">
          <AwardTable caption={`Awards of ${batch.name}`} awards={awards} />
        </Card>
        <CursorPagination next={next} label="awards" />
      </div>
    </>
  )
}

function BatchCard({ batch }: { batch: AwardBatchDetail }) {
  const { status, currency, fee, feeVat, paid, states } = batch
  const money = (pence: number) => formatMoney(pence, currency)
  return (
    <Card title="The batch" action={<StatusBadge status={batchStates[status].label} tone={batchStates[status].tone} />}>
      <Facts
        facts={[
          { name: 'Why it waits', value: status === 'referred' ? whyListWaits(batch) : null },
          ...states.map(({ status: state, awards, amount, paid: ofIt }) => ({
            name: awardStates[state].label,
            value: `${plural(awards, 'award')}, ${money(amount)}${ofIt > 0 && ofIt < amount ? `, ${money(ofIt)} of it paid out` : ''}`,
          })),
          { name: 'Paid out', value: paid > 0 ? money(paid) : null },
          { name: 'Fees', value: fee + feeVat > 0 ? `${money(fee)} and ${money(feeVat)} VAT` : null },
          { name: 'Grant', value: <Link to={paths.grant(batch.grantId)}>{batch.grantName}</Link> },
          { name: 'Made by', value: batch.createdBy.name },
          { name: 'Decided by', value: batch.decidedBy?.name },
          { name: 'Reason', value: batch.reason },
        ]}
      />
    </Card>
  )
}
