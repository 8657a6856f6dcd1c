import type { LoaderFunctionArgs } from 'react-router'
import { getMerchantStatementPaper } from '#contract/operator/settlements.ts'
import { getOperatorSession } from '#web/operator/session.ts'

/** A statement as its merchant gets it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const format = new URL(request.url).searchParams.get('format') === 'csv' ? 'csv' : 'pdf'
  const call = { params: { id: params.id! }, query: { format } } as const
  const { fileName, contentType, base64 } = session.unwrap(await session.call(getMerchantStatementPaper, call)).data
  return new Response(Buffer.from(base64, 'base64'), {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
