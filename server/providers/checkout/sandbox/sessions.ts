import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { newIdentifier } from './identifiers.ts'
import { type Provider, providerNow, SandboxRefusal } from './provider.ts'
import { records } from './records.ts'

const SessionRequest = z.object({
  amount: z.int().min(0),
  currency: z.enum(['GBP', 'EUR', 'USD']),
  reference: z.string().max(50).optional(),
  billing: z.object({ address: z.object({ country: z.string().length(2) }) }),
  success_url: z.url(),
  failure_url: z.url(),
  enabled_payment_methods: z.array(z.string()).optional(),
})

const SESSION_LIVES = { hours: 1 }

/** POST /payment-sessions: what a page needs to have Flow drawn. */
export async function createSession(provider: Provider, body: unknown) {
  const parsed = SessionRequest.safeParse(body)
  if (!parsed.success)
    throw new SandboxRefusal(
      422,
      ...new Set(parsed.error.issues.map(({ path }) => `${path.join('_') || 'body'}_invalid`)),
    )
  const { amount, currency, reference, enabled_payment_methods: enabled } = parsed.data
  const expires_on = (await providerNow(provider)).add(SESSION_LIVES).toString({ fractionalSecondDigits: 3 })
  const id = newIdentifier('ps')
  const payment_session_secret = `pss_${randomUUID()}`
  await records.saveSession(provider.db, payment_session_secret, { id, expires_on })
  const _links = { self: { href: `${provider.pagesUrl}/payment-sessions/${id}` } }
  const payment_methods = [{ type: 'card', card_schemes: ['Visa', 'Mastercard', 'Amex'] }].filter(
    ({ type }) => !enabled || enabled.includes(type),
  )
  const told = { id, amount, currency, reference, locale: 'en-GB', payment_methods, _links }
  return {
    id,
    payment_session_secret,
    payment_session_token: `YmFzZTY0:${Buffer.from(JSON.stringify(told)).toString('base64')}`,
    _links,
  }
}

/** Refuses what the component of a page says whose session is over, or never was. */
export async function requireSession(provider: Provider, secret: string): Promise<void> {
  const session = await records.session(provider.db, secret)
  if (!session) throw new SandboxRefusal(422, 'payment_session_invalid')
  const now = (await providerNow(provider)).toString({ fractionalSecondDigits: 3 })
  if (session.expires_on <= now) throw new SandboxRefusal(422, 'payment_session_expired')
}
