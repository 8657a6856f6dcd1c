import type { LoaderFunctionArgs } from 'react-router'
import { getPayoutFile } from '#contract/operator/payouts.ts'
import { getOperatorSession } from '#web/operator/session.ts'

/** A payment file as it was made, byte by byte. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { fileName, text } = session.unwrap(await session.call(getPayoutFile, { params: { id: params.id! } })).data
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
