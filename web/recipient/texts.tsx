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
import { getTextPreference, setTextPreference } from '#contract/delivery/delivery.ts'
import { type ApiAnswer, callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'

/** Whether texts to a number are stopped. Changes nothing: link scanners come this way too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = params.code ?? ''
  const answer = await callApi(context.get(webContext), getTextPreference, { params: { code } })
  if (!answer.ok) throw refusal(answer)
  return { code, stopped: answer.value.data.stopped }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null)
  if (!form || request.method !== 'POST') throw data(null, { status: 400 })
  const code = params.code ?? ''
  const { stopped } = readForm(form, { stopped: choice('true', 'false') })
  const body = { stopped: stopped === 'true' }
  const answer = await callApi(context.get(webContext), setTextPreference, { params: { code }, body })
  if (!answer.ok) throw refusal(answer)
  return redirect(paths.stopTexts(code), 303)
}

const refusal = ({ status }: Extract<ApiAnswer<unknown>, { ok: false }>) =>
  data(null, { status: status === 429 ? 429 : status < 500 ? 404 : 503 })

export default function TextPreference() {
  const { code, stopped } = useLoaderData<typeof loader>()
  const { title, text, action } = stopped ? copy.texts.stopped : copy.texts.wanted
  return (
    <MessagePage title={title} text={text}>
      <form method="post" action={paths.stopTexts(code)}>
        <input type="hidden" name="stopped" value={String(!stopped)} />
        <button className="button" type="submit">
          {action}
        </button>
      </form>
    </MessagePage>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 503
  if (status === 404 || status === 400) return <MessagePage {...copy.texts.unknown} />
  const { busy, unavailable, retry } = copy.failures
  return <MessagePage {...(status === 429 ? busy : unavailable)} action={{ label: retry, href: pathname }} />
}
