import { data, type LoaderFunctionArgs } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'

/** The letters of a run, to be printed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const answer = await session.api.getAwardLettersPdf({ params: { id: readId(params.id) } })
  if (!answer.ok && answer.problem.status === 409) throw data(null, { status: 404 })
  const { fileName, contentType, base64 } = session.unwrap(answer).data
  return new Response(Buffer.from(base64, 'base64'), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
