import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import {
  addCodes,
  type CodePool,
  getStock,
  type Issuer,
  setCodeLimit,
  setFloatLimit,
} from '#contract/operator/stock.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { amountRefusal, choice, file, number, penceIn, readForm, text } from '#web/http/read-form.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import styles from '#web/operator/console.module.css'
import { runAct } from '#web/operator/run-act.server.ts'
import { getOperatorSession } from '#web/operator/session.ts'
import { paths } from '#web/paths.ts'
import { capitalise, formatCount, formatMoment, plural } from '#web/ui/format.ts'
import { Button } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { DataTable, type TableColumn } from '#web/ui/kit/data-table.tsx'
import { EmptyState } from '#web/ui/kit/empty-state.tsx'
import { Facts } from '#web/ui/kit/facts.tsx'
import { invalidForm } from '#web/ui/kit/failure.ts'
import { AmountField, SelectField, TextField } from '#web/ui/kit/form.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const product = (new URL(request.url).searchParams.get('product') ?? '').slice(0, 100)
  const stock = session.unwrap(await session.call(getStock, { query: { product } })).data
  return { ...stock, asked: product.trim(), mayAct: session.may('manage-stock') }
}

const CURRENCIES = ['GBX', 'EUX'] as const

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getOperatorSession(context)
  const form = await request.formData()
  const asked = { form, page: paths.operatorStock }
  const { intent, product, reason } = readForm(form, { intent: text, product: text, reason: text })
  const call = { params: { id: product } }
  const wrong = (field: string, message: string) =>
    data({ ...invalidForm({ [field]: message }, form), intent }, { status: 422 })
  switch (intent) {
    case 'codes': {
      const { file: codes } = readForm(form, { file })
      if (!codes) return wrong('file', 'Choose the merchant’s file of codes')
      return runAct(
        session,
        asked,
        () => session.call(addCodes, { ...call, body: { file: codes, reason } }),
        ({ data: { imported, inStock } }) =>
          `${plural(imported, 'code', 'codes')} went in; ${formatCount(inStock)} are in stock.`,
      )
    }
    case 'limit': {
      const { lowBelow } = readForm(form, { lowBelow: number })
      if (!Number.isSafeInteger(lowBelow)) return wrong('lowBelow', 'Type a whole number')
      return runAct(
        session,
        asked,
        () => session.call(setCodeLimit, { ...call, body: { lowBelow, reason } }),
        () => 'The limit is set.',
      )
    }
    case 'float': {
      const { issuer, ...typed } = readForm(form, { issuer: text, currency: choice(...CURRENCIES) })
      const currency = typed.currency ?? 'GBX'
      const { lowBelowPence } = readForm(form, { lowBelowPence: penceIn(currency) })
      if (lowBelowPence === undefined) return wrong('lowBelowPence', amountRefusal(form, 'lowBelowPence', currency))
      return runAct(
        session,
        asked,
        () => session.call(setFloatLimit, { body: { issuer, currency, lowBelowPence, reason } }),
        () => 'The limit is set.',
      )
    }
    default:
      throw data(null, { status: 400 })
  }
}

const pools: readonly TableColumn<CodePool>[] = [
  {
    key: 'product',
    header: 'Product',
    cell: ({ name, brand, awaited }) => (
      <span className="two-lines">
        <strong>{name}</strong>
        <span className="muted small">
          {brand}
          {awaited ? `, ${plural(awaited, 'recipient waits', 'recipients wait')}` : ''}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ free, lowBelow }) =>
      free === 0 ? (
        <StatusBadge status="None left" tone="danger" />
      ) : free < lowBelow ? (
        <StatusBadge status={`Low, below ${formatCount(lowBelow)}`} tone="warning" />
      ) : (
        <StatusBadge status="Enough" tone="success" />
      ),
  },
  { key: 'free', header: 'Left', numeric: true, cell: ({ free }) => formatCount(free) },
  { key: 'taken', header: 'Given out', numeric: true, cell: ({ taken }) => formatCount(taken) },
  { key: 'expired', header: 'Out of date', numeric: true, cell: ({ expired }) => formatCount(expired) },
]

function floatText({ currency, balancePence, lowBelowPence, toldAt }: Issuer['floats'][number]) {
  const limit = `low below ${formatMoney(lowBelowPence, currency)}`
  if (balancePence === null || toldAt === null) return `Not told yet; ${limit}`
  return (
    <span className="two-lines">
      <span>
        {formatMoney(balancePence, currency)}{' '}
        {balancePence < lowBelowPence ? <StatusBadge status="Low" tone="danger" /> : null}
      </span>
      <span className="muted small">
        {limit}; as told {formatMoment(toldAt, BUSINESS_ZONE)}
      </span>
    </span>
  )
}

function IssuerCard({ issuer }: { issuer: Issuer }) {
  const { name, isConnected, floats, unanswered, oldestAt, awaited, withheld } = issuer
  return (
    <Card title={capitalise(name)}>
      <Facts
        facts={[
          ...(isConnected
            ? []
            : [{ name: 'Connection', value: <StatusBadge status="Not connected" tone="warning" /> }]),
          ...floats.map((float) => ({
            name: `Float, ${float.currency === 'GBX' ? 'pounds' : 'euros'}`,
            value: floatText(float),
          })),
          ...(floats.length ? [] : [{ name: 'Float', value: 'Not told yet: its next answer says' }]),
          {
            name: 'Codes not answered',
            value: oldestAt
              ? `${formatCount(unanswered)}, the oldest asked ${formatMoment(oldestAt, BUSINESS_ZONE)}`
              : formatCount(unanswered),
          },
          { name: 'Recipients who wait', value: formatCount(awaited) },
          ...(withheld
            ? [{ name: 'Not on sale', value: `${plural(withheld, 'product', 'products')}, until it is connected` }]
            : []),
        ]}
      />
    </Card>
  )
}

export default function Stock() {
  const { pools: rows, issuers, mayAct } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Stock" lead="Codes that merchants supplied, and what issuers hold for you." />
      <Card title="Supplied codes" flush>
        <DataTable
          caption="Products with supplied codes, the emptiest first"
          columns={pools}
          rows={rows}
          rowKey={({ productId }) => productId}
          empty={
            <EmptyState picture="sprout" title="No product has supplied codes">
              All others are redeemed at tills, or made by issuers on demand.
            </EmptyState>
          }
        />
      </Card>
      {issuers.map((issuer) => (
        <IssuerCard key={issuer.name} issuer={issuer} />
      ))}
      {mayAct ? <Acts /> : null}
    </>
  )
}

function Acts() {
  const { pools: rows, products: found, asked, issuers } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const products = rows.map(({ productId, name, brand }) => ({ value: productId, label: `${name}, ${brand}` }))
  const choices = asked ? found.map(({ id, name, brand }) => ({ value: id, label: `${name}, ${brand}` })) : products
  return (
    <Card title="Change it">
      <Form method="get" className={styles.search}>
        <TextField
          key={asked}
          name="product"
          type="search"
          label="Product to add codes to"
          description="Words of its name or brand"
          defaultValue={asked}
          autoComplete="off"
        />
        <Button type="submit">Find product</Button>
      </Form>
      {asked && choices.length === 0 ? <p>No product with that name takes codes from a file.</p> : null}
      {choices.length ? (
        <ActForm
          intent="codes"
          title="Add codes"
          button="Add codes"
          consequence="All of the file goes in, or none. From then on the product hands out these codes alone."
          failure={failure}
          encType="multipart/form-data"
        >
          <SelectField key={asked} name="product" label="Product" data={choices} />
          <TextField
            name="file"
            type="file"
            accept=".csv,text/csv"
            label="File of codes"
            description="CSV with the columns code, pin, url and expiry (YYYY-MM-DD); at most 4 MB."
            required
          />
        </ActForm>
      ) : null}
      {products.length ? (
        <ActForm
          intent="limit"
          title="Say how few codes are too few"
          button="Set the limit"
          consequence="Below it the product is shown as low here, and an alert is raised."
          failure={failure}
        >
          <SelectField name="product" label="Product" data={products} />
          <TextField name="lowBelow" label="Low below" inputMode="numeric" required maxLength={7} autoComplete="off" />
        </ActForm>
      ) : null}
      {issuers.length ? (
        <ActForm
          intent="float"
          title="Say how little of a float is too little"
          button="Set the limit"
          consequence="Below it the issuer is shown as low here, and an alert is raised."
          failure={failure}
        >
          <SelectField
            name="issuer"
            label="Issuer"
            data={issuers.map(({ name }) => ({ value: name, label: capitalise(name) }))}
          />
          <SelectField
            name="currency"
            label="Currency"
            data={[
              { value: 'GBX', label: 'Pounds' },
              { value: 'EUX', label: 'Euros' },
            ]}
          />
          <AmountField name="lowBelowPence" label="Low below" currency="GBX" required />
        </ActForm>
      ) : null}
    </Card>
  )
}
