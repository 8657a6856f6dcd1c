import { useActionData } from 'react-router'
import type { RequestCheck } from '#contract/original/original.ts'
import type { checkAction } from './check-action.server.ts'

const EXAMPLE = `curl https://api.huggg.me/api/v2/brands?embed[]=stores \\
  -H 'X-Huggg-API-Key: your-key'`

/** A request of one's own, and what would be done with it. */
export function RequestChecker() {
  const checked = useActionData<typeof checkAction>()
  return (
    <>
      <h2 id="check">Check a request of yours</h2>
      <p>
        Paste a curl command, or the lines of a request with its JSON. It is read by the code that reads real requests;
        nothing is bought, changed, sent or kept. Put anything where your key or token stands.
      </p>
      <form method="post" action="#check" className="checker">
        <label htmlFor="checked-request">Request</label>
        <textarea
          id="checked-request"
          name="request"
          required
          rows={8}
          maxLength={100_000}
          placeholder={EXAMPLE}
          spellCheck={false}
          autoComplete="off"
          defaultValue={checked?.request ?? ''}
          {...(checked?.problem && { 'aria-invalid': true, 'aria-describedby': 'checked-problem' })}
        />
        {checked?.problem ? (
          <p id="checked-problem" className="checker-problem" role="alert">
            {checked.problem}
          </p>
        ) : null}
        <button type="submit" className="button">
          Check it
        </button>
      </form>
      {checked?.check ? <Finding check={checked.check} /> : null}
    </>
  )
}

function Finding({ check }: { check: RequestCheck }) {
  const { isAccepted, status, code, message, help, details, endpoint, method, path, names, notes } = check
  const title = isAccepted ? 'Posy takes it as it is' : `Posy answers ${status}${code ? `, ${code}` : ''}`
  return (
    <div className={isAccepted ? 'finding taken' : 'finding'} role="status">
      <h3>{title}</h3>
      <p>
        <code>
          {method} {path}
        </code>
        {endpoint ? (
          <>
            {' '}
            meets{' '}
            <code>
              {endpoint.method} {endpoint.path}
            </code>
            : {endpoint.summary}
          </>
        ) : null}
      </p>
      {message && details.length === 0 ? <p>{message}</p> : null}
      {details.length ? (
        <ul>
          {details.map(({ path: field, message: why }) => (
            <li key={`${field} ${why}`}>
              <code>{field}</code> {why}
            </li>
          ))}
        </ul>
      ) : null}
      {help ? <p>{help}</p> : null}
      {names.length ? (
        <table className="names">
          <caption>Read otherwise than it is written</caption>
          <thead>
            <tr>
              <th scope="col">You send</th>
              <th scope="col">Posy reads</th>
            </tr>
          </thead>
          <tbody>
            {names.map(({ sent, read }) => (
              <tr key={sent}>
                <td>
                  <code>{sent}</code>
                </td>
                <td>{read}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {notes.length ? (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
