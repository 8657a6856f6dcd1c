import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { webContext } from '#web/context.ts'
import { Code } from './code.tsx'
import { Fields } from './fields.tsx'
import { chapterOf, type Operation } from './reference.server.ts'

export function loader({ params, context }: LoaderFunctionArgs) {
  const chapter = chapterOf(params.tag ?? '')
  if (!chapter) throw new Response(null, { status: 404 })
  return { chapter, publicUrl: context.get(webContext).publicUrl }
}

/** All endpoints of one kind, one after the other. */
export default function ChapterPage() {
  const { chapter, publicUrl } = useLoaderData<typeof loader>()
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
        <OperationPart key={operation.id} operation={operation} publicUrl={publicUrl} />
      ))}
    </>
  )
}

function OperationPart({ operation, publicUrl }: { operation: Operation; publicUrl: string }) {
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
      <Code label={`Example of ${method} ${path}`}>{curl(operation, publicUrl)}</Code>
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
      <h3>Errors</h3>
      <ul>
        {errors.map(({ status, codes, example }) => (
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

function curl({ method, examplePath, access, body, idempotent }: Operation, publicUrl: string): string {
  const lines = [`curl -X ${method} "${publicUrl}${examplePath}"`]
  if (!access.startsWith('Anyone')) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (body?.type.startsWith('multipart')) lines.push(...body.fields.map(({ name }) => `-F ${name}=@${name}`))
  else if (body) lines.push('-H "Content-Type: application/json"', `-d '${body.example}'`)
  return lines.join(' \\\n  ')
}
