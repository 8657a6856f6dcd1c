const LINE_ENDS = /[\u000b\u000c\u0085\u2028\u2029]/g
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g
const UNSEEN = /\p{Cf}/gu
/** Joiners, which Persian and emoji are spelled with, and the tags that flags are. */
const SPELLING = /\u200c|\u200d|[\u{e0020}-\u{e007f}]/u

/** A list before it is taken apart: what ends a line within a cell is no end of a row yet. */
export const withoutControls = (text: string): string => text.replaceAll(CONTROLS, '')

/**
 * Text without the control characters that Word, PowerPoint and spreadsheets leave in what is copied: those that end a line
 * become one, the others (which no one typed and databases and mail refuse) go.
 */
export const cleanText = (text: string, lineEnd: '\n' | ' ' = '\n'): string =>
  withoutControls(text.replaceAll(LINE_ENDS, lineEnd))

/** Words without marks that no one sees: those of direction (which let a name read backwards), soft hyphens, byte order marks. */
export const withoutUnseen = (text: string): string =>
  text.replaceAll(UNSEEN, (mark) => (SPELLING.test(mark) ? mark : ''))

/** An address or a number without any mark that no one sees: none is spelled with one. */
export const withoutMarks = (text: string): string => text.replaceAll(UNSEEN, '')

const EMOJI =
  /(\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*/gu

/** A name as paper shows it: its emoji are left out, for no one who prints can change how a team or a product is called. */
export const withoutEmoji = (text: string): string => text.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim()

/** Digits of every script (Arabic-Indic, full-width) as ASCII has them. */
export const asciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, asciiDigit)

/** Digits of every script stand in tens, from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}
