import type { LoaderFunctionArgs } from 'react-router'
import { getOperatorDocumentFile } from '#contract/operator/documents.ts'
import { getOperatorSession } from '#web/operator/session.ts'

/** A paper as its customer gets it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const call = { params: { id: params.id! } }
  const { fileName, contentType, base64 } = session.unwrap(await session.call(getOperatorDocumentFile, call)).data
  return new Response(Buffer.from(base64, 'base64'), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `inline; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
