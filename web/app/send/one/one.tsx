import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { loadReasonCodes } from '../team-rules.server.ts'
import { loadOneGift } from './load-one.server.ts'
import { OneForm } from './one-form.tsx'
import { sendOne } from './send-one.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const wanted = new URL(request.url).searchParams.get('product')
  const [gift, reasons] = await Promise.all([loadOneGift(session, wanted), loadReasonCodes(session)])
  return { ...gift, ...reasons }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const outcome = await sendOne(session, await request.formData())
  if ('waitsAs' in outcome) return redirect(paths.approval(outcome.waitsAs), 303)
  if (!('sentTo' in outcome)) return data(outcome, { status: outcome.status })
  session.flash(`Your gift for ${outcome.sentTo} is paid for, and its email is being sent.`)
  return redirect(paths.home, 303)
}

/** A gift that was refused for its price shows the new one. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export default function OneGiftScreen() {
  const loaded = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>() ?? null
  return (
    <>
      <PageHeader title="Send a gift" back={{ to: paths.sendWay('browse'), label: 'Choose another gift' }} />
      <OneForm {...loaded} failure={failure} />
    </>
  )
}
