import { type ActionFunctionArgs, redirect } from 'react-router'
import { apiAs } from '#web/api.ts'
import { webContext } from '#web/context.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import { storeCeremony } from '../passkey/ceremony-cookie.server.ts'
import { readChallenge } from './challenge-cookie.server.ts'

export const loader = () => redirect(paths.signIn)

/** What a passkey is to sign here: as the second step of a sign-in that waits for it, else alone. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = context.get(webContext)
  const { step } = readForm(await request.formData(), { step: choice('second') })
  const isSecondStep = step === 'second'
  const waiting = isSecondStep ? readChallenge(request, page) : null
  if (isSecondStep && !waiting) return new Response(null, { status: 410 })
  const api = apiAs(page)
  const asked = await api.challengePasskeySignIn({ body: waiting ? { challenge: waiting.challenge } : {} })
  if (!asked.ok) return new Response(null, { status: isSecondStep ? 410 : 503 })
  const { ceremony, options } = asked.value.data
  return Response.json(options, isSecondStep ? {} : { headers: storeCeremony(page, ceremony) })
}
