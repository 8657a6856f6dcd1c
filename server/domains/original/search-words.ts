import { statusNames } from '#contract/search/search.ts'

/** `redeemed or sent` as the states that a search names; of the original's “redeemed” also codes that were taken. */
export function toStatusFilter(words: string | undefined): { statusNames?: (typeof statusNames)[number][] } {
  if (words === undefined) return {}
  const wanted = words.toLowerCase().split(' or ')
  if (wanted.includes('redeemed')) wanted.push('fetched')
  return { statusNames: statusNames.filter((name) => wanted.includes(name.toLowerCase())) }
}
