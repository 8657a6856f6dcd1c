import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { listSandboxMessages, type SandboxMessage } from '#contract/sandbox/messages.ts'
import {
  clearSandboxPhoneFailures,
  getSandboxAuthenticator,
  getSandboxPhone,
  planSandboxPhoneFailure,
  replyFromSandboxPhone,
} from '#contract/sandbox/phone.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { number, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { Authenticator } from './authenticator.tsx'
import { MakeItFail } from './failures.tsx'
import { formatSandboxMoment } from './moment.ts'
import { Problem, refuse, useTyped } from './problem.tsx'

const NEWEST = 1000
const SHOWN_PHONES = 30

const failures = [
  { value: 'landline', label: 'landline: not delivered (30006)' },
  { value: 'unknown', label: 'unknown: there is no such phone (30005)' },
  { value: 'blocked', label: 'blocked: by its owner or the network (30004)' },
  { value: 'expired', label: 'expired: the phone was off too long (30036)' },
  { value: 'rejected', label: 'rejected: refused at once (21211)' },
  { value: 'spam', label: 'spam: filtered by the network (30007)' },
  { value: 'dropped', label: 'dropped: the queue was full (30001)' },
  { value: 'failed', label: 'failed: no reason given (30008)' },
  { value: 'error', label: 'error: answered with 500, nothing sent' },
  { value: 'throttled', label: 'throttled: asked to come back later (429)' },
  { value: 'drop-before', label: 'drop-before: the connection is cut, nothing sent' },
  { value: 'drop-after', label: 'drop-after: sent, then the connection is cut' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const [phone, messages, app] = await Promise.all([
    callApi(page, getSandboxPhone, {}),
    callApi(page, listSandboxMessages, { query: { limit: NEWEST } }),
    key ? callApi(page, getSandboxAuthenticator, { query: { key } }) : null,
  ])
  if (!phone.ok || !messages.ok) throw data(null, { status: 404 })
  const texts = messages.value.data.filter(({ channel }) => channel === 'sms')
  return { ...phone.value.data, texts, key, shown: app?.ok ? app.value.data : null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const form = await request.formData()
  const { intent, failure, times, ...reply } = readForm(form, {
    intent: text,
    from: text,
    text,
    failure: text,
    times: number,
  })
  const ask = {
    well: () => callApi(page, clearSandboxPhoneFailures, {}),
    reply: () => callApi(page, replyFromSandboxPhone, { body: reply }),
    fail: () => callApi(page, planSandboxPhoneFailure, { body: { failure, times } as never }),
  }[intent]
  const answer = await ask?.()
  if (answer?.ok) return redirect(paths.sandboxPhone, 303)
  const problem =
    intent === 'reply'
      ? 'Write something to answer with.'
      : 'That could not be planned: choose how it is to fail, and how often (1 to 100).'
  return refuse(problem, form, answer?.problem.status ?? 400)
}

export default function Phone() {
  const { numbers, planned, texts, key, shown } = useLoaderData<typeof loader>()
  const phones = [...Map.groupBy(texts, ({ to }) => to)]
  return (
    <>
      <title>Phone · Sandbox</title>
      <h1>Phone</h1>
      <Problem />
      {phones.length ? (
        <div className="phones">
          {phones.slice(0, SHOWN_PHONES).map(([number, received]) => (
            <Handset key={number} number={number} texts={received} />
          ))}
        </div>
      ) : (
        <p className="empty">No one has been sent a text yet.</p>
      )}
      <Authenticator authenticatorKey={key} shown={shown} />
      <MakeItFail failures={failures} planned={planned} waiting={0} />
      <section className="card panel" aria-labelledby="numbers">
        <h2 id="numbers">Numbers that always fail</h2>
        <dl className="envelope">
          {numbers.map(({ number, failure: fate }) => (
            <div key={number} className="fate">
              <dt>{number}</dt>
              <dd>{failures.find(({ value }) => value === fate)?.label ?? fate}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function Handset({ number, texts }: { number: string; texts: SandboxMessage[] }) {
  const [from, answer] = [useTyped('from'), useTyped('text')]
  const typed = from === number ? answer : undefined
  return (
    <section className="card handset" aria-label={`Phone ${number}`}>
      <h2>{number}</h2>
      <ul>
        {texts.map(({ id, text, sentAt }) => (
          <li key={id}>
            <p>{withLinks(text)}</p>
            <time dateTime={sentAt}>{formatSandboxMoment(sentAt)}</time>
          </li>
        ))}
      </ul>
      <form method="post" className="plan">
        <input type="hidden" name="from" value={number} />
        <label className="wide">
          Answer
          <input name="text" type="text" defaultValue={typed ?? 'STOP'} required />
        </label>
        <button className="button quiet" type="submit" name="intent" value="reply">
          Send
        </button>
      </form>
    </section>
  )
}

/** A phone makes addresses in a text pressable. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith('http') ? (
      <a key={part} href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )
