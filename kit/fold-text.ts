/** Accents and vowel marks, which may be left out, format characters that no one sees, and apostrophes. */
const UNSEEN = /(?=[\p{Mn}\p{Cf}])[\u0300-\u0670\u1ab0-\u1aff\u1dc0-\u20ff\ufe20-\ufeff]|[\u00ad\u180e'’‘ʼʻ]/gu

/** Letters that have no decomposition. */
const LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
  ƒ: 'f',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Text as it is searched: lower case, without accents and apostrophes. The database has the same in `fold_search_text`. */
export const foldText = (text: string): string =>
  text
    .replaceAll(/[™℠]/g, ' ')
    .normalize('NFKD')
    .replaceAll(UNSEEN, '')
    .toLowerCase()
    .replaceAll(UNDECOMPOSED, (letter) => LETTERS[letter]!)
