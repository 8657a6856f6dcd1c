import { TypedInput, useTyped } from './problem.tsx'

interface Planned {
  /** Which requests, where that makes a difference. */
  at?: string
  failure: string
  times: number
}

interface MakeItFailProps {
  failures: readonly { value: string; label: string }[]
  /** Which requests can be made to fail, the likeliest first; all of them alike where none are named. */
  places?: readonly string[]
  planned: readonly Planned[]
  /** Requests that are held back. */
  waiting: number
}

/** Plans what shall go wrong at an outside party, and shows what is planned. */
export function MakeItFail({ failures, places, planned, waiting }: MakeItFailProps) {
  const [at, failure] = [useTyped('at'), useTyped('failure')]
  return (
    <section className="card panel" aria-labelledby="failures">
      <h2 id="failures">Make it fail</h2>
      <form method="post" className="plan">
        {places ? (
          <label>
            What
            <select name="at" defaultValue={at}>
              {places.map((place) => (
                <option key={place}>{place}</option>
              ))}
            </select>
          </label>
        ) : null}
        <label className="wide">
          How
          <select name="failure" defaultValue={failure}>
            {failures.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <TypedInput label="Times" name="times" type="number" min="1" max="100" defaultValue="1" required />
        <button className="button quiet" type="submit" name="intent" value="fail">
          Plan it
        </button>
      </form>
      <PlannedFailures planned={planned} waiting={waiting} />
    </section>
  )
}

/** What is still to go wrong, and the way back. */
function PlannedFailures({ planned, waiting }: Pick<MakeItFailProps, 'planned' | 'waiting'>) {
  if (planned.length === 0 && waiting === 0) return <p className="quiet-line">All is well: nothing is to go wrong.</p>
  return (
    <div className="planned">
      <ul>
        {planned.map(({ at, failure, times }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same failure may be planned twice
          <li key={`${index} ${failure}`}>
            The next {times === 1 ? 'request' : `${times} requests`}
            {at ? ` for a ${at}` : ''}: <strong>{failure}</strong>
          </li>
        ))}
        {waiting > 0 ? (
          <li>
            {waiting} {waiting === 1 ? 'request is' : 'requests are'} held back, waiting to be answered
          </li>
        ) : null}
      </ul>
      <form method="post">
        <button className="button quiet" type="submit" name="intent" value="well">
          Make all well again
        </button>
      </form>
    </div>
  )
}
