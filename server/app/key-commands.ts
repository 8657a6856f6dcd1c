import type { Posy } from '#server/platform/posy.ts'
import { rotateSecret } from '#server/platform/retired-secrets.ts'
import { SetupError } from './setup/command.ts'

const LEAST_LENGTH = 32

/** `posy keys rotate`. @throws SetupError without another secret of some length */
export async function rotateKeys(posy: Posy, next: string | undefined, print: (line: string) => void): Promise<number> {
  if (!next || next.length < LEAST_LENGTH)
    throw new SetupError(`NEW_SESSION_SECRET: must be set, of ${LEAST_LENGTH} characters or more`)
  if (Buffer.from(next).equals(posy.secret.current)) throw new SetupError('NEW_SESSION_SECRET: is the present one')
  await rotateSecret(posy, Buffer.from(next))
  print(
    'Done. Set SESSION_SECRET to the new secret for every process and start them all again; people have to sign in again.',
  )
  return 0
}
