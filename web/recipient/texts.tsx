import { getTextPreference, setTextPreference } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { goTo, renderPage } from './page.tsx'
import { type RecipientRoute, refusePage } from './route.ts'

/** Whether texts to a number are stopped. */
export const texts: RecipientRoute = {
  unknown: copy.texts.unknown,
  show: async ({ page, code }) => {
    const answer = await callApi(page, getTextPreference, { params: { code } })
    if (!answer.ok) throw refusePage(answer)
    return renderPage(page, <TextPreference code={code} stopped={answer.value.data.stopped} />)
  },
  submit: async ({ page, code }, form) => {
    const { stopped } = readForm(form, { stopped: choice('true', 'false') })
    const answer = await callApi(page, setTextPreference, { params: { code }, body: { stopped: stopped === 'true' } })
    if (!answer.ok) throw refusePage(answer)
    return goTo(paths.stopTexts(code))
  },
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
