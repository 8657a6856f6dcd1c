import type { CallResult } from '#contract/core/invoke.ts'
import { authMethods } from '#contract/teams/teams.ts'
import { file, readForm, text, textOrNull, ticked } from '#web/http/read-form.ts'
import type { getSession } from '#web/session/middleware.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'

type Session = ReturnType<typeof getSession>
export type SamlOutcome = {
  /** Which form it is about. */
  form: string
  failure?: Failure
  /** Where a test continues: a form may not lead to another site. */
  testUrl?: string
}

const fieldNames = { 'preferences.requireSecondStep': 'requireSecondStep' }

/** What the forms of the page do: each names itself in the field `do`. @returns null where all is well */
export async function actOnSignIn(session: Session, form: FormData): Promise<SamlOutcome | null> {
  const { api } = session
  const params = { id: session.teamId! }
  const {
    do: wanted,
    domain,
    ...read
  } = readForm(form, {
    do: text,
    domain: text,
    metadata: file,
    metadataUrl: text,
    userId: textOrNull,
    requireSecondStep: ticked,
  })
  const finish = (result: CallResult<unknown>, done: string): SamlOutcome | null => {
    if (!result.ok) return { form: wanted, failure: toFormFailure(result.problem, form, fieldNames) }
    session.flash(done)
    return null
  }
  switch (wanted) {
    case 'connect': {
      const metadata = await read.metadata?.text()
      const body = metadata ? { metadata } : { metadataUrl: read.metadataUrl }
      return finish(await api.putSamlConnection({ params, body }), 'Your provider is connected.')
    }
    case 'on':
      return finish(await api.switchSamlConnection({ params, body: { isActive: true } }), 'SSO is switched on.')
    case 'off':
      return finish(await api.switchSamlConnection({ params, body: { isActive: false } }), 'SSO is switched off.')
    case 'disconnect':
      return finish(await api.deleteSamlConnection({ params }), 'Your provider is disconnected.')
    case 'test': {
      const started = await api.testSamlConnection({ params })
      return started.ok
        ? { form: wanted, testUrl: started.value.data.url }
        : { form: wanted, failure: toFormFailure(started.problem, form) }
    }
    case 'add-domain':
      return finish(
        await api.addSamlDomain({ params, body: { domain } }),
        'Added. Now publish its record, then check it here.',
      )
    case 'verify-domain':
      return finish(await api.verifySamlDomain({ params: { ...params, domain } }), `${domain} is verified.`)
    case 'auto-accept-on':
    case 'auto-accept-off': {
      const autoAccept = wanted === 'auto-accept-on'
      const done = autoAccept ? `People of ${domain} can join now.` : `People of ${domain} need an invite again.`
      return finish(await api.updateSamlDomain({ params: { ...params, domain }, body: { autoAccept } }), done)
    }
    case 'remove-domain':
      return finish(await api.removeSamlDomain({ params: { ...params, domain } }), `${domain} is removed.`)
    case 'emergency':
      return finish(
        await api.putEmergencyAdmin({ params, body: { userId: read.userId } }),
        'Saved. They keep a way in if your provider is down.',
      )
    case 'second-step':
      return finish(
        await api.updateTeam({
          params,
          body: { preferences: { requireSecondStep: read.requireSecondStep } },
        }),
        'Saved. It holds from everyone’s next click.',
      )
    default: {
      const isOn = readForm(form, Object.fromEntries(authMethods.map((method) => [method, ticked])))
      return finish(
        await api.updateTeam({ params, body: { authMethods: authMethods.filter((method) => isOn[method]) } }),
        'Saved. It holds from everyone’s next click.',
      )
    }
  }
}
