/** What is left of a reply is one of these, whatever courtesy was around it. */
const STOP = new Set(
  'stop stopall unsubscribe unsub optout opt-out cancel end quit revoke remove stopp arret arrêt'.split(' '),
)
/** Asked for in a sentence. */
const STOP_SENTENCES = [
  /^(please |pls )?(do not|don't|dont|never) (text|message|contact|send|sms)\b/,
  /^(please |pls )?(no|not any) (more|further) (texts?|messages?|sms|of these|please)\b/,
  /\b(stop|quit) (texting|messaging|contacting|sending)\b/,
  /\b(take|remove) (me|my number|this number) (off|from)\b/,
  /\b(unsubscribe|opt(ing)? ?out)\b/,
]
const NOT_MEANT = /\b(do not|don't|dont|never|won't|wont|no need to) (stop|quit|unsubscribe|opt|cancel|remove|end)\b/

const COURTESY = new Set(
  `please pls plz thanks thank you thx cheers hi hello hey sorry kindly now ok okay yes the these those this me my us to from i i'd
  want would like need wish could can it all more any text texts texting message messages messaging sms contact number immediately`.split(
    /\s+/,
  ),
)
/** Alone or in one word with another; START is no word for people who talk about something else. */
const START = new Set(['start', 'unstop'])

const plainWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\bopt[\s-]+out\b/g, 'optout')
    .split(/[^\p{L}\p{N}\p{M}']+/u)
    .map((word) => word.replaceAll(/^'+|'+$/g, ''))
    .filter(Boolean)

/**
 * What someone who answers a text wants. A plain wish to stop counts in any words (Privacy and Electronic Communications
 * Regulations, 22); to begin again takes the one word that we name, and nothing beside it.
 */
export function readWish(text: string): 'stop' | 'start' | null {
  const words = plainWords(text)
  if (words.length === 1 && START.has(words[0]!)) return 'start'
  const sentence = words.join(' ')
  if (NOT_MEANT.test(sentence)) return null
  const meant = words.filter((word) => !COURTESY.has(word))
  const isStop = meant.length > 0 && meant.every((word) => STOP.has(word))
  return isStop || STOP_SENTENCES.some((asks) => asks.test(sentence)) ? 'stop' : null
}
