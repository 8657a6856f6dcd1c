import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type ExpiryBatch, listExpiryBatches, reverseExpiryBatch } from '#contract/operator/expiries.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { ListPages, readCursor } from '#web/operator/pages.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { SelectField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { limit: 50, ...readCursor(new URL(request.url).searchParams) }
  const page = session.unwrap(await session.call(listExpiryBatches, { query }))
  return { batches: page.data, next: page.next, previous: page.previous, mayAct: session.may('reverse-expiries') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { batch, reason } = readForm(form, { batch: exactText, reason: exactText })
  return runAct(
    session,
    { form, page: paths.operatorExpiries },
    () => session.call(reverseExpiryBatch, { params: { id: batch }, body: { reason } }),
    ({ data: { waits, reversed, refused } }) => (waits ? ASKED : told(reversed, refused)),
  )
}

const ASKED = 'Asked for. Another operator confirms it here; alone, you can after 24 hours.'

function told(reversed: number, refused: readonly { why: string }[]): string {
  const done = `${plural(reversed, 'gift is', 'gifts are')} what ${reversed === 1 ? 'it was' : 'they were'} before.`
  const whys = [...new Set(refused.map(({ why }) => why))].join('; ')
  return refused.length ? `${done} ${plural(refused.length, 'is', 'are')} not: ${whys}.` : done
}

const moment = (at: string) => formatMoment(at, BUSINESS_ZONE)

function state({ reversal }: ExpiryBatch) {
  if (!reversal) return null
  const { askedBy, reason, confirmedBy } = reversal
  return (
    <span className="two-lines">
      {confirmedBy
        ? `Asked for by ${askedBy}, confirmed by ${confirmedBy}`
        : `Asked for by ${askedBy}, to be confirmed`}
      <span className="muted small">{reason}</span>
    </span>
  )
}

const columns: readonly TableColumn<ExpiryBatch>[] = [
  { key: 'at', header: 'Expired', cell: ({ at }) => <time dateTime={at}>{moment(at)}</time> },
  { key: 'gifts', header: 'Gifts', numeric: true, cell: ({ gifts }) => formatCount(gifts) },
  { key: 'reversed', header: 'Taken back', numeric: true, cell: ({ reversed }) => formatCount(reversed) },
  { key: 'state', header: 'Taking it back', cell: state },
]

const batchLabel = ({ at, gifts, reversal }: ExpiryBatch): string =>
  `${moment(at)}, ${plural(gifts, 'gift')}${reversal ? `: ${reversal.askedBy} asked for it` : ''}`

export default function Expiries() {
  const { batches, next, previous, mayAct } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const open = batches.filter(({ gifts, reversed }) => reversed < gifts)
  return (
    <>
      <PageHeader title="Expiries" lead="What ended at its last day, batch by batch." />
      {mayAct && open.length ? (
        <Card title="Take back">
          <ActForm
            intent="reverse"
            title="Take a batch back, or confirm it"
            button="Take it back"
            danger
            consequence="One operator asks for it, another confirms. Each gift is then what it was before its expiry, and what was credited is charged again."
            failure={failure}
          >
            <SelectField
              name="batch"
              label="Which"
              data={open.map((batch) => ({ value: batch.id, label: batchLabel(batch) }))}
              defaultValue={open[0]!.id}
            />
          </ActForm>
        </Card>
      ) : null}
      <Card title="Batches" flush>
        <DataTable
          caption="Batches of gifts that expired, the newest first"
          columns={columns}
          rows={batches}
          rowKey={({ id }) => id}
          empty={<p className="panel muted">No gift has expired yet.</p>}
        />
        <ListPages next={next} previous={previous} label="batches" />
      </Card>
    </>
  )
}
