import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { keepPage } from '#web/ui/wizard/keep-page.ts'
import { loadGiftOrder } from '../load-draft.server.ts'
import { checkRecipients } from './check-recipients.server.ts'

export const loader = () => redirect(paths.send)

/** The dry run of recipients while they are typed. Saves nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const order = await loadGiftOrder(session, params.id)
  return checkRecipients(session, order, await request.formData())
}

export const clientAction = keepPage
