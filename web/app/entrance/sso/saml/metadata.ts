import type { LoaderFunctionArgs } from 'react-router'
import { apiAs } from '#web/api.ts'
import { webContext } from '#web/context.ts'

/** Our own metadata, for a team's provider to read. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = context.get(webContext)
  const api = apiAs(page)
  const service = await api.getSamlService({ params: { teamId: params.teamId! } })
  if (!service.ok) return new Response(null, { status: 404 })
  return new Response(service.value.data.metadata, { headers: { 'content-type': 'application/samlmetadata+xml' } })
}
