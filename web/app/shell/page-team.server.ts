import type { MiddlewareFunction } from 'react-router'
import { readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { PAGE_TEAM } from '#web/session/page-team.ts'

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/

/** Null where it says none, as a page without scripts does, and for what is no form: its action refuses that. */
async function teamOfPage(request: Request): Promise<string | null> {
  if (request.method !== 'POST' || !FORM.test(request.headers.get('content-type') ?? '')) return null
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  return form && (readForm(form, { [PAGE_TEAM]: text })[PAGE_TEAM] || null)
}

/**
 * What a page sends is done in the team that the page was opened for, and shows, whichever team the reader switched to in
 * another tab since: they act there again, or it is refused before anything is done.
 */
export const actForPage: MiddlewareFunction<Response> = async ({ request, context }) => {
  const session = getSession(context)
  if (session.isVisit) return
  const teamId = await teamOfPage(request)
  if (!teamId || teamId === session.teamId || (await session.actIn(teamId))) return
  throw session.redirect(
    paths.home,
    'That page was opened for a team that you can no longer act in. Nothing was done.',
    'danger',
  )
}
