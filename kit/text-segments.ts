const GSM_7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Two septets each: an escape comes first. */
const GSM_7_EXTENSION = '\f^{}\\[~]|€'

const basic = new Set(GSM_7)
const extended = new Set(GSM_7_EXTENSION)

export interface TextLength {
  encoding: 'GSM-7' | 'UCS-2'
  /** Septets or UTF-16 units. */
  units: number
  segments: number
}

/** How long a text is for the network, which counts and charges by segment (3GPP 23.038). */
export function measureText(text: string): TextLength {
  const characters = [...text]
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character))
  const widths = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length))
  const units = widths.reduce((sum, width) => sum + width, 0)
  const [whole, part] = isGsm ? [160, 153] : [70, 67]
  const segments = units <= whole ? 1 : countParts(widths, part)
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', units, segments }
}

/** An escape and its letter, or the halves of a character, never part. */
function countParts(widths: readonly number[], size: number): number {
  let parts = 1
  let used = 0
  for (const width of widths) {
    if (used + width > size) {
      parts += 1
      used = 0
    }
    used += width
  }
  return parts
}
