import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { readId } from '#web/http/read-id.ts'
import { getSession } from '#web/session/middleware.ts'
import { requireBills } from './billing.server.ts'

/** Leads to the PDF of an invoice by a link made now: those on a page that is left open expire. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  requireBills(session)
  const { files } = session.unwrap(await session.api.getInvoice({ params: { id: readId(params.id) } })).data
  const [file] = files.invoices
  if (!file) throw data(null, { status: 404 })
  return redirect(file.url, { status: 303, headers: { 'Cache-Control': 'no-store' } })
}
