import type { LoaderFunctionArgs } from 'react-router'
import { getMerchantFile } from '#contract/operator/settlements.ts'
import { getOperatorSession } from '#web/operator/session.ts'

/** A released payment file as it was built, byte by byte. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { fileName, text } = session.unwrap(await session.call(getMerchantFile, { params: { id: params.id! } })).data
  return new Response(text, {
    headers: {
      'Content-Type': `${fileName.endsWith('.xml') ? 'application/xml' : 'text/csv'}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
