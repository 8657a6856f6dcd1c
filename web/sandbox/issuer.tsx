import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import {
  clearSandboxIssuerFailures,
  getSandboxIssuer,
  planSandboxIssuerFailure,
  type SandboxIssuer,
  setSandboxIssuerStock,
} from '#contract/sandbox/issuer.ts'
import { formatMoney } from '#kit/money.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { number, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { formatCount } from '#web/ui/format.ts'
import { MakeItFail } from './failures.tsx'
import { Problem, refuse, TypedInput } from './problem.tsx'

const failures = [
  { value: 'slow', label: 'slow: issued, but answered only once you let it go' },
  { value: 'error', label: 'error: answered with 500, nothing issued' },
  { value: 'error-after', label: 'error-after: issued, then answered with 500' },
  { value: 'drop-before', label: 'drop-before: the connection is cut, nothing issued' },
  { value: 'drop-after', label: 'drop-after: issued, then the connection is cut' },
  { value: 'throttled', label: 'throttled: asked to come back later (429)' },
  { value: 'maintenance', label: 'maintenance: away for a while (503)' },
  { value: 'unwell', label: 'unwell: the brand’s own system does not answer' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxIssuer, { query: {} })
  if (!answer.ok) throw data(null, { status: 404 })
  return answer.value.data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent, brand, left, failure, times } = readForm(form, {
    intent: text,
    brand: text,
    left: number,
    failure: text,
    times: number,
  })
  const ask = {
    well: () => callApi(page, clearSandboxIssuerFailures, {}),
    stock: () => callApi(page, setSandboxIssuerStock, { body: { brand, left } }),
    fail: () => callApi(page, planSandboxIssuerFailure, { body: { failure, times } as never }),
  }[intent]
  const answer = await ask?.()
  if (answer?.ok) return redirect(paths.sandboxIssuer, 303)
  const problem =
    intent === 'stock'
      ? 'Say which brand, in the issuer’s own words (such as daisy-gb), and how many cards are left.'
      : 'That could not be planned: choose how it is to fail, and how often (1 to 100).'
  return refuse(problem, form, answer?.problem.status ?? 400)
}

export default function Issuer() {
  const { orders, stock, floatPence, planned, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Issuer · Sandbox</title>
      <h1>Voucher issuer</h1>
      <Problem />
      <MakeItFail failures={failures} planned={planned} waiting={waiting} />
      <section className="card panel" aria-labelledby="stock">
        <h2 id="stock">Stock</h2>
        <p className="quiet-line">
          {formatMoney(floatPence, 'GBX')} is paid in and not spent.{' '}
          {stock.length
            ? `Left: ${stock.map(({ brand, left }) => `${brand} ${formatCount(left)}`).join(', ')}. There is no end of the others.`
            : 'There is no end of any card.'}
        </p>
        <form method="post" className="plan">
          <TypedInput
            label="Brand"
            isWide
            name="brand"
            type="text"
            placeholder={orders[0]?.brand ?? 'daisy-gb'}
            required
          />
          <TypedInput label="Cards left" name="left" type="number" min="0" defaultValue="0" required />
          <button className="button quiet" type="submit" name="intent" value="stock">
            Set
          </button>
        </form>
      </section>
      <section aria-labelledby="orders">
        <h2 id="orders">Orders</h2>
        {orders.length ? <Orders orders={orders} /> : <p className="empty">Nothing has been bought from it yet.</p>}
      </section>
    </>
  )
}

function Orders({ orders }: Pick<SandboxIssuer, 'orders'>) {
  return (
    <ul className="card messages">
      {orders.map(({ clientRequestId, brand, amountPence, currency, codeEnding }) => (
        <li key={clientRequestId}>
          <span className="channel sms">{formatMoney(amountPence, currency === 'EUR' ? 'EUX' : 'GBX')}</span>
          <div className="message-main">
            <strong>{brand}</strong>
            <span>{codeEnding ? `Code ending ${codeEnding}` : 'A link'}</span>
            <span>{clientRequestId}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
