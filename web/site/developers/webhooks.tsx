import { useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { Code } from './code.tsx'
import { Fields } from './fields.tsx'
import { guide } from './guide.ts'
import { listEvents } from './reference.server.ts'

export const loader = () => ({ events: listEvents() })

/** How events reach a program, and what each of them holds. */
export default function Webhooks() {
  const { events } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Webhooks · Posy for developers</title>
      <h1>Webhooks</h1>
      <p className="lead">
        We tell your server what happens in a team and its subteams: {events.length} kinds of event, each a POST with a
        JSON body. It holds ids, statuses, amounts and times; read the rest from the API.
      </p>
      <h2>Receive them</h2>
      <ul>
        <li>
          A team admin adds an address under Team, Webhooks, or with <a href={paths.reference('webhooks')}>the API</a>.
          Its secret is shown once.
        </li>
        <li>
          Verify the signature before you believe a word: events follow the Standard Webhooks format, with the headers{' '}
          <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>. Its libraries and
          our client do it for you.
        </li>
        <li>
          Answer any 2xx within 15 seconds and work afterwards. Anything else is tried again after 5 seconds, then ever
          later, for three days; then the event is given up. <code>410</code> switches the address off.
        </li>
        <li>
          An event may come twice, always with the same <code>webhook-id</code>. What happened to one gift, purchase,
          order or budget comes in order; <code>sequence</code> rises over all of them.
        </li>
        <li>At most ten requests are under way to you at a time. Redirects are not followed.</li>
        <li>
          The log under Team, Webhooks keeps each attempt and your answer for 30 days, and sends one or all of a time
          again.
        </li>
      </ul>
      <Code label="Verify a webhook">{guide.verify}</Code>
      <h2>Events</h2>
      <ul className="operations">
        {events.map(({ type, summary }) => (
          <li key={type}>
            <a href={`#${type}`}>
              <code>{type}</code>
            </a>{' '}
            <span className="muted">{summary}</span>
          </li>
        ))}
      </ul>
      {events.map(({ type, summary, fields, example }) => (
        <section key={type} id={type} aria-labelledby={`${type}-name`} className="operation">
          <h2 id={`${type}-name`}>
            <code>{type}</code>
          </h2>
          <p>{summary}</p>
          <h3>Fields of data</h3>
          <Fields fields={fields} />
          <details>
            <summary>{`Example of ${type}`}</summary>
            <Code label={`Example of ${type}`}>{example}</Code>
          </details>
        </section>
      ))}
    </>
  )
}
