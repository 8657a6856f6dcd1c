import { type ActionFunctionArgs, redirect } from 'react-router'
import { checkRecipients } from '../../../features/send/check-recipients.server.ts'
import { loadOpenOrder } from '../../../features/send/load-draft.server.ts'
import { sessionOf } from '../../../session/middleware.ts'

export const loader = () => redirect('/send')

/** The dry run of recipients while they are typed. Saves nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(context)
  const order = await loadOpenOrder(session, params.id)
  return checkRecipients(session, order, await request.formData())
}
