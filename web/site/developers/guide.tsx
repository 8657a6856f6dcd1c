import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { Code } from './code.tsx'
import { guide } from './guide.ts'
import { walkThrough } from './walk-through.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl, sandbox } = context.get(webContext)
  return { publicUrl, sandbox }
}

/** From nothing to a gift that was opened, and what to know before the next one. */
export default function Guide() {
  const { publicUrl, sandbox } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Posy for developers</title>
      <meta name="description" content="Buy, send and follow gifts from your own software." />
      <h1>Posy for developers</h1>
      <p className="lead">
        Everything the app does is in the API. Send a gift in five minutes, then read what keeps the money right. A
        program written for huggg moves in an hour: <a href={paths.comingFromHuggg}>coming from huggg</a>.
      </p>

      <h2>Your first gift</h2>
      <p>
        A team admin makes an API key under Team, API keys. Send it with each request.
        {sandbox ? ' This installation has a sandbox: the key below works here, and nothing costs anything.' : ''}
      </p>
      <Code label="Buy a gift">{guide.buy(publicUrl, sandbox)}</Code>
      <p>
        The answer has the purchase and, with <code>embed[]=hugggs</code>, its gifts. Give <code>launch_url</code> to
        the person it is for; or name a receiver with an address, and we send it.
      </p>
      {sandbox ? (
        <>
          <p>See what was emailed, and let a month pass:</p>
          <Code label="The sandbox">{guide.sandbox(publicUrl)}</Code>
          <p>
            That clock moves for everyone in this sandbox. The one that <code>npm start</code> runs on your own machine
            starts others beside it, each with its own address, mailbox and clock: one for each test that moves time, or{' '}
            <a href={paths.sandboxOwn}>one for you</a>.
          </p>
          <Code label="A sandbox of your own">{guide.ownSandbox(publicUrl)}</Code>
        </>
      ) : null}

      <h2>The client</h2>
      <p>
        Posy comes with a typed client for Node 20 and newer and for browsers. In Posy’s folder,{' '}
        <code>{walkThrough.pack}</code> makes a package that <code>npm install</code> takes; nothing else is needed.{' '}
        <a href={paths.walkThrough}>In five minutes</a> it buys a gift, redeems it and is told of it.
      </p>

      <h2>Who is calling</h2>
      <ul>
        <li>
          An <b>API key</b> in <code>X-Huggg-API-Key</code>: a user of a team, for your own scripts and servers. It has
          the scopes it was made with: <code>read</code>, <code>send</code> (buy, send, change and cancel gifts, see
          their links) and <code>manage</code> (everything else), and may have a last day.
        </li>
        <li>
          An <b>access token</b> as <code>Authorization: Bearer</code>, from{' '}
          <a href={paths.reference('auth')}>POST /oauth/token</a> with <code>password</code>, <code>refresh_token</code>{' '}
          or, for tills and partners, <code>client_credentials</code>.
        </li>
        <li>
          Where both are sent, the token says who is calling, unless it is that of a client that acts for no team and no
          merchant: then the key does.
        </li>
      </ul>

      <h2>Money</h2>
      <ul>
        <li>
          Amounts are whole pence (<code>GBX</code>) or cents (<code>EUX</code>). There are no fractions anywhere.
        </li>
        <li>
          Send an <code>Idempotency-Key</code> with whatever buys or moves money. Repeat the request with the same key
          after a time-out: it happens once, and you get the first answer again.
        </li>
        <li>
          Ask for the price first with <a href={`${paths.reference('orders')}`}>a quote</a>, and send it as{' '}
          <code>quotedTotal</code>: should the price have changed, nothing is charged and both prices are in the error.
        </li>
      </ul>

      <h2>When something is refused</h2>
      <p>
        <code>402</code> is about money, <code>403</code> about permission, <code>409</code> about a state that has
        changed and <code>422</code> about fields; nothing has happened in any of these. After <code>429</code> and{' '}
        <code>503</code> wait for <code>Retry-After</code> seconds, then repeat with the same key. All codes are in{' '}
        <a href={paths.errorList}>the list</a>. What a key was used for in the last 30 days is under Team, API keys:
        quote the request id when you ask us about one.
      </p>

      <h2>How many requests</h2>
      <p>
        Each answer says in <code>RateLimit-Policy</code> how many requests you have in a minute, and in{' '}
        <code>RateLimit</code> how many are left (<code>r</code>) until the count starts again in so many seconds (
        <code>t</code>). Each server keeps its own count: slow down when <code>r</code> is low, and handle{' '}
        <code>429</code> in any case.
      </p>

      <h2>Long lists</h2>
      <p>
        v2 lists have pages (<code>page</code>, <code>per_page</code>, <code>next_page_url</code>). Searches take{' '}
        <code>from</code> and <code>size</code>, or answer a <code>next</code> cursor that you send back as it is.
      </p>

      <h2>What stays</h2>
      <p>
        Fields may be added; what is to end is announced a year before, in each of its answers. See{' '}
        <a href={paths.versions}>versions</a>.
      </p>

      <h2>Being told</h2>
      <p>
        A team admin adds your address under Team, Webhooks. Events follow the Standard Webhooks format: verify the
        signature, answer 2xx within 15 seconds, and expect an event twice now and then.{' '}
        <a href={paths.eventList}>Webhooks</a> has every event with its payload, and how we try again.
      </p>
      <Code label="Verify a webhook">{guide.verify}</Code>
    </>
  )
}
