import { getTextPreference, setTextPreference } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { isAwardLanguage } from '../award/choose-language.ts'
import { copy } from '../copy.en-GB.ts'
import { goTo, renderPage } from '../page.tsx'
import { type Asked, type RecipientRoute, refusePage } from '../route.ts'
import { showHelpTexts } from './help-texts.tsx'

/** Whether texts to a number are stopped. Links in awards' texts name their language. */
export const texts: RecipientRoute = {
  unknown: copy.texts.unknown,
  show: (asked) => show(asked, asked.url.searchParams.get('lang')),
  submit: async (asked, form) => {
    const { page, code } = asked
    const { stopped, lang } = readForm(form, { stopped: choice('true', 'false'), lang: text })
    // Another language of the same page.
    if (!stopped && lang) return show(asked, lang)
    const answer = await callApi(page, setTextPreference, { params: { code }, body: { stopped: stopped === 'true' } })
    if (!answer.ok) throw refusePage(answer.problem)
    return goTo(paths.stopTexts(code, isAwardLanguage(lang) ? lang : undefined))
  },
}

async function show(asked: Asked, lang: string | null): Promise<Response> {
  const { page, code } = asked
  const answer = await callApi(page, getTextPreference, { params: { code } })
  if (!answer.ok) throw refusePage(answer.problem)
  const { stopped } = answer.value.data
  if (isAwardLanguage(lang)) return showHelpTexts(asked, lang, stopped)
  return renderPage(page, <TextPreference code={code} stopped={stopped} />)
}

function TextPreference({ code, stopped }: { code: string; stopped: boolean }) {
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
