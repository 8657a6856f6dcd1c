import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { listOwnSandboxes, type OwnSandbox, startOwnSandbox, stopOwnSandbox } from '#contract/sandbox/own.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { exactText, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { formatSandboxMoment } from './moment.ts'
import { Problem, refuse } from './problem.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const answer = await callApi(page, listOwnSandboxes, {})
  if (!answer.ok) throw data(null, { status: 404 })
  return { ...answer.value.data, publicUrl: page.publicUrl }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { stop: id } = readForm(form, { stop: exactText })
  const answer = id ? await callApi(page, stopOwnSandbox, { params: { id } }) : await callApi(page, startOwnSandbox, {})
  // One that is stopped twice is stopped.
  if (answer.ok || answer.problem.status === 404) return redirect(paths.sandboxOwn, 303)
  const problem =
    answer.problem.status === 409
      ? 'No more sandboxes can run beside this one. Stop one first.'
      : 'The sandbox could not be started. Nothing has changed; try again in a moment.'
  return refuse(problem, form, answer.problem.status)
}

export default function OwnSandboxes() {
  const { most, running, publicUrl } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Sandboxes · Sandbox</title>
      <h1>A sandbox of your own</h1>
      <p className="quiet-line">
        The same demo world, with a mailbox, a card provider and a clock that no one else uses: moving its clock changes
        nothing here. It ends when you stop it, or with this one, and keeps nothing.
      </p>
      <Problem />
      {most ? <Start publicUrl={publicUrl} most={most} /> : <Elsewhere />}
      {running.length ? <Running running={running} /> : null}
    </>
  )
}

/** Both ways to one: a button for people, a request for programs. */
const Start = ({ publicUrl, most }: { publicUrl: string; most: number }) => (
  <section className="card panel" aria-labelledby="start">
    <h2 id="start">Start one</h2>
    <form method="post">
      <button className="button" type="submit">
        Start a sandbox
      </button>
    </form>
    <p className="quiet-line">
      It is there in a few seconds. At most {most} run at a time. A program asks for one with:
    </p>
    <p>
      <code>curl -X POST {publicUrl}/sandbox/own</code>
    </p>
  </section>
)

const Elsewhere = () => (
  <section className="card panel" aria-labelledby="elsewhere">
    <h2 id="elsewhere">Not from here</h2>
    <p>
      This sandbox starts no others. Run <code>npm start</code> on a machine of your own: that sandbox has a clock of
      its own, and starts others.
    </p>
  </section>
)

const Running = ({ running }: { running: OwnSandbox[] }) => (
  <section aria-labelledby="running">
    <h2 id="running">Running now</h2>
    <ul className="card messages">
      {running.map(({ id, url, apiKey, now }) => (
        <li key={id} className="two">
          <span>
            <a href={url}>{url}</a>
            <br />
            API key <code>{apiKey}</code>
            <br />
            <a href={`${url}${paths.sandboxClock}`}>Its clock</a>:{' '}
            <time dateTime={now}>{formatSandboxMoment(now)}</time>
          </span>
          <form method="post">
            <button className="button quiet" type="submit" name="stop" value={id} aria-label={`Stop ${url}`}>
              Stop
            </button>
          </form>
        </li>
      ))}
    </ul>
  </section>
)
