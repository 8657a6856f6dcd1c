import { Fragment } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { Code } from './code.tsx'
import { curl } from './curl.ts'
import { Fields } from './fields.tsx'
import { findChapter, type Operation } from './reference.server.ts'

export function loader({ params, context }: LoaderFunctionArgs) {
  const { publicUrl, sandbox } = context.get(webContext)
  const chapter = findChapter(params.tag ?? '', sandbox)
  if (!chapter) throw new Response(null, { status: 404 })
  return { chapter, publicUrl, sandbox }
}

/** All endpoints of one kind, one after the other. */
export default function ChapterPage() {
  const { chapter, publicUrl, sandbox } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{`${chapter.name} · Posy for developers`}</title>
      <h1>{chapter.name}</h1>
      <ul className="operations">
        {chapter.operations.map(({ id, method, path }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <b>{method}</b> <code>{path}</code>
            </a>
          </li>
        ))}
      </ul>
      {chapter.operations.map((operation) => (
        <OperationPart key={operation.id} operation={operation} example={curl(operation, publicUrl, sandbox)} />
      ))}
    </>
  )
}

/** What was asked for waits: no error. */
const waits = ({ status }: Operation['errors'][number]) => Number(status) < 400

function OperationPart({ operation, example }: { operation: Operation; example: string }) {
  const { id, method, path, summary, access, permissions, scopes, idempotent, ends, parameters, body, answer, errors } =
    operation
  return (
    <section id={id} aria-labelledby={`${id}-name`} className="operation">
      <h2 id={`${id}-name`}>
        <b>{method}</b> <code>{path}</code>
      </h2>
      <p>{summary}</p>
      {ends ? <p className="ends">{ends}</p> : null}
      <p className="muted">
        {access}.{permissions.length ? ` Needs the permission ${permissions.join(' or ')}.` : ''}
        {scopes.length ? ` An API key needs the scope ${scopes.join(' or ')}.` : ''}
        {idempotent ? ' Send an Idempotency-Key: repeated with the same key, it happens once.' : ''}
      </p>
      {parameters.length ? (
        <>
          <h3>Parameters</h3>
          <Fields fields={parameters} />
        </>
      ) : null}
      {body ? (
        <>
          <h3>Body, as {body.type}</h3>
          <Fields fields={body.fields} />
        </>
      ) : null}
      <Code label={`Example of ${method} ${path}`}>{example}</Code>
      {answer ? (
        <>
          <h3>Answer {operation.status}</h3>
          <Fields fields={answer.fields} />
          <details>
            <summary>{answer.isRecorded ? 'Example' : 'Example, made from the fields'}</summary>
            <Code label="Example answer">{answer.example}</Code>
          </details>
        </>
      ) : null}
      {errors.filter(waits).map(({ status, codes }) => (
        <Fragment key={status}>
          <h3>Answer {status}</h3>
          <p>{codes}</p>
        </Fragment>
      ))}
      <h3>Errors</h3>
      <ul>
        {errors
          .filter((each) => !waits(each))
          .map(({ status, codes, example }) => (
            <li key={status}>
              {status}: <code>{codes}</code>
              {example ? (
                <details>
                  <summary>Example</summary>
                  <Code label={`Example of ${status}`}>{example}</Code>
                </details>
              ) : null}
            </li>
          ))}
      </ul>
    </section>
  )
}
