import { data, type LoaderFunctionArgs } from 'react-router'
import { getSandboxSettlement } from '#contract/sandbox/rails.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'

/** A rail's settlement file of today, to be taken in at the operators' console. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const answer = await callApi(context.get(webContext), getSandboxSettlement, {
    params: { rail: params.rail as never },
  })
  if (!answer.ok) throw data(null, { status: 404 })
  const { name, text } = answer.value.data
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
