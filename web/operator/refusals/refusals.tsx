import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { giftStateLabel, giftStatusLabel, refusalReasonLabels } from '#contract/core/status-labels.ts'
import { RefusalOutcome } from '#contract/hugggs/code-refusals.ts'
import {
  listOperatorCodeRefusals,
  type OperatorCodeRefusal,
  settleCodeRefusal,
} from '#contract/operator/code-refusals.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { businessNow } from '#web/business-time.ts'
import { webContext } from '#web/context.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { choice, exactText, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { ForRole } from '#web/operator/for-role.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const search = new URL(request.url).searchParams
  const query = {
    waitingPage: readPageNumber(search, 'waitingPage'),
    settledPage: readPageNumber(search, 'settledPage'),
  }
  const { data: listed } = session.unwrap(await session.call(listOperatorCodeRefusals, { query }))
  return { ...listed, mayAct: session.may('refund'), now: (await businessNow(context.get(webContext))).getTime() }
}

const done: Record<RefusalOutcome, string> = {
  issuer: 'Settled with who makes the code. The sender and the recipient are told.',
  'new-code': 'The gift has a new code. The sender and the recipient are told.',
  refund: 'The gift is cancelled, and its money returned. The sender is told.',
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const { intent, refusal, reason, ...typed } = readForm(form, {
    intent: choice(...RefusalOutcome.options),
    refusal: text,
    'newCode.code': exactText,
    'newCode.pin': exactText,
    reason: text,
  })
  if (!intent) throw data(null, { status: 400 })
  const { 'newCode.code': code, 'newCode.pin': pin } = typed
  const newCode = code ? { newCode: { code, pin: pin || null } } : {}
  const body = { outcome: intent, reason, ...(intent === 'new-code' && newCode) }
  return runAct(
    session,
    { form, page: paths.operatorRefusals },
    () => session.call(settleCodeRefusal, { params: { id: refusal }, body }),
    () => done[intent],
  )
}

const DAY_MS = 86_400_000

function age(at: string, now: number): string {
  const days = Math.floor((now - Date.parse(at)) / DAY_MS)
  return days < 1 ? 'today' : plural(days, 'day')
}

const madeBy = ({ codeFrom, codesLeft }: OperatorCodeRefusal): string => {
  if (codeFrom === 'own') return 'Our own code'
  return codeFrom === 'merchant' ? `The merchant’s list, ${codesLeft} left` : `Made by ${codeFrom}`
}

const gift: TableColumn<OperatorCodeRefusal> = {
  key: 'gift',
  header: 'Gift',
  cell: ({ giftName, merchant, hugggId, customer }) => (
    <span className="two-lines">
      <Link to={paths.operatorGift(hugggId)}>{giftName}</Link>
      <span className="muted small">
        {merchant}, from {customer.name}
      </span>
    </span>
  ),
}

const said: TableColumn<OperatorCodeRefusal> = {
  key: 'said',
  header: 'What they say',
  cell: ({ reason, shop, words, recipient }) => (
    <span className="two-lines">
      <span>
        {refusalReasonLabels[reason]}
        {shop ? `, at ${shop}` : ''}
      </span>
      <span className="muted small" dir="auto">
        {[recipient, words].filter(Boolean).join(': ')}
      </span>
    </span>
  ),
}

/** No code is refused before it was shown. */
const stateLabel = (status: string) => (status === 'Claimed' ? giftStateLabel('code-shown') : giftStatusLabel(status))

const state: TableColumn<OperatorCodeRefusal> = {
  key: 'state',
  header: 'Gift now',
  cell: ({ status }) => <StatusBadge status={stateLabel(status)} />,
}

const waitingColumns = (now: number): readonly TableColumn<OperatorCodeRefusal>[] => [
  gift,
  said,
  { key: 'code', header: 'Code', cell: madeBy },
  state,
  {
    key: 'since',
    header: 'Waits since',
    cell: ({ at }) => (
      <span className="two-lines">
        {formatMoment(at, BUSINESS_ZONE)}
        <span className="muted small">{age(at, now)}</span>
      </span>
    ),
  },
]

const outcomeLabels: Record<RefusalOutcome, string> = {
  issuer: 'Settled with who makes it',
  'new-code': 'New code',
  refund: 'Refunded',
}

const settledColumns: readonly TableColumn<OperatorCodeRefusal>[] = [
  gift,
  said,
  {
    key: 'outcome',
    header: 'What came of it',
    cell: ({ outcome, note, settledBy }) => (
      <span className="two-lines">
        {outcome ? outcomeLabels[outcome] : null}
        <span className="muted small">
          {settledBy}: {note}
        </span>
      </span>
    ),
  },
  state,
  {
    key: 'at',
    header: 'Settled on',
    cell: ({ settledAt }) => (settledAt ? formatMoment(settledAt, BUSINESS_ZONE) : null),
  },
]

export default function Refusals() {
  const { waiting, settled, pages, mayAct, now } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Refused codes"
        lead={`Recipients whose code a shop would not take. Ask the shop or who makes its codes first; ${mayAct ? 'then say here what came of it' : 'then tell finance'}.`}
      />
      {mayAct && waiting.length ? <Acts /> : null}
      <ForRole needs="refund">
        settles these, by another code or a refund. It sees them on its overview; tell it what the shop said.
      </ForRole>
      <Card title="Waiting" flush>
        <DataTable
          caption="Codes that shops would not take, the oldest first"
          columns={waitingColumns(now)}
          rows={waiting}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No code is refused">
              What recipients say on their gift’s page is listed here.
            </EmptyState>
          }
        />
        <Pagination {...pages.waiting} label="codes that wait" parameter="waitingPage" />
      </Card>
      {settled.length || pages.settled.page > 1 ? (
        <Card title="Settled" flush>
          <DataTable
            caption="Those that were settled, the latest first"
            columns={settledColumns}
            rows={settled}
            rowKey={({ id }) => id}
          />
          <Pagination {...pages.settled} label="settled codes" parameter="settledPage" />
        </Card>
      ) : null}
    </>
  )
}

function Acts() {
  const { waiting } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const pick = (of: readonly OperatorCodeRefusal[]) => (
    <SelectField
      name="refusal"
      label="Which"
      data={of.map(({ id, giftName, recipient, customer }) => ({
        value: id,
        label: `${giftName}, ${recipient ?? 'no name'} (${customer.name})`,
      }))}
      required
    />
  )
  const made = waiting.filter(({ codeFrom }) => codeFrom !== 'own')
  const own = waiting.filter(({ codeFrom }) => codeFrom === 'own')
  return (
    <Card title="Settle" key={waiting.length}>
      <ActForm
        intent="issuer"
        title="It is settled with the shop"
        button="Mark as settled"
        consequence="The code stays, and its recipient is told to try it again. No money moves."
        failure={failure}
      >
        {pick(waiting)}
      </ActForm>
      {made.length ? (
        <ActForm
          intent="new-code"
          title="Give another code"
          button="Give another code"
          consequence="The gift’s page shows another code in the place of the one that was refused, and no money moves: who made it is owed for one. Have the refused code stopped first."
          failure={failure}
        >
          {pick(made)}
          <TextField
            name="newCode.code"
            label="The code that its issuer gave instead"
            description="Leave this empty for a merchant’s list: the next code of it is taken."
            autoComplete="off"
            maxLength={200}
          />
          <TextField name="newCode.pin" label="Its PIN, if there is one" autoComplete="off" maxLength={50} />
        </ActForm>
      ) : null}
      {own.length ? (
        <ActForm
          intent="refund"
          title="Refund the gift"
          button="Cancel and refund"
          danger
          consequence="The gift is cancelled for good, and what was paid for it goes back to the wallet or off the unpaid invoice."
          failure={failure}
        >
          {pick(own)}
        </ActForm>
      ) : null}
    </Card>
  )
}
