import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { type AccountsMap, accountRoles, accountsPackages, type BillsMap } from '#contract/reports/accounts-packages.ts'
import { useZone } from '#web/app/shell/app-data.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, readForm } from '#web/http/read-form.ts'
import { refused } from '#web/http/refused.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Button, SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable } from '#web/ui/kit/data-table.tsx'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { ActionForm, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { lastMonths } from './accounts-months.server.ts'
import { londonToday, requireBills } from './billing.server.ts'
import { CarriedFields } from './carried-fields.tsx'
import styles from './invoices.module.css'
import { InvoicesFrame } from './invoices-frame.tsx'
import {
  accountRoleLabels,
  accountsPackageNames,
  billLabels,
  currencyNames,
  holdsLabels,
  monthLabel,
} from './labels.ts'

const billNames = Object.keys(billLabels) as (keyof BillsMap)[]
const takesJournals = (name: AccountsMap['package']) => name !== 'sage-accounting'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const params = { id: requireBills(session) }
  const { package: asked } = readForm(new URL(request.url).searchParams, { package: choice(...accountsPackages) })
  const [map, team] = await Promise.all([
    session.api.getAccountsMap({ params, query: { package: asked ?? 'xero' } }),
    session.api.getTeam({ params }),
  ])
  return {
    map: session.unwrap(map).data,
    months: lastMonths(await londonToday(context.get(webContext)), session.unwrap(team).data.dateCreated),
    mayChange: session.can('manage-billing'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const {
    package: name,
    taxCode,
    supplier,
    standard,
    reduced,
    zero,
    outside,
    ...accounts
  } = readForm(form, {
    package: choice(...accountsPackages),
    taxCode: exactText,
    ...{ gifts: exactText, fees: exactText, plans: exactText, vat: exactText },
    ...{ wallets: exactText, owed: exactText, card: exactText, bank: exactText },
    ...{ supplier: exactText, standard: exactText, reduced: exactText, zero: exactText, outside: exactText },
  })
  const result = await session.api.putAccountsMap({
    params: { id: requireBills(session) },
    body: { package: name ?? 'xero', accounts, taxCode, bills: { supplier, standard, reduced, zero, outside } },
  })
  if (!result.ok) {
    const fields = Object.fromEntries([
      ...accountRoles.map((role) => [`accounts.${role}`, role]),
      ...billNames.map((name) => [`bills.${name}`, name]),
    ])
    return refused(toFormFailure(result.problem, form, fields))
  }
  return session.redirect(
    paths.accountsPackage(result.value.data.package),
    'Your accounts are saved for the next file.',
  )
}

export default function AccountsPackage() {
  const { map, months, mayChange } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>() ?? null
  return (
    <InvoicesFrame>
      <Card>
        <Form method="get" className={styles.filters}>
          <CarriedFields />
          <SelectField
            name="package"
            label="Accounts package"
            key={map.package}
            defaultValue={map.package}
            data={accountsPackages.map((value) => ({ value, label: accountsPackageNames[value] }))}
          />
          <Button type="submit" look="quiet">
            Show
          </Button>
        </Form>
      </Card>
      {mayChange && months.length ? <Download map={map} months={months} /> : null}
      {mayChange && months.length === 0 ? (
        <Notice title="No month is over yet">
          The first file is of the month in which your team began, once that month is over.
        </Notice>
      ) : null}
      {map.exports.length > 0 ? <Exports exports={map.exports} /> : null}
      <Accounts map={map} mayChange={mayChange} failure={failure} />
    </InvoicesFrame>
  )
}

const Download = ({ map, months }: { map: AccountsMap; months: string[] }) => (
  <Card title={`Months for ${accountsPackageNames[map.package]}`}>
    <p className="muted">
      {takesJournals(map.package)
        ? 'Journals have one entry for each kind of movement, dated the last day of the month: gifts and fees without VAT, VAT, top-ups, invoices, plans and everything that came back. '
        : ''}
      Bills have each receipt, invoice and credit note with its net and VAT by rate; what a wallet paid is taken off to
      your prepayment, and top-ups are booked from your bank. Both are of your team, its subteams and its budgets’
      participants: {takesJournals(map.package) ? 'import one of the two, and use it' : 'use them'} instead of entering
      our receipts and invoices by hand. Compare with the <Link to={paths.vat}>VAT page</Link>.
    </p>
    {map.parentTeamId === null ? null : (
      <p className="muted">
        This team is a subteam. Its months are in its parent team’s files too: import one of the two. What moves between
        the wallets of the two teams is in neither, for in the books of one company it moves nothing. If you keep books
        of your own, enter it by hand from the wallet’s statement.
      </p>
    )}
    <Form method="post" action={paths.accountsFile} reloadDocument className={styles.filters}>
      <input type="hidden" name="package" value={map.package} />
      <SelectField
        name="holds"
        label="What"
        data={(takesJournals(map.package) ? (['journals', 'bills'] as const) : (['bills'] as const)).map((value) => ({
          value,
          label: holdsLabels[value],
        }))}
      />
      <SelectField
        name="months"
        label="How much"
        data={[
          { value: '1', label: 'One month' },
          { value: '3', label: 'Three months up to it' },
        ]}
      />
      <SelectField
        name="month"
        label="Month"
        data={months.map((month) => ({ value: month, label: monthWithState(month, map) }))}
      />
      <SelectField
        name="currency"
        label="Currency"
        data={Object.entries(currencyNames).map(([value, label]) => ({ value, label }))}
      />
      <Button type="submit">Download the file</Button>
    </Form>
  </Card>
)

const monthWithState = (month: string, { exports }: AccountsMap): string =>
  exports.some((each) => each.month === month) ? `${monthLabel(month)} (downloaded before)` : monthLabel(month)

function Exports({ exports }: Pick<AccountsMap, 'exports'>) {
  const zone = useZone()
  return (
    <Card title="Downloaded files" flush>
      <p className={`muted ${styles.lead}`}>
        A month that is over does not change: import each one once. A second file of a month has the same rows and
        references.
      </p>
      <DataTable
        caption="Downloaded files"
        columns={[
          { key: 'month', header: 'Month', cell: ({ month }) => monthLabel(month) },
          { key: 'what', header: 'What', cell: ({ holds }) => holdsLabels[holds] },
          {
            key: 'currency',
            header: 'Currency',
            cell: ({ currency }) => currencyNames[currency as keyof typeof currencyNames],
          },
          {
            key: 'when',
            header: 'Downloaded',
            cell: ({ dateExported, exportedBy }) => `${formatMoment(dateExported, zone)} by ${exportedBy.name}`,
          },
        ]}
        rows={exports}
        rowKey={({ month, currency, holds, dateExported }) => `${month} ${currency} ${holds} ${dateExported}`}
      />
    </Card>
  )
}

const Accounts = ({ map, mayChange, failure }: { map: AccountsMap; mayChange: boolean; failure: Failure | null }) => (
  <Card title="Accounts">
    <p className="muted">
      {map.dateModified
        ? 'The accounts that your files use.'
        : 'These are usual ones of a new company: compare them with yours before the first import.'}
    </p>
    <ActionForm failure={failure} key={map.package}>
      <input type="hidden" name="package" value={map.package} />
      {accountRoles.map((role) => (
        <TextField
          key={role}
          name={role}
          label={accountRoleLabels[role].label}
          description={accountRoleLabels[role].description}
          defaultValue={map.accounts[role]}
          maxLength={100}
          required
          readOnly={!mayChange}
          autoComplete="off"
        />
      ))}
      {billNames.map((name) => (
        <TextField
          key={name}
          name={name}
          label={billLabels[name].label}
          description={billLabels[name].description}
          defaultValue={map.bills[name]}
          maxLength={255}
          required
          readOnly={!mayChange}
          autoComplete="off"
        />
      ))}
      {map.package === 'quickbooks' || !takesJournals(map.package) ? (
        <input type="hidden" name="taxCode" value="" />
      ) : (
        <TextField
          name="taxCode"
          label="Tax code of each row of a journal"
          description="One that adds no VAT: VAT has a row of its own"
          defaultValue={map.taxCode}
          maxLength={50}
          required
          readOnly={!mayChange}
          autoComplete="off"
        />
      )}
      {mayChange ? (
        <div>
          <SubmitButton look="quiet">Save accounts</SubmitButton>
        </div>
      ) : null}
    </ActionForm>
  </Card>
)
