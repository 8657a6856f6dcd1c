import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { CallResult } from '#contract/core/invoke.ts'
import {
  allowTillIds,
  createTillSignIn,
  endTill,
  listTills,
  refuseTillIds,
  renewTillCode,
  type Till,
  type TillCode,
  type TillTry,
} from '#contract/operator/tills.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { type ActFailure, runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession, type OperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatMoment } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { Tabs } from '#web/ui/kit/tabs.tsx'
import { tabs } from './labels.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { data: listed } = session.unwrap(await session.call(listTills, {}))
  return { ...listed, mayAct: session.may('manage-settlements') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const read = readForm(form, { intent: text, till: text, reason: text, store: text, name: text })
  const { intent, till, reason } = read
  const asked = { form, page: paths.operatorTills }
  const call = { params: { id: till }, body: { reason } }
  switch (intent) {
    case 'allow':
      return runAct(
        session,
        asked,
        () => session.call(allowTillIds, call),
        () => 'This till may redeem gifts by their ids, once they have been opened.',
      )
    case 'refuse':
      return runAct(
        session,
        asked,
        () => session.call(refuseTillIds, call),
        () => 'This till redeems by barcode, short code or code only.',
      )
    case 'make': {
      const body = { storeId: read.store, name: read.name, reason }
      return showCode(session, form, await session.call(createTillSignIn, { body }))
    }
    case 'renew':
      return showCode(session, form, await session.call(renewTillCode, call))
    case 'end':
      return runAct(
        session,
        asked,
        () => session.call(endTill, call),
        () => 'This till is signed out for good.',
      )
    default:
      throw data(null, { status: 400 })
  }
}

/** A code is shown by the answer itself: nothing keeps it. */
function showCode(session: OperatorSession, form: FormData, made: CallResult<{ data: TillCode }>) {
  if (made.ok) return { code: made.value.data }
  const failure = toFormFailure(made.problem, form, { storeId: 'store' })
  if (failure.status === 401) session.unwrap(made)
  return refused({ ...failure, ...readForm(form, { intent: text }) })
}

function ids({ allowsIds }: Till) {
  if (!allowsIds) return <StatusBadge status="Refused" tone="success" />
  return (
    <span className="two-lines">
      <StatusBadge status="Allowed" tone="warning" />
      <span className="muted small">
        {formatMoment(allowsIds.at, BUSINESS_ZONE)} by {allowsIds.by}: {allowsIds.reason}
      </span>
    </span>
  )
}

/** How a till comes in: by a program of the merchant's, or by a browser in one store. */
function signIn({ page }: Till) {
  if (!page) return 'Its own program'
  const { store, signedInAt, lastUsedAt, codeUntil } = page
  return (
    <span className="two-lines">
      <span>Browser in {store.name}</span>
      <span className="muted small">
        {signedInAt && lastUsedAt
          ? `Signed in ${formatMoment(signedInAt, BUSINESS_ZONE)}, last used ${formatMoment(lastUsedAt, BUSINESS_ZONE)}`
          : codeUntil
            ? `Its code waits until ${formatMoment(codeUntil, BUSINESS_ZONE)}`
            : 'Signed out'}
      </span>
    </span>
  )
}

const columns: readonly TableColumn<Till>[] = [
  {
    key: 'till',
    header: 'Till',
    cell: ({ id, name, merchant }) => (
      <span className="two-lines">
        <Link to={paths.operatorProgram(id)}>
          {name}
          <span className="visually-hidden">, {id}</span>
        </Link>
        <span className="muted small">
          {merchant.name}, {id}
        </span>
      </span>
    ),
  },
  { key: 'sign-in', header: 'Sign-in', cell: signIn },
  { key: 'ids', header: 'Gifts’ ids', cell: ids },
  { key: 'tries', header: 'Ids refused, 30 days', numeric: true, cell: ({ tries }) => formatCount(tries) },
  {
    key: 'looks',
    header: 'Codes refused, 30 days',
    numeric: true,
    cell: ({ page, refusedLooks }) => (page ? formatCount(refusedLooks) : '–'),
  },
  {
    key: 'last',
    header: 'Last refused',
    cell: ({ lastTryAt, lastRefusedLookAt }) => {
      const last = [lastTryAt, lastRefusedLookAt]
        .filter((at) => at !== null)
        .toSorted()
        .at(-1)
      return last ? formatMoment(last, BUSINESS_ZONE) : '–'
    },
  },
]

const tryColumns: readonly TableColumn<TillTry>[] = [
  {
    key: 'gift',
    header: 'Gift',
    cell: ({ hugggId, transactionId }) => <Link to={paths.operatorPurchase(transactionId)}>{hugggId}</Link>,
  },
  { key: 'till', header: 'Till', cell: ({ till }) => till.name },
  { key: 'tries', header: 'Tries', numeric: true, cell: ({ tries }) => formatCount(tries) },
  { key: 'last', header: 'Last', cell: ({ lastAt }) => formatMoment(lastAt, BUSINESS_ZONE) },
]

export default function Tills() {
  const { tills, tries, mayAct } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const code = answered && 'code' in answered ? answered.code : null
  const failure = answered && 'intent' in answered ? answered : undefined
  return (
    <>
      <PageHeader
        title="Tills"
        lead="A till redeems a gift by its barcode, short code or code, which only its recipient holds. A gift’s id is known to many, and is refused."
      />
      <Tabs label="Paying merchants" tabs={tabs} />
      {code ? <Code code={code} /> : null}
      {mayAct ? <PageActs key={code?.code} failure={failure} /> : null}
      {mayAct && tills.length ? <Acts failure={failure} /> : null}
      <Card title="All tills" flush>
        <DataTable
          caption="Tills, those that tried gifts’ ids first"
          columns={columns}
          rows={tills}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="There is no till yet">
              A browser’s is made above, a program’s with posy client create.
            </EmptyState>
          }
        />
      </Card>
      <Card title="Gifts that were tried by id" flush>
        <DataTable
          caption="Refused in the last thirty days, the latest first"
          columns={tryColumns}
          rows={tries}
          rowKey={({ till, hugggId }) => `${till.id} ${hugggId}`}
          empty={
            <EmptyState picture="sprout" title="No till tried an id">
              In the last thirty days every till redeemed by what recipients hold.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

const options = (wanted: readonly Till[]) =>
  wanted.map(({ id, name, merchant }) => ({ value: id, label: `${name} (${merchant.name})` }))

function Code({ code: { code, until } }: { code: TillCode }) {
  return (
    <Notice tone="success" title={`The code is ${code}`}>
      {`It is shown only now. Tell it to the shop: it is typed once, at ${paths.till} on the counter’s phone, tablet or computer, by ${formatMoment(until, BUSINESS_ZONE)}.`}
    </Notice>
  )
}

/** For shops without a till program: a browser that redeems in one store, and does nothing else. */
function PageActs({ failure }: { failure: ActFailure | undefined }) {
  const { tills, shops } = useLoaderData<typeof loader>()
  const browsers = tills.filter(({ page }) => page)
  return (
    <Card title="Tills in a browser">
      <ActForm
        intent="make"
        title="Add a till in a browser"
        button="Make a code"
        consequence={`Anyone who types the code at ${paths.till} redeems gifts of this merchant in this store, and sees what was redeemed there.`}
        failure={failure}
      >
        <SelectField
          name="store"
          label="Store"
          data={shops.map(({ id, name, merchant }) => ({ value: id, label: `${merchant}, ${name}` }))}
          required
        />
        <TextField
          name="name"
          label="Name of the till"
          placeholder="Front counter"
          required
          maxLength={100}
          autoComplete="off"
        />
      </ActForm>
      {browsers.length ? (
        <>
          <ActForm
            intent="renew"
            title="New code for a browser"
            button="Make a new code"
            consequence="The browser that it is signed in on now is signed out at once."
            failure={failure}
          >
            <SelectField name="till" label="Till" data={options(browsers)} required />
          </ActForm>
          <ActForm
            intent="end"
            title="End a till in a browser"
            button="Sign it out for good"
            danger
            consequence="It redeems nothing from now on. What it redeemed stays on the merchant’s statement."
            failure={failure}
          >
            <SelectField name="till" label="Till" data={options(browsers)} required />
          </ActForm>
        </>
      ) : null}
    </Card>
  )
}

function Acts({ failure }: { failure: ActFailure | undefined }) {
  const { tills } = useLoaderData<typeof loader>()
  const refused = tills.filter(({ allowsIds }) => !allowsIds)
  const allowed = tills.filter(({ allowsIds }) => allowsIds)
  return (
    <Card title="Gifts’ ids" key={allowed.length}>
      {refused.length ? (
        <ActForm
          intent="allow"
          title="Allow ids at one till"
          button="Allow ids"
          consequence="Anyone who can read a gift’s id, such as a colleague of its sender, can have it redeemed there once its recipient has opened it. Allow this only until the till’s program is mended."
          failure={failure}
        >
          <SelectField name="till" label="Till" data={options(refused)} required />
        </ActForm>
      ) : null}
      {allowed.length ? (
        <ActForm
          intent="refuse"
          title="Refuse ids again"
          button="Refuse ids"
          consequence="From now on it redeems by barcode, short code or code only."
          failure={failure}
        >
          <SelectField name="till" label="Till" data={options(allowed)} required />
        </ActForm>
      ) : null}
    </Card>
  )
}
