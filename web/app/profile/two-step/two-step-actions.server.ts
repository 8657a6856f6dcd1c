import { data } from 'react-router'
import type { CallProblem } from '#contract/core/invoke.ts'
import { choice, exactText, readForm, text } from '#web/http/read-form.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { drawEnrolment } from './enrolment.server.ts'
import type { Enrolment } from './enrolment-form.tsx'

const intents = [
  'begin',
  'confirm',
  'recovery-codes',
  'remove',
  'begin-passkey',
  'add-passkey',
  'rename-passkey',
  'remove-passkey',
] as const
export type Intent = (typeof intents)[number]

/** What is shown once stands in the answer to the form: nothing keeps it. */
export interface TwoStepOutcome {
  intent: Intent
  failure: Failure | null
  enrolment: Enrolment | null
  recoveryCodes: string[] | null
  /** What a browser makes a passkey from, and what it may be called. */
  newPasskey: { options: object; suggestion: string } | null
}

/** What a form of the page does. */
export async function changeTwoStep(session: Session, form: FormData) {
  const user = { id: session.user!.id }
  const { intent, passkeyId, ...read } = readForm(form, {
    intent: choice(...intents),
    passkeyId: text,
    password: exactText,
    code: exactText,
    passkey: exactText,
    recoveryCode: exactText,
    name: exactText,
  })
  if (!intent) throw data(null, { status: 400 })
  const given = (...names: (keyof typeof read)[]) =>
    Object.fromEntries(names.map((name) => [name, read[name]]).filter(([, value]) => value))
  const proof = given('password', 'code', 'passkey')
  const passkey = { ...user, passkeyId }
  const answer = (outcome: Partial<TwoStepOutcome>) =>
    data<TwoStepOutcome>(
      { intent, failure: null, enrolment: null, recoveryCodes: null, newPasskey: null, ...outcome },
      { status: outcome.failure?.status ?? 200 },
    )
  const refuse = (problem: CallProblem) => answer({ failure: shownFailure(toFormFailure(problem, form)) })
  const back = (text: string) => {
    return session.redirect(paths.twoStep, text)
  }
  const backWithout = async (what: string) => {
    const left = await session.api.getSecondFactor({ params: user })
    const isOff = left.ok && left.value.data.enabledAt === null
    return back(isOff ? 'Two-step sign-in is off.' : `${what} is removed.`)
  }
  const showSecret = async (failure: Failure | null) => {
    const started = await session.api.beginSecondFactor({ params: user })
    if (started.ok) return answer({ failure, enrolment: drawEnrolment(started.value.data) })
    return refuse(started.problem)
  }
  switch (intent) {
    case 'begin':
      return showSecret(null)
    case 'confirm': {
      const body = { code: read.code, ...given('password', 'passkey', 'recoveryCode') }
      const confirmed = await session.api.confirmSecondFactor({ params: user, body })
      if (confirmed.ok) return answer(confirmed.value.data)
      return showSecret(shownFailure(toFormFailure(confirmed.problem, form)))
    }
    case 'recovery-codes': {
      const replaced = await session.api.replaceRecoveryCodes({ params: user, body: proof })
      return replaced.ok ? answer(replaced.value.data) : refuse(replaced.problem)
    }
    case 'remove': {
      const removed = await session.api.removeSecondFactor({ params: user, body: proof })
      return removed.ok ? backWithout('Your authenticator app') : refuse(removed.problem)
    }
    case 'begin-passkey': {
      const started = await session.api.beginPasskey({ params: user, body: proof })
      if (!started.ok) return refuse(started.problem)
      const sessions = await session.api.listSessions({ params: user })
      const here = sessions.ok ? sessions.value.data.find(({ isCurrent }) => isCurrent)?.browser : null
      return answer({ newPasskey: { options: started.value.data, suggestion: here ?? 'My passkey' } })
    }
    case 'add-passkey': {
      const body = { name: read.name, passkey: read.passkey }
      const added = await session.api.addPasskey({ params: user, body })
      if (!added.ok) return refuse(added.problem)
      const { recoveryCodes } = added.value.data
      return recoveryCodes ? answer({ recoveryCodes }) : back('Your passkey is added.')
    }
    case 'rename-passkey': {
      const renamed = await session.api.renamePasskey({ params: passkey, body: { name: read.name } })
      return renamed.ok ? back('Your passkey has its new name.') : refuse(renamed.problem)
    }
    case 'remove-passkey': {
      const removed = await session.api.removePasskey({ params: passkey, body: proof })
      return removed.ok ? backWithout('Your passkey') : refuse(removed.problem)
    }
  }
}

/** A passkey has no field of its own to stand beside. */
export function shownFailure(failure: Failure): Failure {
  const { passkey, ...fields } = failure.fields
  return passkey
    ? { ...failure, fields, message: 'Your passkey was not accepted.', help: 'Please try again.' }
    : failure
}
