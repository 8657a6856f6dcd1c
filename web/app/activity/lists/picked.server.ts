import { id, readForm, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import type { PickedAction } from './picked-bar.tsx'
import { PAGE_SIZE } from './query.server.ts'

interface Said {
  text: string
  tone: 'success' | 'danger'
}

/** Reminds the recipients of the gifts that are ticked, or sends their messages again; says how many, and why others not. */
export async function actOnPicked(session: Session, what: PickedAction, form: FormData): Promise<Said> {
  const hugggIds = readForm(form, { hugggId: texts }).hugggId.slice(0, PAGE_SIZE).map(readId)
  if (!hugggIds.length) return { text: 'Pick at least one gift first.', tone: 'danger' }
  const call = { body: { hugggIds } }
  const named = { idempotencyKey: `${what}-${readForm(form, { attempt: id }).attempt}` }
  const done =
    what === 'remind' ? await session.api.remindHugggs(call, named) : await session.api.resendHugggs(call, named)
  if (!done.ok) return { text: `${toFormFailure(done.problem).message} Nothing was sent.`, tone: 'danger' }
  const { changed, refused } = done.value.data
  const verb =
    what === 'remind'
      ? ['person is being reminded', 'people are being reminded']
      : ['gift is on its way again', 'gifts are on their way again']
  const left = refused.length ? ` ${plural(refused.length, 'gift')} left as they were: ${refused[0]!.reason}.` : ''
  if (!changed) return { text: `Nothing was sent.${left}`, tone: 'danger' }
  return { text: `${plural(changed, verb[0]!, verb[1]!)}.${left}`, tone: 'success' }
}
