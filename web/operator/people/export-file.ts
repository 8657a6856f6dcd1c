import { type LoaderFunctionArgs, redirect } from 'react-router'
import { getPersonExport } from '#contract/operator/people.ts'
import { getOperatorSession } from '#web/operator/session.ts'

/** To the archive, by a link that holds for ten minutes. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getOperatorSession(context)
  const { url } = session.unwrap(await session.call(getPersonExport, { params: { id: params.id! } })).data
  if (!url) throw new Response(null, { status: 404 })
  return redirect(url, 303)
}
