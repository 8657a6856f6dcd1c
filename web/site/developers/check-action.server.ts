import { type ActionFunctionArgs, data } from 'react-router'
import { checkRequest, type RequestCheck } from '#contract/original/original.ts'
import { callApi } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { exactText, readForm } from '#web/http/read-form.ts'

interface Checked {
  /** What was pasted, shown again. */
  request: string
  check: RequestCheck | null
  /** Why it could not be checked. */
  problem: string | null
}

const MOST_CHARACTERS = 100_000

const problems: Record<number, string> = {
  413: 'This is too long: up to 100,000 characters are read.',
  422: 'This cannot be read as a request. Begin with curl, or with a method and an address such as POST https://…, and end each quote. Files that it names are not read: paste what is in them.',
  429: 'Too many were checked from this network. Try again in a minute.',
}

/** As the API would, which is not asked. */
const refused = (status: number) => ({ ok: false as const, problem: { status } })

/** Checks what was pasted, and shows it again with what was found. */
export async function checkAction({ request: sent, context }: ActionFunctionArgs) {
  // Forms send lines as Windows does.
  const request = readForm(await sent.formData(), { request: exactText }).request.replaceAll('\r\n', '\n')
  const answer =
    request.length > MOST_CHARACTERS
      ? refused(413)
      : request.trim()
        ? await callApi(context.get(webContext), checkRequest, { body: { request } })
        : refused(422)
  if (answer.ok) return data<Checked>({ request, check: answer.value.data, problem: null })
  const { status } = answer.problem
  const problem = problems[status] ?? 'It could not be checked. Try again in a moment.'
  return data<Checked>({ request, check: null, problem }, { status })
}
