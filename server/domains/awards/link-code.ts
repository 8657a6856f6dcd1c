import { readShortcode, SHORTCODE_LENGTH } from '#server/domains/hugggs/links/index.ts'

/**
 * The code of an award’s link out of what was read out, typed or copied, in its stored form; null for what cannot be one.
 * Codes have no o, i and l: who reads a letter aloud may take a zero and a one for them.
 */
export function readLinkCode(given: string): string | null {
  const typed = given.replace(/^.*\/a\//s, '').replace(/[?#].*$/s, '')
  const code = readShortcode(typed.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1'))
  return code?.length === SHORTCODE_LENGTH ? code : null
}
