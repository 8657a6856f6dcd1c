import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { checkAction } from './check-action.server.ts'
import { Code } from './code.tsx'
import { moving } from './moving.ts'
import { RequestChecker } from './request-checker.tsx'

export const action = checkAction

export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl, sandbox } = context.get(webContext)
  return { publicUrl, sandbox }
}

/** For programs written for huggg: what works as it is, what does not, and how they move. */
export default function ComingFromHuggg() {
  const { publicUrl, sandbox } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Coming from huggg · Posy for developers</title>
      <meta name="description" content="Move a program written for huggg to Posy." />
      <h1>Coming from huggg</h1>
      <p className="lead">
        A program written for huggg works here once it has Posy’s address and a key or client of ours. Few requests are
        refused that huggg took; they are listed below, each with what to send instead.
      </p>

      <RequestChecker />

      <h2>What works as it is</h2>
      <Pairs pairs={moving.works} />

      <h2>What embed[] brings</h2>
      <p>
        Related records come flat in <code>embedded</code>, beside <code>data</code>, each once, by kind. The record
        itself holds their ids. Any relation may be named on any call of v2: one that we do not know brings nothing.
      </p>
      <Pairs pairs={moving.embedded} />

      <h2>Paging in your own words</h2>
      <p>
        Ask for a part of a list in any of these words. Answers keep the list’s own: follow <code>next_page_url</code>{' '}
        or <code>next</code> rather than counting.
      </p>
      <Pairs pairs={moving.paging} />

      <h2>What differs, and why</h2>
      <Pairs pairs={moving.differs} />

      <h2>What is refused, and what to send instead</h2>
      <Pairs pairs={moving.refused} />

      <h2>Move in an hour</h2>
      <h3>1. Clients and keys</h3>
      <p>
        Secrets of huggg mean nothing here. A team admin makes an <b>API key</b> under Team, API keys: it goes in{' '}
        <code>X-Huggg-API-Key</code> as before. A program that signs in with <code>client_credentials</code> needs a
        client of ours: ask the people who run this installation for its id and secret. Then ask who you are:
      </p>
      <Code label="Who am I">{moving.whoAmI(publicUrl, sandbox)}</Code>
      <h3>2. Ids</h3>
      <p>
        Products, brands, wallets and teams have other ids here. Read <a href={paths.reference('original')}>products</a>{' '}
        and the team’s wallets, and put their ids where your program keeps huggg’s.
      </p>
      <h3>3. Buy one gift</h3>
      <Code label="Buy a gift">{moving.buy(publicUrl, sandbox)}</Code>
      <p>
        Add an <code>Idempotency-Key</code> while you are here: repeated after a time-out, the purchase happens once.
      </p>
      <h3>4. Tills</h3>
      <p>
        A merchant’s till has a client bound to its brand; the people who run this installation make it. Have it send
        the code that the customer shows, and the id of one of the brand’s stores as <code>location_id</code>. A shop
        without a till program redeems in a browser, at <a href={paths.till}>{paths.till}</a>.
      </p>
      <h3>5. Webhooks</h3>
      <p>
        Add your address under Team, Webhooks, and verify what comes with its secret, which is shown once.{' '}
        <a href={paths.eventList}>Webhooks</a> has every event. Let both sides run for a day: gifts bought at huggg stay
        there, and are redeemed and reported there.
      </p>
      <h3>6. See what was refused</h3>
      <p>
        Under Team, API keys, each key has the requests of the last 30 days with their codes and wrong fields. Look for{' '}
        <code>422</code> there before you switch over.
      </p>
    </>
  )
}

/** What it is about, and what to know of it. */
const Pairs = ({ pairs }: { pairs: readonly (readonly [name: string, text: ReactNode])[] }) => (
  <dl className="errors">
    {pairs.map(([name, text]) => (
      <div key={name}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
