import { penceOf } from '#web/ui/kit/amount.ts'

/**
 * The rules for sending that a team and a budget have in common, as their forms say them. What is wrong goes into `wrong`
 * under the field's name.
 */
type Wrong = Record<string, string>

export const MAX_EXPIRY_DAYS = 3650
const DOMAIN = /^@?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** A whole number within bounds; undefined for anything else. */
export function wholeOf(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** One a line, without the empty ones. */
const linesOf = (text: string) => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Domains with commas, spaces or lines between them. */
export function readDomains(form: FormData, wrong: Wrong): string[] {
  const domains = textOf(form, 'deliveryEmailDomains')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const odd = domains.find((domain) => !DOMAIN.test(domain))
  if (odd) wrong.deliveryEmailDomains = `“${odd}” is not a domain such as example.com.`
  return [...new Set(domains.map((domain) => domain.toLowerCase().replace(/^@/, '')))]
}

export function readReasons(form: FormData, wrong: Wrong): string[] {
  const reasons = linesOf(textOf(form, 'reasonCodes'))
  const long = reasons.find((reason) => reason.length > 100)
  if (long) wrong.reasonCodes = `“${long.slice(0, 20)}…” is too long: 100 letters at most.`
  return reasons
}

export function readCategories(form: FormData, wrong: Wrong): { allow: string[]; disallow: string[] } {
  const idsOf = (name: string) => form.getAll(name).map(String)
  const categories = { allow: idsOf('allow'), disallow: idsOf('disallow') }
  if (categories.allow.some((tag) => categories.disallow.includes(tag)))
    wrong.categories = 'The same kind cannot be both allowed and ruled out.'
  return categories
}

/** Prices of gifts, either end open. */
export function readPrice(form: FormData, wrong: Wrong) {
  const priceOf = (name: string): number | null => {
    const text = textOf(form, name)
    const pence = text ? penceOf(text) : null
    if (pence === undefined) wrong[name] = 'Give a price such as 5 or 12.50, or leave it empty.'
    return pence ?? null
  }
  const price = { min: priceOf('priceMin'), max: priceOf('priceMax') }
  if (price.min !== null && price.max !== null && price.min > price.max)
    wrong.priceMax = 'This is below the lowest price.'
  return price
}
