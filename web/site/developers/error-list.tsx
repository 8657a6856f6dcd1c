import { errorCatalogue } from '#contract/core/errors.ts'
import { Code } from './code.tsx'

const example = {
  code: 'invalid_fields',
  message: 'Some fields are not right.',
  help: errorCatalogue.invalid_fields.help,
  error: 'Unprocessable Entity',
  details: [{ path: 'purchase.receivers.3.email', message: 'must be an email address', row: 3 }],
}

/** Every error there is. */
export default function ErrorList() {
  return (
    <>
      <title>Errors · Posy for developers</title>
      <h1>Errors</h1>
      <p>
        Each error has the same shape. Act on <code>code</code>; show <code>message</code> and <code>help</code> to
        people.
        <code>details</code> names every wrong field at once, by its path in your request.
      </p>
      <Code label="An error">{JSON.stringify(example, null, 2)}</Code>
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
