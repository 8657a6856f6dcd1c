import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Posy } from '#server/platform/posy.ts'

/** Loaded when it is first needed: it is large, and most processes never do. */
const library = () => import('@simplewebauthn/server')

type Site = Pick<Posy, 'config'>

/** Passkeys are for the address that people reach this installation at, and are made and used nowhere else. */
function relyingParty({ config }: Site) {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** What an authenticator calls the account: its id, which says nothing of the person. */
const handleBytes = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
export const userHandle = (userId: string): string => Buffer.from(handleBytes(userId)).toString('base64url')

export interface StoredPasskey {
  credentialId: string
  publicKey: Uint8Array
  transports: string[]
}

const describe = ({ credentialId, transports }: Omit<StoredPasskey, 'publicKey'>) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
})

export async function registrationOptions(
  posy: Site,
  {
    challenge,
    user,
    existing,
  }: {
    challenge: string
    user: { id: string; email: string; name: string }
    existing: readonly Omit<StoredPasskey, 'publicKey'>[]
  },
) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Posy',
    rpID: relyingParty(posy).rpID,
    userID: handleBytes(user.id),
    userName: user.email,
    userDisplayName: user.name || user.email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: existing.map(describe),
    // Every passkey can be both: a second step, and a way in alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** @param allowed null lets the person choose among the passkeys that their device has for us */
export async function assertionOptions(
  posy: Site,
  { challenge, allowed }: { challenge: string; allowed: readonly Omit<StoredPasskey, 'publicKey'>[] | null },
) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(posy).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    ...(allowed ? { allowCredentials: allowed.map(describe) } : {}),
  })
  return { ...options }
}

const text = z.string().max(10_000)
const credential = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.looseObject({}) }
const Registration = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
const Assertion = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
})
const ClientData = z.looseObject({ challenge: text })

function parsed<T>(schema: z.ZodType, read: () => string): T | null {
  try {
    const { success, data } = schema.safeParse(JSON.parse(read()))
    return success ? (data as T) : null
  } catch {
    return null
  }
}

/** What a browser sent, if it has the form of it. Nothing in it is proven yet. */
export const readRegistration = (sent: string) => parsed<RegistrationResponseJSON>(Registration, () => sent)
export const readAssertion = (sent: string) => parsed<AuthenticationResponseJSON>(Assertion, () => sent)

/** Which question it says it answers. */
export const challengeIn = ({ response }: { response: { clientDataJSON: string } }): string | null =>
  parsed<{ challenge: string }>(ClientData, () => Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    ?.challenge ?? null

/** The library throws for whatever is wrong with an answer, from its encoding to its signature. */
async function unlessRefused<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T | null> {
  try {
    const outcome = await verify()
    return outcome.verified ? outcome : null
  } catch {
    return null
  }
}

/** @returns the new passkey; null where the answer is not to be believed */
export async function verifyRegistration(posy: Site, response: RegistrationResponseJSON, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = relyingParty(posy)
  const outcome = await unlessRefused(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  )
  if (!outcome?.verified) return null
  const { credential: made, credentialBackedUp } = outcome.registrationInfo
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: response.response.transports ?? [],
    isSynced: credentialBackedUp,
  }
}

/** @returns what its authenticator says of its use; null where the answer is not to be believed */
export async function verifyAssertion(
  posy: Site,
  response: AuthenticationResponseJSON,
  { challenge, passkey }: { challenge: string; passkey: StoredPasskey },
) {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = relyingParty(posy)
  const outcome = await unlessRefused(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // Its count is compared where it is kept, so that one that went back is told from an answer that is wrong.
      credential: { ...describe(passkey), publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  )
  if (!outcome) return null
  const { newCounter, credentialBackedUp } = outcome.authenticationInfo
  return { counter: newCounter, isSynced: credentialBackedUp }
}
