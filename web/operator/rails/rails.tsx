import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { awardLanguages } from '#contract/awards/languages.ts'
import { railNames } from '#contract/core/rails.ts'
import {
  askRail,
  endOverdueCode,
  listRails,
  type Rail,
  type RailFile,
  takeSettlementFile,
} from '#contract/operator/rails.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { readPageNumber } from '#web/http/page-number.ts'
import { choice, exactText, file, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { formatCount, formatDay, formatMoment, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Money } from '#web/ui/kit/money.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { Pagination } from '#web/ui/kit/pagination.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import { connectionLabels } from './labels.ts'
import { Overdue } from './overdue.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const query = { page: readPageNumber(new URL(request.url).searchParams) }
  const { data: listed } = session.unwrap(await session.call(listRails, { query }))
  return { ...listed, mayAct: session.may('manage-settlements') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const asked = { form, page: paths.operatorRails }
  const typed = readForm(form, {
    intent: choice('file', 'status', 'cancel', 'overdue'),
    rail: choice(...railNames),
    codeReference: exactText,
    code: exactText,
    reason: text,
  })
  const { intent, rail, reason, codeReference, code } = typed
  if (intent === 'overdue')
    return runAct(
      session,
      asked,
      () => session.call(endOverdueCode, { body: { codeReference, reason } }),
      ({ data: { amountPence } }) => `The award has ended. ${formatMoney(amountPence, 'GBX')} went back to its grant.`,
    )
  if (!intent || !rail) throw data(null, { status: 400 })
  if (intent === 'file') {
    const { file: settlement } = readForm(form, { file })
    if (!settlement)
      return data({ ...invalidForm({ file: 'Choose the rail’s settlement file' }, form), intent }, { status: 422 })
    return runAct(
      session,
      asked,
      () => session.call(takeSettlementFile, { params: { rail }, body: { file: settlement, reason } }),
      ({ data: { lines, unmatched, repeated } }) =>
        [
          `${plural(lines, 'line was', 'lines were')} taken in.`,
          unmatched ? `${plural(unmatched, 'line does', 'lines do')} not agree.` : 'All that is new agrees.',
          ...(repeated ? [`${plural(repeated, 'line', 'lines')} had been told before.`] : []),
        ].join(' '),
    )
  }
  return runAct(
    session,
    asked,
    () =>
      session.call(askRail, { params: { rail }, body: { what: intent, codeReference, reason, ...(code && { code }) } }),
    ({ data: { state, cashedPence } }) =>
      `The code ${codeReference} is ${state}${cashedPence === null ? '' : `; ${formatMoney(cashedPence, 'GBX')} was paid out`}.`,
  )
}

const columns: readonly TableColumn<RailFile & { label: string }>[] = [
  {
    key: 'file',
    header: 'File',
    cell: ({ id, name, label, day }) => (
      <span className="two-lines">
        <Link to={paths.operatorRailFile(id)}>{name}</Link>
        <span className="muted small">
          {label}, {formatDay(day, 'UTC')}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ unmatched }) =>
      unmatched ? (
        <StatusBadge status={`${formatCount(unmatched)} not agreed`} tone="danger" />
      ) : (
        <StatusBadge status="Agrees" tone="success" />
      ),
  },
  {
    key: 'taken',
    header: 'Taken in',
    cell: ({ takenInAt, takenInBy }) => (
      <span className="two-lines">
        <span>{formatMoment(takenInAt, BUSINESS_ZONE)}</span>
        <span className="muted small">{takenInBy}</span>
      </span>
    ),
  },
  { key: 'lines', header: 'Lines', numeric: true, cell: ({ lines }) => formatCount(lines) },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountPence }) => <Money pence={amountPence} currency="GBX" />,
  },
]

export default function Rails() {
  const { rails, files, pages, overdue, mayAct } = useLoaderData<typeof loader>()
  const labels = new Map(rails.map(({ rail, label }) => [rail, label]))
  return (
    <>
      <PageHeader title="Rails" lead="How cash and energy are paid out to people, and what the rails say they paid." />
      {rails.map((rail) => (
        <RailCard key={rail.rail} of={rail} />
      ))}
      {overdue.length ? <Overdue codes={overdue} mayAct={mayAct} /> : null}
      <Card title="Settlement files" flush>
        <DataTable
          caption="Settlement files, the latest first"
          columns={columns}
          rows={files.map((each) => ({ ...each, label: labels.get(each.rail)! }))}
          rowKey={({ id }) => id}
          empty={
            <EmptyState picture="sprout" title="No file has been taken in">
              Each rail sends one a day. It says what was paid out, and what ran out.
            </EmptyState>
          }
        />
        <Pagination {...pages} label="settlement files" />
      </Card>
      <Card title="The page that people open">
        <p>
          It speaks {joinLanguages(true)}. These are machine drafts that no one has reviewed: {joinLanguages(false)}.
        </p>
      </Card>
      {mayAct ? <Acts rails={rails} /> : null}
    </>
  )
}

const joinLanguages = (isReviewed: boolean): string =>
  Object.values(awardLanguages)
    .filter((language) => language.isReviewed === isReviewed)
    .map(({ name }) => name)
    .join(', ')

function RailCard({ of: rail }: { of: Rail }) {
  const { label, tone } = connectionLabels[rail.connection]
  const money = (pence: number) => formatMoney(pence, 'GBX')
  return (
    <Card title={rail.label}>
      <Facts
        facts={[
          { name: 'Connection', value: <StatusBadge status={label} tone={tone} /> },
          {
            name: 'Settled',
            value: rail.settlement === 'onCash' ? 'When it is paid out' : 'When its code is made: sold as gifts too',
          },
          {
            name: 'Pays out',
            value: `${money(rail.leastPence)} to ${money(rail.mostPence)}${rail.stepPence > 1 ? `, in steps of ${money(rail.stepPence)}` : ''}; good for ${rail.validDays} days`,
          },
          { name: 'A code can be stopped', value: rail.isCancellable ? 'Yes, until it is used' : 'No' },
          ...(rail.floatPence === null ? [] : [{ name: 'Float', value: money(rail.floatPence) }]),
          { name: 'Given out', value: `${formatCount(rail.givenOut)}, ${money(rail.givenOutPence)}` },
          { name: 'Paid out', value: money(rail.cashedPence) },
          { name: 'Ran out or stopped', value: money(rail.endedPence) },
          {
            name: 'Lines that do not agree',
            value: rail.unmatched ? <StatusBadge status={formatCount(rail.unmatched)} tone="danger" /> : 'None',
          },
          {
            name: 'Over, and never told of',
            value: rail.untold ? <StatusBadge status={formatCount(rail.untold)} tone="warning" /> : 'None',
          },
        ]}
      />
    </Card>
  )
}

function Acts({ rails }: { rails: readonly Rail[] }) {
  const failure = useActionData<typeof action>()
  const choices = (of: readonly Rail[]) => of.map(({ rail, label }) => ({ value: rail, label }))
  const connected = rails.filter(({ connection }) => connection !== 'none')
  const telling = connected.filter(({ tellsStatus }) => tellsStatus)
  const stopping = connected.filter(({ isCancellable }) => isCancellable)
  return (
    <Card title="Change it">
      {connected.length ? (
        <ActForm
          intent="file"
          title="Take a settlement file in"
          button="Take it in"
          consequence="All of it is taken in, once. A file that was altered, or is another rail’s, is refused."
          failure={failure}
          encType="multipart/form-data"
        >
          <SelectField name="rail" label="Rail" data={choices(connected)} />
          <TextField
            name="file"
            type="file"
            accept=".csv,text/csv"
            label="Settlement file"
            description="Signed CSV as the rail sends it; at most 4 MB."
            required
          />
        </ActForm>
      ) : null}
      {telling.length ? (
        <ActForm
          intent="status"
          title="Ask what happened to a code"
          button="Ask"
          consequence="The rail is asked. Nothing changes."
          failure={failure}
        >
          <SelectField name="rail" label="Rail" data={choices(telling)} />
          <TextField name="codeReference" label="Reference" required maxLength={60} autoComplete="off" />
        </ActForm>
      ) : null}
      {stopping.length ? (
        <ActForm
          intent="cancel"
          title="Stop a code"
          button="Stop it"
          danger
          consequence="The code is good for nothing from then on. No money moves before the rail’s settlement file says so."
          failure={failure}
        >
          <SelectField name="rail" label="Rail" data={choices(stopping)} />
          <TextField name="codeReference" label="Reference" required maxLength={60} autoComplete="off" />
          <TextField name="code" label="Code" description="PayPoint needs it" maxLength={60} autoComplete="off" />
        </ActForm>
      ) : null}
    </Card>
  )
}
