import { useLoaderData } from 'react-router'
import { DEPRECATION_MONTHS } from '#contract/core/deprecation.ts'
import { paths } from '#web/paths.ts'
import { listDeprecations } from './reference.server.ts'

export const loader = () => ({ deprecated: listDeprecations() })

/** What callers can rely on, and how they learn of an end. */
export default function Versions() {
  const { deprecated } = useLoaderData<typeof loader>()
  return (
    <>
      <title>Versions · Posy for developers</title>
      <h1>Versions</h1>
      <p className="lead">What you build today keeps working. What has to end is announced in each answer first.</p>

      <h2>What stays</h2>
      <ul>
        <li>
          The version is in the path: <code>/api/v2</code> and <code>/v3</code>. Both are current, and each thing is in
          one of them.
        </li>
        <li>Within a version no field is removed, renamed or given another meaning, and no new field is required.</li>
        <li>Error codes, event types and the ids of records keep their meaning.</li>
      </ul>

      <h2>What you must expect</h2>
      <ul>
        <li>
          New endpoints, new optional fields in requests, new fields in answers and new event types: ignore those you do
          not know.
        </li>
        <li>
          New values where a list says that more may come, and another wording of <code>message</code> and{' '}
          <code>help</code>.
        </li>
        <li>Fields in a different order.</li>
      </ul>

      <h2>How something ends</h2>
      <p>
        An endpoint that is to end works for at least {DEPRECATION_MONTHS} months after it was announced. All that time
        its answers say so:
      </p>
      <ul>
        <li>
          <code>Deprecation</code>: since when (<a href="https://www.rfc-editor.org/rfc/rfc9745">RFC 9745</a>, seconds
          since 1970 after an <code>@</code>).
        </li>
        <li>
          <code>Sunset</code>: when it stops (<a href="https://www.rfc-editor.org/rfc/rfc8594">RFC 8594</a>).
        </li>
        <li>
          <code>Link</code> with <code>rel="deprecation"</code>: this page.
        </li>
      </ul>
      <p>
        It is marked <code>deprecated</code> in the <a href={paths.apiDescription}>OpenAPI document</a> and in the
        client, and listed here. Log these headers where you call us.
      </p>

      <h2>Ending</h2>
      {deprecated.length === 0 ? (
        <p>Nothing is to end.</p>
      ) : (
        <ul>
          {deprecated.map(({ id, method, path, slug, since, sunset, instead }) => (
            <li key={id}>
              <a href={`${paths.reference(slug)}#${id}`}>
                <b>{method}</b> <code>{path}</code>
              </a>
              , announced on {since}, ends on {sunset}. {instead}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
