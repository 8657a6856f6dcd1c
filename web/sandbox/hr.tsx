import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import {
  changeSandboxEmployee,
  clearSandboxHrFailures,
  getSandboxHr,
  hireSandboxEmployee,
  planSandboxHrFailure,
  type SandboxHr,
} from '#contract/sandbox/hr.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { number, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MakeItFail } from './failures.tsx'
import { Problem, refuse, TypedInput } from './problem.tsx'

const failures = [
  { value: 'error', label: 'error: answered with 500' },
  { value: 'throttled', label: 'throttled: asked to come back in a second (429)' },
  { value: 'throttled-long', label: 'throttled-long: asked to come back in ten minutes (429)' },
  { value: 'revoked', label: 'revoked: the connection was ended there (401)' },
  { value: 'garbage', label: 'garbage: an answer that means nothing' },
  { value: 'drop', label: 'drop: the connection is cut' },
]

export async function loader({ context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxHr, {})
  if (!answer.ok) throw data(null, { status: 404 })
  return answer.value.data
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent, id, birthday, failure, times, ...typed } = readForm(form, {
    intent: text,
    id: text,
    firstName: text,
    surname: text,
    workEmail: text,
    team: text,
    location: text,
    birthday: text,
    failure: text,
    times: number,
  })
  const { team, location } = typed
  const change = (body: object) => callApi(page, changeSandboxEmployee, { params: { id }, body })
  const ask = {
    well: () => callApi(page, clearSandboxHrFailures, {}),
    hire: () => callApi(page, hireSandboxEmployee, { body: { ...typed, ...(birthday && { birthday }) } }),
    move: () => change({ team, location }),
    leave: () => change({ works: false }),
    return: () => change({ works: true }),
    fail: () => callApi(page, planSandboxHrFailure, { body: { failure, times } as never }),
  }[intent]
  const answer = await ask?.()
  if (answer?.ok) return redirect(paths.sandboxHr, 303)
  const problem =
    intent === 'fail'
      ? 'That could not be planned: choose how it is to fail, and how often (1 to 100).'
      : 'That did not work: give a name and a work address such as nina@acme.test.'
  return refuse(problem, form, answer?.problem.status ?? 400)
}

export default function HrPage() {
  const { people, connections, planned, ...places } = useLoaderData<typeof loader>()
  return (
    <>
      <title>HR · Sandbox</title>
      <h1>HR system</h1>
      <Problem />
      <p className="quiet-line">
        {connections.length
          ? `Connected: ${connections.join(', ')}. Every change here is reported at once.`
          : 'No one is connected. A team admin connects it under Team, Connections.'}
      </p>
      <section className="card panel" aria-labelledby="hire">
        <h2 id="hire">Hire someone</h2>
        <form method="post" className="plan">
          <TypedInput label="First name" name="firstName" type="text" required />
          <TypedInput label="Surname" name="surname" type="text" required />
          <TypedInput label="Work address" isWide name="workEmail" type="email" placeholder="nina@acme.test" required />
          <Places {...places} />
          <TypedInput label="Birthday" name="birthday" type="date" />
          <button className="button quiet" type="submit" name="intent" value="hire">
            Hire
          </button>
        </form>
      </section>
      <MakeItFail failures={failures} planned={planned} waiting={0} />
      <section aria-labelledby="people">
        <h2 id="people">People</h2>
        <ul className="card messages">
          {people.map((person) => (
            <Person key={person.id} person={person} {...places} />
          ))}
        </ul>
      </section>
    </>
  )
}

type PlacesProps = Pick<SandboxHr, 'teams' | 'locations'>

const Places = ({ teams, locations, team, location }: PlacesProps & { team?: string; location?: string }) => (
  <>
    <label>
      Team
      <select name="team" defaultValue={team}>
        {teams.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
    <label>
      Place
      <select name="location" defaultValue={location}>
        {locations.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  </>
)

function Person({ person, ...places }: PlacesProps & { person: SandboxHr['people'][number] }) {
  const { id, firstName, surname, workEmail, team, location, startDate, birthday, works } = person
  const name = `${firstName} ${surname}`
  return (
    <li>
      <div className="message-main">
        <strong>{name}</strong>
        <span>{workEmail}</span>
        <span>
          {works ? `${team}, ${location}` : 'Has left'}; since {startDate}
          {birthday ? `, born ${birthday}` : ''}
        </span>
        <form method="post" className="plan" aria-label={name}>
          <input type="hidden" name="id" value={id} />
          {works ? <Places {...places} team={team} location={location} /> : null}
          {works ? (
            <>
              <button className="button quiet" type="submit" name="intent" value="move">
                Move
              </button>
              <button className="button quiet" type="submit" name="intent" value="leave">
                Let go
              </button>
            </>
          ) : (
            <button className="button quiet" type="submit" name="intent" value="return">
              Hire again
            </button>
          )}
        </form>
      </div>
    </li>
  )
}
