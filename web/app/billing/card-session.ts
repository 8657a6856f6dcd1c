import { type ActionFunctionArgs, redirect } from 'react-router'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'

export const loader = () => redirect(paths.cards)

/** The payment session that the provider's component is drawn with, asked for by the page when a card is to be entered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { currency } = readForm(await request.formData(), { currency: choice('GBX', 'EUX') })
  const opened = await getSession(context).api.openCardEntry({
    body: { currency: currency ?? 'GBX' },
  })
  if (!opened.ok) return new Response(null, { status: toFormFailure(opened.problem).status })
  return Response.json(opened.value.data.paymentSession, { status: 201 })
}
