import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listSandboxMessages, type SandboxMessage } from '#contract/sandbox/messages.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { formatSandboxMoment } from './moment.ts'

const newestCount = 200

export async function loader({ request, context }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to')?.trim() ?? ''
  const query = { limit: newestCount, ...(to && { to }) }
  const messages = await callApi(context.get(webContext), listSandboxMessages, { query })
  if (!messages.ok) throw data(null, { status: 404 })
  return { messages: messages.value.data, to }
}

export default function Mailbox() {
  const { messages, to } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Mailbox · Sandbox</title>
      <div className="messages-head">
        <h1>Mailbox and phone</h1>
        <form method="get" action={paths.sandbox} className="search">
          <label className="visually-hidden" htmlFor="to">
            Address or phone number
          </label>
          <input id="to" name="to" type="search" defaultValue={to} placeholder="Address or phone number" />
          <button className="button quiet" type="submit">
            Show
          </button>
        </form>
      </div>
      {messages.length === 0 ? (
        <p className="empty">Nothing has been sent{to ? ` to ${to}` : ''} yet.</p>
      ) : (
        <Messages messages={messages} />
      )}
      <section className="card panel" aria-labelledby="addresses">
        <h2 id="addresses">Addresses that always fail</h2>
        <dl className="envelope">
          <div className="fate">
            <dt>bounce@…</dt>
            <dd>there is no such mailbox, at any domain</dd>
          </div>
          <div className="fate">
            <dt>blocked@…</dt>
            <dd>refused by the receiving server, at any domain</dd>
          </div>
        </dl>
        <p>
          Only the part before the @ counts: mail to someone@bounce.test arrives.{' '}
          <a href={paths.sandboxPhone}>Numbers that always fail</a>
        </p>
      </section>
    </>
  )
}

function Messages({ messages }: { messages: SandboxMessage[] }) {
  return (
    <ul className="card messages">
      {messages.map((message) => (
        <li key={message.id}>
          <span className={`channel ${message.channel}`}>{message.channel === 'email' ? 'Email' : 'SMS'}</span>
          <div className="message-main">
            <a href={paths.sandboxMessage(message.id)}>{message.subject || message.text.slice(0, 80)}</a>
            <span>{message.to}</span>
            <Links links={message.links} />
          </div>
          <time dateTime={message.sentAt}>{formatSandboxMoment(message.sentAt)}</time>
        </li>
      ))}
    </ul>
  )
}

function Links({ links }: { links: string[] }) {
  const [first, ...others] = links
  if (!first) return null
  return (
    <span>
      <a href={first} rel="noreferrer">
        {first}
      </a>
      {others.length > 0 ? ` and ${others.length} more` : ''}
    </span>
  )
}
