import { z } from 'zod'
import { cardFingerprint, newIdentifier } from './identifiers.ts'
import { type Provider, providerNow, SandboxRefusal } from './provider.ts'
import { type KeptCard, records } from './records.ts'
import { cardByNumber, requiresAuthentication } from './test-cards.ts'

const CardDetails = z.object({
  type: z.literal('card'),
  number: z.string().transform((value) => value.replace(/[\s-]/g, '')),
  expiry_month: z.coerce.number().int(),
  expiry_year: z.coerce.number().int(),
  cvv: z.string().optional(),
})

const TOKEN_LIVES = { minutes: 15 }

/** POST /tokens: takes a test card and gives a token for one use. The number itself is forgotten at once. */
export async function createToken(provider: Provider, body: unknown) {
  const now = await providerNow(provider)
  const card = readCard(body, provider.keys.webhookSecret, now.toZonedDateTimeISO('UTC'))
  const token = newIdentifier('tok')
  const expires_on = now.add(TOKEN_LIVES).toString({ fractionalSecondDigits: 3 })
  await records.saveToken(provider.db, token, { card, expires_on, used: false })
  return { type: 'card', token, expires_on, ...publicCard(card), card_type: 'CREDIT', product_type: 'Classic' }
}

function readCard(body: unknown, secret: string, now: { year: number; month: number }): KeptCard {
  const parsed = CardDetails.safeParse(body)
  if (!parsed.success)
    throw new SandboxRefusal(
      422,
      ...new Set(parsed.error.issues.map(({ path }) => `${String(path[0] ?? 'body')}_invalid`)),
    )
  const { number, expiry_month, expiry_year, cvv } = parsed.data
  const wrong: string[] = []
  const known = cardByNumber(number)
  if (!known) wrong.push('card_number_invalid')
  if (expiry_month < 1 || expiry_month > 12) wrong.push('card_expiry_month_invalid')
  if (expiry_year < 2000 || expiry_year > 2099) wrong.push('card_expiry_year_invalid')
  else if (expiry_year * 12 + expiry_month < now.year * 12 + now.month) wrong.push('card_expired')
  const cvvDigits = known?.scheme === 'American Express' ? 4 : 3
  if (cvv !== undefined && !new RegExp(`^\\d{${cvvDigits}}$`).test(cvv)) wrong.push('cvv_invalid')
  if (!known || wrong.length) throw new SandboxRefusal(422, ...wrong)
  return {
    scheme: known.scheme,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expiry_month,
    expiry_year,
    fingerprint: cardFingerprint(number, secret),
    challenge: known.challenge,
    declines: known.declines ?? null,
    requires3ds: requiresAuthentication(number),
  }
}

/** A card as the provider tells it to anybody. */
export const publicCard = ({ scheme, bin, last4, expiry_month, expiry_year, fingerprint }: KeptCard) => ({
  expiry_month,
  expiry_year,
  scheme,
  last4,
  bin,
  fingerprint,
})
