/** Letters beyond the English ones, of languages that Windows writes by each of its two tables for Europe. */
const ALPHABETS = {
  'windows-1252': [
    'àâæçéèêëîïôœùûüÿ',
    'äöüßéàè',
    'áàâãéêèíïóôõòúüñçº·',
    'àèéìíòóùú',
    'åäöæøéèüšž',
    'áéíóúýþæöð',
    'äëïéèöüóá',
    // Czech and Slovak, as far as it goes.
    'áäéíóôúýšž',
  ],
  'windows-1250': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
} as const
type Encoding = keyof typeof ALPHABETS

const sets = Object.fromEntries(
  Object.entries(ALPHABETS).map(([encoding, alphabets]) => [encoding, alphabets.map((letters) => new Set(letters))]),
) as unknown as Record<Encoding, Set<string>[]>

/**
 * Text in what Windows wrote before UTF-8. That of Central Europe (Polish, Czech, Hungarian) is told from that of Western
 * Europe by its words: where more of them are of one of its languages than are of any in the West.
 */
export function decodeWindowsText(bytes: Uint8Array): string {
  const western = new TextDecoder('windows-1252').decode(bytes)
  const central = new TextDecoder('windows-1250').decode(bytes)
  const words = findWords(western, central)
  const fits = (encoding: Encoding) =>
    words.map((word) => sets[encoding].map((letters) => hasOnly(letters, word[encoding])))
  const inWest = fits('windows-1252').filter((languages) => languages.some(Boolean)).length
  const inCentre = fits('windows-1250')
  const best = Math.max(
    ...sets['windows-1250'].map((_, language) => inCentre.filter((languages) => languages[language]).length),
  )
  return best > inWest ? central : western
}

/** Both readings of each word that has more than English letters. */
function findWords(western: string, central: string): Record<Encoding, string>[] {
  const isSign = (place: number) => {
    const char = western[place]!
    return char === central[place] ? !/\p{L}/u.test(char) : '¿¡'.includes(char)
  }
  const words: Record<Encoding, string>[] = []
  let start = 0
  for (let place = 0; place <= western.length; place++) {
    if (place < western.length && !isSign(place)) continue
    const word = { 'windows-1252': western.slice(start, place), 'windows-1250': central.slice(start, place) }
    if (place - start > 2 && /[^\u0000-\u007f]/.test(word['windows-1252'])) words.push(word)
    start = place + 1
  }
  return words
}

const hasOnly = (letters: ReadonlySet<string>, word: string): boolean =>
  [...word.toLowerCase()].every((letter) => letter < '\u0080' || letters.has(letter))
