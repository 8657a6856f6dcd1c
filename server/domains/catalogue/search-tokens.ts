import { foldText } from '#kit/fold-text.ts'

const MAX_WORDS = 12
const MAX_WORD_LENGTH = 40

/** Every word of a text, folded: letters and digits only. */
export const tokenise = (text: string): string[] =>
  (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH))

/** Words that say nothing of what is looked for; dropped from a query unless it has no others. */
const fillers = new Set(
  'a an and as at by for from in is it me my of on or our some that the their them this to us with you your'.split(' '),
)

/** The words a query is searched by: each once, at most twelve. */
export function searchWords(query: string): string[] {
  const words = [...new Set(tokenise(query))]
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length ? telling : words).slice(0, MAX_WORDS)
}

const sameMeaning: Record<string, string[]> = {
  child: ['children'],
  cinema: ['film'],
  kid: ['children'],
  kids: ['children'],
  movie: ['film'],
  movies: ['film'],
  voucher: ['card'],
  vouchers: ['card'],
  xmas: ['christmas'],
}

/** A word, and others that mean the same in a shop. */
export const expandSynonyms = (word: string): string[] => [word, ...(sameMeaning[word] ?? [])]

/** How many slips of the finger a word is forgiven: none below four letters or in a number, one, from eight letters two. */
export function editsForgiven(word: string): 0 | 1 | 2 {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}
