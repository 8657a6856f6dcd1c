import { type ActionFunctionArgs, data, redirect, useActionData, useLoaderData } from 'react-router'
import { askForGifts } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { paths, withQuery } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'

export const loader = ({ request }: { request: Request }) => ({ isSent: new URL(request.url).searchParams.has('sent') })

/** The answer is the same whether or not there was a gift. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null)
  if (!form || request.method !== 'POST') throw data(null, { status: 400 })
  const { address: typed } = readForm(form, { address: text })
  const body = typed.includes('@') ? { email: typed } : { phone_number: typed }
  const answer = await callApi(context.get(webContext), askForGifts, { body })
  if (answer.ok) return redirect(withQuery(paths.giftNotReceived, { sent: '1' }), 303)
  const { wrong, tooMany } = copy.notReceived
  const problem = answer.status === 429 ? tooMany : answer.status < 500 ? wrong : copy.notices.unavailable
  return data({ typed, problem }, { status: answer.status })
}

export default function NotReceived() {
  const { isSent } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { asked, sent } = copy.notReceived
  if (isSent) return <MessagePage {...sent} />
  return (
    <MessagePage title={asked.title} text={asked.text}>
      <form method="post" action={paths.giftNotReceived}>
        <label className="field">
          <span>{asked.label}</span>
          <input
            name="address"
            type="text"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={refused?.typed}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused ? 'problem' : undefined}
          />
        </label>
        {refused ? (
          <p className="notice" id="problem" role="alert">
            {refused.problem}
          </p>
        ) : null}
        <button className="button" type="submit">
          {asked.action}
        </button>
      </form>
    </MessagePage>
  )
}
