import { file, readForm, ticked } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

/** The picture that a form brings, or takes away; nothing of it where it says nothing. */
export async function takeCover(
  session: Session,
  form: FormData,
): Promise<{ coverImage?: string | null } | { refused: Failure }> {
  const { cover, coverGone } = readForm(form, { cover: file, coverGone: ticked })
  if (!cover) return coverGone ? { coverImage: null } : {}
  const kept = await session.api.createUpload({ query: { kind: 'cover' }, body: { file: cover } })
  return kept.ok
    ? { coverImage: kept.value.data.key }
    : { refused: toFormFailure(kept.problem, form, { file: 'cover' }) }
}
