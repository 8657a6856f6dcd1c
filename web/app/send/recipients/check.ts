import { type ActionFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { keepPage } from '#web/ui/wizard/keep-page.ts'
import { loadGiftOrder } from '../load-draft.server.ts'
import { checkAndKeep } from './check-recipients.server.ts'

export const loader = () => redirect(paths.send)

/** The dry run of recipients while they are typed: they are kept with the draft, and are not its recipients yet. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const order = await loadGiftOrder(session, params.id)
  return checkAndKeep(session, order, await request.formData())
}

export const clientAction = keepPage
