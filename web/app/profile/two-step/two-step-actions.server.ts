import { data, redirect } from 'react-router'
import type { CallError } from '#client/errors.ts'
import { isPass } from '#client/result.ts'
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
  const refuse = (fail: CallError | undefined) => answer({ failure: shownFailure(toFormFailure(fail!, form)) })
  const back = (text: string) => {
    session.flash(text)
    return redirect(paths.twoStep, 303)
  }
  const backWithout = async (what: string) => {
    const left = await session.api.getSecondFactor({ params: user })
    const isOff = isPass(left) && left.pass.data.enabledAt === null
    return back(isOff ? 'Two-step sign-in is off.' : `${what} is removed.`)
  }
  const showSecret = async (failure: Failure | null) => {
    const started = await session.api.beginSecondFactor({ params: user })
    if (isPass(started)) return answer({ failure, enrolment: drawEnrolment(started.pass.data) })
    return refuse(started.fail)
  }
  switch (intent) {
    case 'begin':
      return showSecret(null)
    case 'confirm': {
      const body = { code: read.code, ...given('password', 'passkey', 'recoveryCode') }
      const confirmed = await session.api.confirmSecondFactor({ params: user, body })
      if (isPass(confirmed)) return answer(confirmed.pass.data)
      return showSecret(shownFailure(toFormFailure(confirmed.fail!, form)))
    }
    case 'recovery-codes': {
      const replaced = await session.api.replaceRecoveryCodes({ params: user, body: proof })
      return isPass(replaced) ? answer(replaced.pass.data) : refuse(replaced.fail)
    }
    case 'remove': {
      const removed = await session.api.removeSecondFactor({ params: user, body: proof })
      return isPass(removed) ? backWithout('Your authenticator app') : refuse(removed.fail)
    }
    case 'begin-passkey': {
      const started = await session.api.beginPasskey({ params: user, body: proof })
      if (!isPass(started)) return refuse(started.fail)
      const sessions = await session.api.listSessions({ params: user })
      const here = isPass(sessions) ? sessions.pass.data.find(({ isCurrent }) => isCurrent)?.browser : null
      return answer({ newPasskey: { options: started.pass.data, suggestion: here ?? 'My passkey' } })
    }
    case 'add-passkey': {
      const body = { name: read.name, passkey: read.passkey }
      const added = await session.api.addPasskey({ params: user, body })
      if (!isPass(added)) return refuse(added.fail)
      const { recoveryCodes } = added.pass.data
      return recoveryCodes ? answer({ recoveryCodes }) : back('Your passkey is added.')
    }
    case 'rename-passkey': {
      const renamed = await session.api.renamePasskey({ params: passkey, body: { name: read.name } })
      return isPass(renamed) ? back('Your passkey has its new name.') : refuse(renamed.fail)
    }
    case 'remove-passkey': {
      const removed = await session.api.removePasskey({ params: passkey, body: proof })
      return isPass(removed) ? backWithout('Your passkey') : refuse(removed.fail)
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
