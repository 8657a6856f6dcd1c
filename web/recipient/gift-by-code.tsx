import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { loadGift } from './gift-steps.ts'
import { goTo, renderPage } from './page.tsx'
import { PageRefusal, type RecipientRoute } from './route.ts'

/** Where the code on a printed card is typed: it leads to the gift. */
export const giftByCode: RecipientRoute = {
  unknown: copy.failures.unknown,
  show: ({ page }) => renderPage(page, <TypeCode />),
  submit: async ({ page }, form) => {
    const { code: typed } = readForm(form, { code: text })
    // A whole address, where that was typed, ends with the code.
    const code = (typed.split('/').findLast(Boolean) ?? '').replace(/[^\p{L}\p{N}]/gu, '')
    const again = (problem: string, status: number) =>
      renderPage(page, <TypeCode refused={{ typed, problem }} />, { status })
    if (!/^[a-z0-9]{6,33}$/i.test(code)) return again(copy.byCode.wrong, 422)
    try {
      await loadGift(page, code.toLowerCase())
    } catch (error) {
      if (error instanceof PageRefusal && error.status === 404) return again(copy.byCode.unknown, 404)
      throw error
    }
    return goTo(paths.gift(code.toLowerCase()))
  },
}

function TypeCode({ refused }: { refused?: { typed: string; problem: string } }) {
  const { title, text: lead, label, action } = copy.byCode
  return (
    <MessagePage title={title} text={lead}>
      <form method="post" action={paths.giftByCode}>
        <label className="field">
          <span>{label}</span>
          <input
            name="code"
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={200}
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
          {action}
        </button>
      </form>
    </MessagePage>
  )
}
