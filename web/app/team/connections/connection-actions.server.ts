import type { CallProblem, CallResult } from '#contract/core/invoke.ts'
import { choice, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { getSession } from '#web/session/middleware.ts'
import { linkFailures } from './labels.ts'

/** What the browser needs to have a person approve. */
export interface OpenLink {
  id: string
  linkToken: string
  linkScriptUrl: string
}
export type ConnectionOutcome = { link: OpenLink; problem?: never } | { link?: never; problem: string }

const connectionProblem = ({ status, message }: CallProblem): string =>
  status < 500 ? message : linkFailures.unreachable

/** What the buttons of the page do: each names itself in the field `do`. */
export async function actOnConnection(
  session: ReturnType<typeof getSession>,
  form: FormData,
): Promise<ConnectionOutcome | { goTo: string }> {
  const { api } = session
  const {
    do: wanted,
    integrationSlug,
    publicToken,
    ...params
  } = readForm(form, {
    do: choice('connect', 'approved', 'sync', 'disconnect'),
    id: text,
    integrationSlug: text,
    publicToken: text,
  })
  const finish = (result: CallResult<unknown>, done: string): ConnectionOutcome | { goTo: string } => {
    if (!result.ok) return { problem: connectionProblem(result.problem) }
    session.flash(done)
    return { goTo: paths.teamTab('connections') }
  }
  switch (wanted) {
    case 'connect': {
      const started = await api.createLinkedAccount({ body: { category: 'hris', integrationSlug } })
      if (!started.ok) return { problem: connectionProblem(started.problem) }
      const { id, linkToken, linkScriptUrl } = started.value.data
      return { link: { id, linkToken, linkScriptUrl } }
    }
    case 'approved':
      return finish(
        await api.createAccountToken({ params, body: { publicToken } }),
        'Connected. People are being read.',
      )
    case 'sync':
      return finish(await api.syncLinkedAccount({ params }), 'People are being read again.')
    case 'disconnect':
      return finish(await api.deleteLinkedAccount({ params }), 'Disconnected. What we knew of people is deleted.')
    default:
      throw new Response(null, { status: 400 })
  }
}
