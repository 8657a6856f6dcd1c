import { stopGiftReminders } from '#contract/delivery/delivery.ts'
import { callApi } from '#web/api.ts'
import { paths, withQuery } from '#web/paths.ts'
import { MessagePage } from '#web/ui/message-page.tsx'
import { copy } from './copy.en-GB.ts'
import { loadGift } from './gift-steps.ts'
import { goTo, renderPage } from './page.tsx'
import { type RecipientRoute, refusePage } from './route.ts'

/** Asks before reminders end. */
export const reminders: RecipientRoute = {
  unknown: copy.failures.unknown,
  show: async ({ page, code, url: { searchParams } }) => {
    await loadGift(page, code)
    return renderPage(page, searchParams.has('stopped') ? <Stopped code={code} /> : <Wanted code={code} />)
  },
  submit: async ({ page, code }) => {
    const answer = await callApi(page, stopGiftReminders, { params: { shortcode: code }, body: {} })
    if (!answer.ok) throw refusePage(answer.problem)
    return goTo(withQuery(paths.giftReminders(code), { stopped: '1' }))
  },
}

function Stopped({ code }: { code: string }) {
  const { title, text, action } = copy.reminders.stopped
  return <MessagePage title={title} text={text} action={{ label: action, href: paths.gift(code) }} />
}

function Wanted({ code }: { code: string }) {
  const { title, text, action } = copy.reminders.wanted
  return (
    <MessagePage title={title} text={text}>
      <form method="post" action={paths.giftReminders(code)}>
        <button className="button" type="submit">
          {action}
        </button>
      </form>
    </MessagePage>
  )
}
