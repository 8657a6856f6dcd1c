import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import {
  clearSandboxMonitoring,
  getSandboxMonitoring,
  planSandboxMonitoringFailure,
  type SandboxReport,
} from '#contract/sandbox/monitoring.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { choice, exactText, number, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MakeItFail } from './failures.tsx'
import { formatSandboxMoment } from './moment.ts'
import { Problem, refuse } from './problem.tsx'

/** The rest is in the answer of `/sandbox/monitoring`. */
const SHOWN_LENGTH = 4000

const failures = [
  { value: 'throttled', label: 'throttled: asks for a minute of rest (429)' },
  { value: 'error', label: 'error: answered with 500' },
]

const kinds: Record<string, string> = {
  event: 'Error',
  transaction: 'Trace',
  session: 'Visit',
  replay_event: 'Replay',
  replay_recording: 'Recording',
  client_report: 'Not sent',
}

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxMonitoring, {})
  if (!answer.ok) throw data(null, { status: 404 })
  const { isOn, received, planned } = answer.value.data
  return { isOn, planned, reports: received.map((report) => ({ ...report, ...describeReport(report) })) }
}

function describeReport({ payload }: SandboxReport) {
  const text = pretty(payload)
  return { payload: text.slice(0, SHOWN_LENGTH), isCut: text.length > SHOWN_LENGTH }
}

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent, ...body } = readForm(form, { intent: choice('well', 'fail'), failure: exactText, times: number })
  const answer =
    intent === 'well'
      ? await callApi(page, clearSandboxMonitoring, {})
      : await callApi(page, planSandboxMonitoringFailure, { body: body as never })
  if (answer.ok) return redirect(paths.sandboxMonitoring, 303)
  return refuse('Choose how it is to fail, and how often (1 to 100).', form, answer.problem.status)
}

/** What a service that watches over the program has been told. */
export default function MonitoringPage() {
  const { isOn, planned, reports } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Monitoring · Sandbox</title>
      <h1>Monitoring</h1>
      <Problem />
      {isOn ? (
        <p className="quiet-line">
          Errors, traces and recordings of screens arrive here, from pages and from the server. They go when this
          process stops.
        </p>
      ) : (
        <p className="quiet-line">
          Monitoring is off: pages load nothing for it. Start Posy with <code>SENTRY_DSN=sandbox</code> to see here what
          would be reported.
        </p>
      )}
      <MakeItFail failures={failures} planned={planned} waiting={0} />
      <section aria-labelledby="reports">
        <h2 id="reports">Reports</h2>
        {reports.length ? (
          <ul className="card messages">
            {reports.map(({ id, at, type, title, environment, platform, payload, isCut }) => (
              <li key={id}>
                <span className="channel">{kinds[type] ?? type}</span>
                <div className="message-main">
                  <b>{title ?? kinds[type] ?? type}</b>
                  <span>{[platform, environment].filter(Boolean).join(', ')}</span>
                  <details>
                    <summary>What was sent</summary>
                    <pre className="plain">{isCut ? `${payload}\n…` : payload}</pre>
                  </details>
                </div>
                <time dateTime={at}>{formatSandboxMoment(at)}</time>
              </li>
            ))}
          </ul>
        ) : (
          <p className="empty">Nothing has been reported.</p>
        )}
      </section>
    </>
  )
}
