import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { goTo, renderPage } from './page.tsx'
import type { RecipientRoute } from './route.ts'

/** Where the code on a printed card is typed: it leads to the gift. */
export const giftByCode: RecipientRoute = {
  unknown: copy.failures.unknown,
  show: ({ page }) => renderPage(page, <TypeCode />),
  submit: async ({ page }, form) => {
    const { code: typed } = readForm(form, { code: text })
    // A whole address, where that was typed, ends with the code.
    const code = (typed.split('/').findLast(Boolean) ?? '').replace(/[^\p{L}\p{N}]/gu, '')
    if (/^[a-z0-9]{6,33}$/i.test(code)) return goTo(paths.gift(code.toLowerCase()))
    return renderPage(page, <TypeCode refused={typed} />, { status: 422 })
  },
}

function TypeCode({ refused }: { refused?: string }) {
  const { title, text: lead, label, action, wrong } = copy.byCode
  const isRefused = refused !== undefined
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
            defaultValue={refused}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? 'problem' : undefined}
          />
        </label>
        {isRefused ? (
          <p className="notice" id="problem" role="alert">
            {wrong}
          </p>
        ) : null}
        <button className="button" type="submit">
          {action}
        </button>
      </form>
    </MessagePage>
  )
}
