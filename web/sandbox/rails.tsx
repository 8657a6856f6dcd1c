import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { railNames, rails } from '#contract/core/rails.ts'
import {
  clearSandboxRailFailures,
  getSandboxRails,
  planSandboxRailFailure,
  type SandboxRails,
  spendSandboxRailCode,
} from '#contract/sandbox/rails.ts'
import { formatMoney } from '#kit/money.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, number, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/ui/format.ts'
import { MakeItFail } from './failures.tsx'
import { Problem, refuse } from './problem.tsx'

const failures = [
  { value: 'slow', label: 'slow: done, but answered only once you let it go' },
  { value: 'error', label: 'error: answered with 500, nothing done' },
  { value: 'error-after', label: 'error-after: done, then answered with 500' },
  { value: 'drop-before', label: 'drop-before: the connection is cut, nothing done' },
  { value: 'drop-after', label: 'drop-after: done, then the connection is cut' },
  { value: 'throttled', label: 'throttled: asked to come back later (429)' },
  { value: 'lie', label: 'lie: a code of another amount' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxRails, { query: {} })
  if (!answer.ok) throw data(null, { status: 404 })
  return answer.value.data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent, at, failure, times, rail, reference } = readForm(form, {
    intent: choice('well', 'fail', 'cashed', 'expired'),
    at: exactText,
    failure: exactText,
    times: number,
    rail: exactText,
    reference: exactText,
  })
  const spend = (event: 'cashed' | 'expired') =>
    callApi(page, spendSandboxRailCode, { body: { rail: rail as never, reference, event } })
  const ask = {
    well: () => callApi(page, clearSandboxRailFailures, {}),
    fail: () => callApi(page, planSandboxRailFailure, { body: { at, failure, times } as never }),
    cashed: () => spend('cashed'),
    expired: () => spend('expired'),
  }
  const answer = intent && (await ask[intent]())
  if (answer?.ok) return redirect(paths.sandboxRails, 303)
  const problem =
    intent === 'cashed' || intent === 'expired'
      ? 'That code can no longer be used.'
      : 'That could not be planned: choose a rail, how it is to fail, and how often (1 to 100).'
  return refuse(problem, form, answer?.problem.status ?? 400)
}

export default function RailSimulator() {
  const { codes, planned, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Rails · Sandbox</title>
      <h1>Rails</h1>
      <Problem />
      <MakeItFail failures={failures} places={railNames} planned={planned} waiting={waiting} />
      <section className="card panel" aria-labelledby="settlement">
        <h2 id="settlement">Settlement files of today</h2>
        <p className="quiet-line">What each rail would send tonight, to be taken in at the operators’ console.</p>
        <ul className="quiet-line">
          {railNames.map((rail) => (
            <li key={rail}>
              <a href={paths.sandboxSettlement(rail)} download>
                {rails[rail].label}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="codes">
        <h2 id="codes">Codes</h2>
        {codes.length ? <Codes codes={codes} /> : <p className="empty">No rail has made a code yet.</p>}
      </section>
    </>
  )
}

const stateLabels: Record<string, string> = {
  unused: 'Not used',
  'part-cashed': 'Paid out in part',
  cashed: 'Paid out',
  expired: 'Ran out',
  cancelled: 'Stopped',
}

function Codes({ codes }: Pick<SandboxRails, 'codes'>) {
  return (
    <ul className="card messages">
      {codes.map(({ rail, reference, codeEnding, amountPence, state, validUntil }) => (
        <li key={`${rail} ${reference}`}>
          <span className="channel sms">{formatMoney(amountPence, 'GBX')}</span>
          <div className="message-main">
            <strong>{rails[rail].label}</strong>
            <span>
              {stateLabels[state] ?? state}; code ending {codeEnding}, good until {formatDay(validUntil, 'UTC')}
            </span>
            <span>{reference}</span>
            {state === 'unused' || state === 'part-cashed' ? (
              <form method="post" className="plan">
                <input type="hidden" name="rail" value={rail} />
                <input type="hidden" name="reference" value={reference} />
                <button className="button quiet" type="submit" name="intent" value="cashed">
                  Pay it out
                </button>
                <button className="button quiet" type="submit" name="intent" value="expired">
                  Let it run out
                </button>
              </form>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
