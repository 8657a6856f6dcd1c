import { useLoaderData } from 'react-router'
import { errorCatalogue } from '#contract/core/errors.ts'
import { Code } from './code.tsx'
import { recordedRefusal } from './reference.server.ts'

export const loader = () => ({ example: recordedRefusal() })

/** Every error there is. */
export default function ErrorList() {
  const { example } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Errors · Posy for developers</title>
      <h1>Errors</h1>
      <p>
        Each error has the same shape. Act on <code>code</code>; show <code>message</code> and <code>help</code> to
        people. <code>details</code> names every wrong field at once, by its path in your request, which its message
        completes to a sentence. <code>requestId</code> is the header <code>X-Request-Id</code> again: quote it when you
        ask us about the request.
      </p>
      <Code label="An error">{example}</Code>
      <dl className="errors">
        {Object.entries(errorCatalogue).map(([code, { status, help }]) => (
          <div key={code} id={code}>
            <dt>
              <code>{code}</code> <span className="muted">{status}</span>
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
