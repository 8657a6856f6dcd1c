import {
  type ActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router'
import { stopGiftReminders } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { paths, withQuery } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { loadGift } from './gift-steps.server.ts'

/** Asks before reminders end. Changes nothing: link scanners come this way too. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const shortcode = params.shortcode ?? ''
  await loadGift(context.get(webContext), shortcode)
  return { shortcode, isStopped: new URL(request.url).searchParams.has('stopped') }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') throw data(null, { status: 400 })
  const shortcode = params.shortcode ?? ''
  const answer = await callApi(context.get(webContext), stopGiftReminders, { params: { shortcode }, body: {} })
  if (!answer.ok) throw data(null, { status: answer.status === 429 ? 429 : answer.status < 500 ? 404 : 503 })
  return redirect(withQuery(paths.giftReminders(shortcode), { stopped: '1' }), 303)
}

export default function Reminders() {
  const { shortcode, isStopped } = useLoaderData<typeof loader>()
  const { wanted, stopped } = copy.reminders
  if (isStopped)
    return (
      <MessagePage
        title={stopped.title}
        text={stopped.text}
        action={{ label: stopped.action, href: paths.gift(shortcode) }}
      />
    )
  return (
    <MessagePage title={wanted.title} text={wanted.text}>
      <form method="post" action={paths.giftReminders(shortcode)}>
        <button className="button" type="submit">
          {wanted.action}
        </button>
      </form>
    </MessagePage>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 503
  const { busy, unavailable, unknown, retry } = copy.failures
  if (status === 404 || status === 400) return <MessagePage {...unknown} />
  return <MessagePage {...(status === 429 ? busy : unavailable)} action={{ label: retry, href: pathname }} />
}
