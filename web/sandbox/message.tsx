import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSandboxMessage } from '#contract/sandbox/messages.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { formatSandboxMoment } from './moment.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxMessage, { params: { id: params.id ?? '' } })
  if (!answer.ok) throw data(null, { status: 404 })
  return answer.value.data
}

export default function Message() {
  const { id, channel, to, subject, text, html, links, sentAt } = useLoaderData<typeof loader>()
  const title = subject || 'Text message'
  return (
    <>
      <title>{`${title} · Sandbox mailbox`}</title>
      <p>
        <a href={paths.sandbox}>Back to the mailbox</a>
      </p>
      <h1>{title}</h1>
      <dl className="envelope">
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>By</dt>
        <dd>{channel === 'email' ? 'Email' : 'SMS'}</dd>
        <dt>Sent</dt>
        <dd>
          <time dateTime={sentAt}>{formatSandboxMoment(sentAt)}</time>
        </dd>
      </dl>
      {html ? (
        <section aria-labelledby="html-heading">
          <h2 id="html-heading">As shown</h2>
          <iframe
            className="card mail"
            title={`The message “${title}”`}
            src={paths.sandboxMessageHtml(id)}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        </section>
      ) : null}
      <section aria-labelledby="text-heading">
        <h2 id="text-heading">{html ? 'As plain text' : 'The text'}</h2>
        <pre className="card plain">{text}</pre>
      </section>
      {links.length > 0 ? (
        <section aria-labelledby="links-heading">
          <h2 id="links-heading">Links in it</h2>
          <ul className="links">
            {links.map((link) => (
              <li key={link}>
                <a href={link} rel="noreferrer">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
