import { askForGifts } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { paths, withQuery } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { goTo, renderPage } from './page.tsx'
import type { RecipientRoute } from './route.ts'

export const notReceived: RecipientRoute = {
  unknown: copy.failures.unknown,
  show: ({ page, url: { searchParams } }) =>
    renderPage(page, searchParams.has('sent') ? <MessagePage {...copy.notReceived.sent} /> : <AskForGifts />),
  /** The answer is the same whether or not there was a gift. */
  submit: async ({ page }, form) => {
    const { address: typed } = readForm(form, { address: text })
    const body = typed.includes('@') ? { email: typed } : { phone_number: typed }
    const answer = await callApi(page, askForGifts, { body })
    if (answer.ok) return goTo(withQuery(paths.giftNotReceived, { sent: '1' }))
    const { status } = answer
    const { wrong, tooMany } = copy.notReceived
    const problem = status === 429 ? tooMany : status < 500 ? wrong : copy.notices.unavailable
    return renderPage(page, <AskForGifts refused={{ typed, problem }} />, { status })
  },
}

function AskForGifts({ refused }: { refused?: { typed: string; problem: string } }) {
  const { asked } = copy.notReceived
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
