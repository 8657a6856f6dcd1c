import { type ActionFunctionArgs, redirect } from 'react-router'
import type { CallResult } from '#contract/core/invoke.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths, withQuery } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import { UNSAVED_VIEW } from './views.ts'

export const loader = () => redirect(paths.purchases)

/** Keeps the filters of a list under a name, or forgets them; then back to the list as it stands. */
export async function action({ request, context }: ActionFunctionArgs) {
  const session = getSession(context)
  const form = await request.formData()
  const { name, query, ...read } = readForm(form, {
    place: choice('gifts', 'purchases'),
    name: text,
    query: text,
    intent: choice('forget'),
  })
  const place = read.place ?? 'gifts'
  const key = { place, name }
  const isLeaving = read.intent === 'forget'
  const result: CallResult<unknown> = isLeaving
    ? await session.api.deleteSavedView({ body: key })
    : await session.api.putSavedView({ body: { ...key, query } })
  if (result.ok) session.flash(isLeaving ? `“${key.name}” is deleted.` : `“${key.name}” is saved.`)
  else {
    const { fields, message } = toFormFailure(result.problem)
    session.flash(fields.name ? `The view was not saved: its name ${fields.name.toLowerCase()}.` : message, 'danger')
  }
  const filters = Object.fromEntries(new URLSearchParams(query))
  // What was refused is still in its field.
  const list = place === 'gifts' ? paths.gifts : paths.purchases
  return redirect(withQuery(list, { ...filters, ...(!result.ok && { [UNSAVED_VIEW]: name }) }), 303)
}
