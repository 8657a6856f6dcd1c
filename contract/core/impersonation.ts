/**
 * What an endpoint is to an operator who looks at the product as a member of a team:
 * - `look`: it changes nothing; what opens a gift is left out of its answer.
 * - `change`: only while an admin of the team allows changes.
 * - `never`: buying, money, people, roles, keys, signing in, and whatever no one has thought about.
 */
export type Impersonation = 'look' | 'change' | 'never'

interface Classified {
  access: string
  method: string
  impersonation?: Impersonation
}

/** As declared; else reads are looked at, and everything else is refused. */
export const impersonationPolicy = ({ access, method, impersonation }: Classified): Impersonation =>
  access === 'identity' || access === 'session' ? (impersonation ?? (method === 'GET' ? 'look' : 'never')) : 'never'

/** Fields of answers that open a gift, and the one of an object that does. Each may be null. */
export const openingFields: readonly string[] = ['launch_url', 'shortcode', 'redeem_code']
const openingFieldsWithin: Readonly<Record<string, string>> = { voucher: 'code' }

/** An answer without what opens a gift, wherever in it that stands. */
export function withoutOpeningFields<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(withoutOpeningFields) as T
  if (typeof answer !== 'object' || answer === null) return answer
  const entries = Object.entries(answer).map(([name, value]) => {
    if (openingFields.includes(name)) return [name, null]
    // A gift's, in the original's words.
    if (name === 'code' && 'hug_status' in answer) return [name, '']
    const kept = withoutOpeningFields(value)
    const within = openingFieldsWithin[name]
    return [name, within && kept ? { ...kept, [within]: null } : kept]
  })
  return Object.fromEntries(entries) as T
}
