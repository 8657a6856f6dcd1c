import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getSandboxClock, moveSandboxClock } from '#contract/sandbox/clock.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { toInstantString } from '#web/http/zoned.server.ts'
import { paths } from '#web/paths.ts'
import { humanise } from '#web/ui/format.ts'
import { formatSandboxMoment } from './moment.ts'
import { Problem, refuse, TypedInput } from './problem.tsx'
import { works } from './works.ts'

/** Steps of the clock on offer, as ISO 8601 durations. */
const steps = [
  { advance: 'PT1H', label: 'An hour' },
  { advance: 'P1D', label: 'A day' },
  { advance: 'P7D', label: 'A week' },
  { advance: 'P1M', label: 'A month' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxClock, {})
  if (!answer.ok) throw data(null, { status: 404 })
  return answer.value.data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const { advance, to } = readForm(form, { advance: exactText, to: exactText })
  const wanted = advance ? { advance } : { to: (to && toInstantString(to, BUSINESS_ZONE)) || '' }
  const answer = await callApi(context.get(webContext), moveSandboxClock, { body: wanted })
  if (answer.ok) return redirect(paths.sandboxClock, 303)
  const problem =
    answer.problem.status === 409
      ? 'That time has passed already: the clock only goes forward. Nothing has changed.'
      : answer.problem.status === 422
        ? 'The clock cannot be moved there: say a time within the next ten years. Nothing has changed.'
        : 'The clock could not be moved. Nothing has changed; try again in a moment.'
  return refuse(problem, form, answer.problem.status)
}

export default function Clock() {
  const { now, lastMove } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Clock · Sandbox</title>
      <h1>Clock</h1>
      <p className="quiet-line">
        It moves for everyone who uses this sandbox, and only forward. For a clock that moves for you alone, start{' '}
        <a href={paths.sandboxOwn}>a sandbox of your own</a>.
      </p>
      <Problem />
      <section className="card panel" aria-labelledby="now">
        <h2 id="now">
          <time dateTime={now}>{formatSandboxMoment(now)}</time>
        </h2>
        <form method="post" className="clock-steps" aria-label="Move the clock forward">
          {steps.map(({ advance, label }) => (
            <button key={advance} className="button quiet" type="submit" name="advance" value={advance}>
              <span aria-hidden="true">+</span>
              {label}
            </button>
          ))}
        </form>
        <form method="post" className="plan">
          <TypedInput label="Or to a moment, in London" isWide name="to" type="datetime-local" required />
          <button className="button quiet" type="submit">
            Go there
          </button>
        </form>
      </section>
      {lastMove ? <Ran {...lastMove} /> : null}
    </>
  )
}

interface Move {
  from: string
  to: string
  ran: { at: string; work: string }[]
}

/** What a move led to. */
function Ran({ from, to, ran }: Move) {
  return (
    <section aria-labelledby="ran">
      <h2 id="ran">What ran on the way</h2>
      <p className="quiet-line">
        From {formatSandboxMoment(from)} to {formatSandboxMoment(to)}.
      </p>
      {ran.length ? (
        <ul className="card messages">
          {ran.map(({ at, work }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same work may run twice at one moment
            <li key={`${index} ${work}`} className="two">
              <strong>{works[work] ?? humanise(work)}</strong>
              <time dateTime={at}>{formatSandboxMoment(at)}</time>
            </li>
          ))}
        </ul>
      ) : (
        <p className="empty">Nothing fell due.</p>
      )}
    </section>
  )
}
