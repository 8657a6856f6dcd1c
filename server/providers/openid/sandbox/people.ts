import { createHash } from 'node:crypto'
import type { IdentityProviderName } from '#contract/identity/auth.ts'

/** Someone who has an account with a simulated provider. */
export interface SandboxPerson {
  email: string
  firstName: string
  surname: string
  /** Google vouches for the address. */
  emailVerified: boolean
  /** The company that Google or Microsoft runs the account for; empty for a private one. */
  organisation: string
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same for the same text, in every process and after a restart. */
const uuidFrom = (text: string) =>
  digest(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`)

/** What a provider says of a person, as its ID tokens do. */
export function idTokenClaims(provider: IdentityProviderName, person: SandboxPerson): Record<string, unknown> {
  const { email, firstName, surname, emailVerified, organisation } = person
  const named = { given_name: firstName, family_name: surname, name: `${firstName} ${surname}`.trim() }
  if (provider === 'google')
    return {
      sub: BigInt(`0x${digest(`google ${email}`).slice(0, 16)}`).toString(),
      email,
      email_verified: emailVerified,
      ...(organisation ? { hd: organisation } : {}),
      ...named,
    }
  const tid = uuidFrom(`tenant ${organisation || 'consumers'}`)
  const oid = uuidFrom(`object ${organisation} ${email}`)
  return { sub: digest(`microsoft ${oid}`), email, preferred_username: email, tid, oid, ...named }
}
