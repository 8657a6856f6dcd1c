import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { Code } from './code.tsx'
import { PACKAGE_FILE, walkThrough } from './walk-through.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl, sandbox } = context.get(webContext)
  return { publicUrl, sandbox }
}

const PARTS = Object.keys(walkThrough).length

/** From an empty folder to a redeemed gift and a verified webhook. */
export default function WalkThrough() {
  const { publicUrl, sandbox } = useLoaderData<typeof loader>()
  return (
    <>
      <title>In five minutes · Posy for developers</title>
      <h1>In five minutes</h1>
      <p className="lead">
        Buy a gift, redeem it at a till and be told of it by a webhook, in one script. It is {PARTS} things to copy, and
        less than a minute of waiting; it needs Node 20.11 or newer, and costs nothing in the sandbox.
      </p>
      {sandbox ? null : (
        <p>
          This installation is a real one: run Posy on your own machine with <code>npm start</code> to follow these
          steps. The key, the gift and the till below are those of its sandbox.
        </p>
      )}

      <h2>1. Install the client</h2>
      <p>
        The client comes with Posy. In Posy’s folder, with <code>npm start</code> running in another window:
      </p>
      <Code label="Make the package">{walkThrough.pack}</Code>
      <p>Then in a folder of your own:</p>
      <Code label="Install the package">{walkThrough.install(`path/to/posy/${PACKAGE_FILE}`)}</Code>

      <h2>2. Say who you are</h2>
      <p>
        Put this and the parts that follow into one file, <code>walk.mjs</code>.
      </p>
      <Code label="Connect">{walkThrough.connect(sandbox ? publicUrl : 'http://localhost:3000')}</Code>

      <h2>3. Ask to be told</h2>
      <p>
        Your server verifies what it is sent with the secret that it gets here, once. Answer any 2xx; anything else and
        it comes again.
      </p>
      <Code label="Receive webhooks">{walkThrough.listen}</Code>

      <h2>4. Buy a gift</h2>
      <p>
        With the same <code>idempotencyKey</code> it is bought once, however often you ask.
      </p>
      <Code label="Buy">{walkThrough.buy}</Code>

      <h2>5. Redeem it</h2>
      <p>
        Open the link in a browser to see what a recipient sees. A till of the merchant signs in for itself and redeems.
      </p>
      <Code label="Redeem">{walkThrough.redeem}</Code>

      <h2>6. Be told</h2>
      <Code label="Wait for the event">{walkThrough.end}</Code>
      <p>Run it:</p>
      <Code label="Run">{walkThrough.run}</Code>
      <p>
        Next: <a href={paths.developers}>what keeps the money right</a>, and{' '}
        <a href={paths.errorList}>what may be refused</a>.
      </p>
    </>
  )
}
