import type { askForGifts, findGifts } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { readForm, text } from '#web/http/read-form.ts'
import { withQuery } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { goTo, renderPage } from './page.tsx'
import type { RecipientRoute } from './route.ts'

interface Asking {
  endpoint: typeof askForGifts | typeof findGifts
  /** Of this page. */
  address: string
  words: {
    asked: { title: string; text: string; label: string; action: string }
    sent: { title: string; text: string }
  }
  /** What may be wanted instead. */
  otherwise: { hint: string; label: string; href: string }
}

/** A page that takes an address or number. Its answer is the same whether or not a gift was sent there. */
export function askPage(asking: Asking): RecipientRoute {
  const { endpoint, address, words } = asking
  return {
    unknown: copy.failures.unknown,
    show: ({ page, url: { searchParams } }) =>
      renderPage(page, searchParams.has('sent') ? <MessagePage {...words.sent} /> : <Ask asking={asking} />),
    submit: async ({ page }, form) => {
      const { address: typed } = readForm(form, { address: text })
      const body = typed.includes('@') ? { email: typed } : { phone_number: typed }
      const answer = await callApi(page, endpoint, { body })
      if (answer.ok) return goTo(withQuery(address, { sent: '1' }))
      const { status } = answer.problem
      const { wrong, tooMany } = copy.notReceived
      const problem = status === 429 ? tooMany : status < 500 ? wrong : copy.notices.unavailable
      return renderPage(page, <Ask asking={asking} refused={{ typed, problem }} />, { status })
    },
  }
}

interface AskProps {
  asking: Asking
  refused?: { typed: string; problem: string }
}

function Ask({ asking: { address, words, otherwise }, refused }: AskProps) {
  const { asked } = words
  return (
    <MessagePage title={asked.title} text={asked.text}>
      <form method="post" action={address}>
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
      <p className="hint">
        {otherwise.hint} <a href={otherwise.href}>{otherwise.label}</a>
      </p>
    </MessagePage>
  )
}
