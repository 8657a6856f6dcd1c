import { stepOfCode, typedCode, wrongCode } from '#server/domains/identity/second-step/index.ts'
import { limitGuesses } from '#server/domains/identity/secrets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Actor } from '#server/platform/principal.ts'
import { unseal } from '#server/platform/sealing.ts'
import { operatorActor, operatorSecretOwner } from './operator.ts'
import { operatorByEmail } from './queries.ts'
import { takeStep } from './sign-in.ts'
import { noteFailure } from './sign-in-failures.ts'

/** Where guesses at the command line are counted: who types there is at the machine itself. */
const COMMAND_LINE = 'command line'

/**
 * An operator shows who they are at the command line, by a code of their authenticator app. Each code counts once, here and
 * in the console together.
 * @throws invalid_fields (422) for a wrong code, and alike for anyone who is no operator; too_many_requests (429)
 */
export async function proveOperator(posy: Posy, { email, code }: { email: string; code: string }): Promise<Actor> {
  const named = await operatorByEmail(posy.db, email)
  const guess = { kind: 'operator code', account: named?.id ?? email, address: COMMAND_LINE } as const
  const id = await limitGuesses(posy, guess, async () => {
    const secret = named?.sealedSecret && unseal(posy.secret, operatorSecretOwner(named.id), named.sealedSecret)
    const step = secret ? stepOfCode(secret, typedCode(code), posy.wall.nowMs()) : null
    if (named && step !== null && (await takeStep(posy, named.id, step))) return named.id
    await noteFailure(posy, { operatorId: named?.id ?? null, step: 'code' })
    return null
  })
  if (id === null) throw wrongCode()
  return operatorActor(id)
}
