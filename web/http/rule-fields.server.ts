import { amountRefusal, penceOrNull, readForm, text, texts } from './read-form.ts'

/**
 * The rules for sending that a team and a budget have in common, as their forms say them. What is wrong goes into `wrong`
 * under the field's name.
 */
type Wrong = Record<string, string>

export const MAX_EXPIRY_DAYS = 3650
const DOMAIN = /^@?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

/** A whole number within bounds; undefined for anything else. */
export function parseWholeNumber(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** One a line, without the empty ones. */
const splitLines = (text: string) => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Domains with commas, spaces or lines between them. */
export function readDomains(form: FormData, wrong: Wrong): string[] {
  const { deliveryEmailDomains } = readForm(form, { deliveryEmailDomains: text })
  const domains = deliveryEmailDomains.split(/[\s,;]+/).filter(Boolean)
  const odd = domains.find((domain) => !DOMAIN.test(domain))
  if (odd) wrong.deliveryEmailDomains = `“${odd}” is not a domain such as example.com.`
  return [...new Set(domains.map((domain) => domain.toLowerCase().replace(/^@/, '')))]
}

export function readReasons(form: FormData, wrong: Wrong): string[] {
  const reasons = splitLines(readForm(form, { reasonCodes: text }).reasonCodes)
  const long = reasons.find((reason) => reason.length > 100)
  if (long) wrong.reasonCodes = `“${long.slice(0, 20)}…” is too long: 100 letters at most.`
  return reasons
}

export function readCategories(form: FormData, wrong: Wrong): { allow: string[]; disallow: string[] } {
  const categories = readForm(form, { allow: texts, disallow: texts })
  if (categories.allow.some((tag) => categories.disallow.includes(tag)))
    wrong.categories = 'The same kind cannot be both allowed and ruled out.'
  return categories
}

/** Prices of gifts, either end open. */
export function readPrice(form: FormData, wrong: Wrong) {
  const typed = readForm(form, { priceMin: penceOrNull, priceMax: penceOrNull })
  for (const [name, pence] of Object.entries(typed))
    if (pence === undefined) wrong[name] = `${amountRefusal(form, name)}.`
  const price = { min: typed.priceMin ?? null, max: typed.priceMax ?? null }
  if (price.min !== null && price.max !== null && price.min > price.max)
    wrong.priceMax = 'This is below the lowest price.'
  return price
}
