import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import {
  cardFailurePlaces,
  clearSandboxCardFailures,
  getSandboxCards,
  planSandboxCardFailure,
  type SandboxCards,
} from '#contract/sandbox/cards.ts'
import { formatMoney } from '#kit/money.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, number, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MakeItFail } from './failures.tsx'
import { formatSandboxMoment } from './moment.ts'
import { Problem, refuse } from './problem.tsx'

const failures = [
  { value: 'slow', label: 'slow: done, but answered only once you let it go' },
  { value: 'error', label: 'error: answered with 500, nothing done' },
  { value: 'drop-before', label: 'drop-before: the connection is cut, nothing done' },
  { value: 'drop-after', label: 'drop-after: done, then the connection is cut' },
] as const

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxCards, { query: {} })
  if (!answer.ok) throw data(null, { status: 404 })
  return answer.value.data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent, ...body } = readForm(form, {
    intent: choice('well', 'fail'),
    at: exactText,
    failure: exactText,
    times: number,
  })
  const answer =
    intent === 'well'
      ? await callApi(page, clearSandboxCardFailures, {})
      : await callApi(page, planSandboxCardFailure, { body: body as never })
  if (answer.ok) return redirect(paths.sandboxCards, 303)
  return refuse(
    'That could not be planned: choose what is to fail, how, and how often (1 to 100).',
    form,
    answer.problem.status,
  )
}

export default function CardSimulator() {
  const { testCards, payments, planned, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Cards · Sandbox</title>
      <h1>Card provider</h1>
      <Problem />
      <MakeItFail failures={failures} places={cardFailurePlaces} planned={planned} waiting={waiting} />
      <section aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        {payments.length ? <Payments payments={payments} /> : <p className="empty">No card has been charged yet.</p>}
      </section>
      <section aria-labelledby="test-cards">
        <h2 id="test-cards">Cards to pay with</h2>
        <p className="quiet-line">
          Any date to come and any security code will do. Amounts of five digits that end in 05, 12, 14, 51, 54, 62, 63
          or 33 pence (such as £100.05) are declined whichever card it is.
        </p>
        <TestCards cards={testCards} />
      </section>
    </>
  )
}

function Payments({ payments }: Pick<SandboxCards, 'payments'>) {
  return (
    <ul className="card messages">
      {payments.map(({ id, status, summary, amountPence, refundedPence, currency, scheme, last4, ...payment }) => (
        <li key={id}>
          <span className={`channel ${['Declined', 'Expired', 'Canceled'].includes(status) ? '' : 'sms'}`}>
            {status}
          </span>
          <div className="message-main">
            <strong>
              {formatMoney(amountPence, currency === 'EUR' ? 'EUX' : 'GBX')}
              {refundedPence ? `, ${formatMoney(refundedPence, currency === 'EUR' ? 'EUX' : 'GBX')} given back` : ''}
            </strong>
            <span>
              {scheme} ending {last4}
              {summary ? `: ${summary}` : ''}
            </span>
            <span>{payment.reference}</span>
          </div>
          <time dateTime={payment.requestedAt}>{formatSandboxMoment(payment.requestedAt)}</time>
        </li>
      ))}
    </ul>
  )
}

function TestCards({ cards }: { cards: SandboxCards['testCards'] }) {
  return (
    <ul className="card messages">
      {cards.map(({ number, scheme, challenge, label }) => (
        <li key={number}>
          <span className={`channel ${challenge || label === 'Approved' ? 'sms' : ''}`}>{scheme}</span>
          <div className="message-main">
            <strong className="digits">{number.replace(/(.{4})(?=.)/g, '$1 ')}</strong>
            <span>{label}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
