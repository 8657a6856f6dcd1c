import type { CallResult } from '#contract/core/invoke.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { getSession } from '#web/session/middleware.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { webhookBody } from './webhook-form.tsx'

type Session = ReturnType<typeof getSession>
export type WebhookOutcome = { secret: string; failure?: never } | { secret?: never; failure: Failure }

/** What the buttons of a webhook's page do: each names itself in the field `do`. */
export async function actOnWebhook(
  session: Session,
  webhookId: string,
  form: FormData,
): Promise<WebhookOutcome | { goTo: string }> {
  const params = { id: session.teamId!, webhookId }
  const { api } = session
  const here = paths.webhook(webhookId)
  const finish = (result: CallResult<unknown>, done: string, goTo = here) => {
    if (result.ok) session.flash(done)
    else session.flash(result.problem.message, 'danger')
    return { goTo }
  }
  const { do: wanted, eventId } = readForm(form, {
    do: choice('test', 'on', 'off', 'replay', 'delete', 'rotate'),
    eventId: text,
  })
  switch (wanted) {
    case 'test':
      return finish(await api.testWebhook({ params }), 'A test event is on its way.')
    case 'on':
      return finish(await api.updateWebhook({ params, body: { isActive: true } }), 'It is switched on.')
    case 'off':
      return finish(await api.updateWebhook({ params, body: { isActive: false } }), 'It is switched off.')
    case 'replay':
      return finish(await api.replayWebhook({ params, body: { eventId } }), 'The event is sent again.')
    case 'delete':
      return finish(await api.deleteWebhook({ params }), 'The webhook is deleted.', paths.teamTab('webhooks'))
    case 'rotate': {
      const rotated = await api.rotateWebhookSecret({ params })
      return rotated.ok ? { secret: rotated.value.data.secret } : { failure: toFormFailure(rotated.problem, form) }
    }
    default: {
      const saved = await api.updateWebhook({ params, body: webhookBody(form) })
      return saved.ok ? finish(saved, 'Your changes are saved.') : { failure: toFormFailure(saved.problem, form) }
    }
  }
}
