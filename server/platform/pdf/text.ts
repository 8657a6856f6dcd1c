import { type Direction, mirror, type StrongLetter, strongDirection, textDirection, visualRuns } from './bidi.ts'
import {
  ascent,
  type Face,
  type Font,
  fontForDocument,
  fontsForText,
  hasLetter,
  isOurs,
  isPlain,
  settableText,
  splitLetters,
} from './fonts.ts'
import type { Pdf } from './pdf.ts'

export type { Face }

/** Text of one face. */
export interface Span {
  text: string
  face: Face
  /** Put in, as a name is: it runs its own way, and what stands around it as if it had none (an isolate of UAX #9). */
  isValue?: true
  /** What it is a part of. All of that is set in one font as far as it can be. */
  whole?: string
}

export interface Setting {
  size: number
  /** All figures are of one width. */
  isTabular?: boolean
}

/** How text runs: the paragraph, and the lines of it before this one. */
export interface Flow {
  direction: Direction
  before?: StrongLetter
}

/** What one font sets in one go, as wide as it is at a size of `UNIT`. */
interface Piece {
  text: string
  font: Font
  face: Face
  width: number
}

const UNIT = 1000

/** The fonts that a document has, and the lines that were measured for it. */
const documents = new WeakMap<Pdf, { fonts: Set<Font>; lines: Map<string, Piece[]> }>()

function knownBy(pdf: Pdf) {
  let known = documents.get(pdf)
  if (!known) {
    known = { fonts: new Set(), lines: new Map() }
    documents.set(pdf, known)
  }
  return known
}

function selectFont(pdf: Pdf, font: Font, size: number): Pdf {
  const { fonts } = knownBy(pdf)
  if (!fonts.has(font)) {
    pdf.registerFont(font, fontForDocument(font))
    fonts.add(font)
  }
  return pdf.font(font).fontSize(size)
}

/** With features named, if none, a whole line is set at once: order and joints of other scripts go beyond words. */
const featuresFor = (font: Font, { isTabular }: Setting): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  isTabular ? { features: ['tnum'] } : isOurs(font) ? {} : { features: [] }

/** The parts of a line from left to right. */
function layOut(pdf: Pdf, spans: readonly Span[], flow: Flow, setting: Setting): Piece[] {
  const { lines } = knownBy(pdf)
  const { direction, before } = flow
  const parts = spans.map(({ text, face, isValue, whole = '' }) => [face, isValue, text, isPlain(whole) ? '' : whole])
  const key = [setting.isTabular, direction, before, ...parts].join('\n')
  let pieces = lines.get(key)
  if (!pieces) {
    const isOrdinary = direction === 'ltr' && !before && spans.every(({ text, whole = text }) => isPlain(whole))
    const split = isOrdinary ? spans.map(({ text, face }) => ({ text, face, font: face })) : splitPieces(spans, flow)
    pieces = split.map((piece) => ({
      ...piece,
      width: selectFont(pdf, piece.font, UNIT).widthOfString(piece.text, featuresFor(piece.font, setting)),
    }))
    if (lines.size < 20_000) lines.set(key, pieces)
  }
  return pieces
}

/** What stands for a value while the order of the text around it is found. */
const VALUE = '\ufffc'

interface LineLetter {
  letter: string
  span: Span
}

function splitPieces(spans: readonly Span[], { direction, before }: Flow): Omit<Piece, 'width'>[] {
  const letters = spans.flatMap((span): LineLetter[] =>
    (span.isValue ? [VALUE] : splitLetters(settableText(span.text))).map((letter) => ({ letter, span })),
  )
  const fonts = new Map(spans.map((span) => [span, fontsForText(span.whole ?? span.text, span.face)]))
  const fontFor = ({ letter, span }: LineLetter) => fonts.get(span)!.find((font) => hasLetter(font, letter))!
  const order = visualRuns(
    letters.map(({ letter }) => letter),
    direction,
    before,
  )
  return order.flatMap((run) => {
    const parts = splitByFont(letters.slice(run.from, run.to), run.direction, fontFor)
    if (run.direction === 'rtl') parts.reverse()
    return parts.flatMap((part) => {
      const { text, face, isValue, whole } = part.span
      if (isValue) return splitPieces([{ text, face, ...(whole && { whole }) }], { direction: textDirection(text) })
      return { text: run.direction === 'rtl' ? turn(part.letters) : part.letters.join(''), font: part.font, face }
    })
  })
}

interface FontRun {
  letters: string[]
  font: Font
  span: Span
}

const isSign = ({ letter }: LineLetter) => /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(letter)

/** Spaces and signs are set in the font of the letters before them, and before the first ones where text runs to the left. */
function splitByFont(letters: readonly LineLetter[], direction: Direction, fontFor: (letter: LineLetter) => Font) {
  const first = direction === 'rtl' && letters.find((letter) => !isSign(letter))
  let current = first ? fontFor(first) : undefined
  const runs: FontRun[] = []
  for (const one of letters) {
    const { letter, span } = one
    const stays = current && !isOurs(current) && isSign(one) && hasLetter(current, letter)
    const font = stays ? current! : span.isValue ? span.face : fontFor(one)
    current = font
    const last = runs.at(-1)
    if (last?.font === font && last.span === span && !span.isValue) last.letters.push(letter)
    else runs.push({ letters: [letter], font, span })
  }
  return runs
}

/** The library turns text of a script that runs to the left; signs alone are turned here. */
function turn(letters: readonly string[]): string {
  const seen = letters.map(mirror)
  return (strongDirection(seen.join('')) ? seen : seen.reverse()).join('')
}

const toSpans = (text: string | readonly Span[], face: Face): readonly Span[] =>
  typeof text === 'string' ? [{ text, face }] : text

export const spansText = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')
export const withoutValues = (spans: readonly Span[]): Span[] => spans.filter(({ isValue }) => !isValue)

/** How a paragraph begins: as its own words run, or where it has none its values. */
export const spansFlow = (spans: readonly Span[]): Flow => ({
  direction: strongDirection(spansText(withoutValues(spans))) ?? textDirection(spansText(spans)),
})

/** How wide a line is, unbroken. */
export function lineWidth(
  pdf: Pdf,
  text: string | readonly Span[],
  { face = 'regular', flow, ...setting }: Setting & { face?: Face; flow?: Flow },
): number {
  const spans = toSpans(text, face)
  const pieces = layOut(pdf, spans, flow ?? spansFlow(spans), setting)
  return (pieces.reduce((sum, { width }) => sum + width, 0) * setting.size) / UNIT
}

/** How bold and slanted faces are made of fonts that have one weight: how much wider each stroke is, by the size. */
const THICKER: Record<Face, number> = { regular: 0, medium: 0.012, bold: 0.028, italic: 0, boldItalic: 0.028 }
const SLANT_DEGREES = 12

interface Line extends Setting {
  face?: Face
  x: number
  /** The top of our own letters. */
  y: number
  colour: string
  flow?: Flow
  spacing?: number
}

/** Writes one line to the right of a place. */
export function drawLine(
  pdf: Pdf,
  text: string | readonly Span[],
  { face = 'regular', x, y, size, colour, flow, spacing = 0, ...setting }: Line,
): void {
  const spans = toSpans(text, face)
  let left = x
  for (const piece of layOut(pdf, spans, flow ?? spansFlow(spans), { size, ...setting })) {
    const thicker = isOurs(piece.font) ? 0 : THICKER[piece.face] * size
    const isSlanted = piece.font === 'noto-sans' && /italic/i.test(piece.face)
    if (thicker) pdf.save().lineWidth(thicker).lineJoin('round').strokeColor(colour)
    selectFont(pdf, piece.font, size)
      .fillColor(colour)
      .text(piece.text, left, y + ascent() * size, {
        ...featuresFor(piece.font, setting as Setting),
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: spacing,
        ...(thicker && { fill: true, stroke: true }),
        ...(isSlanted && { oblique: SLANT_DEGREES }),
      })
    if (thicker) pdf.restore()
    left += (piece.width * size) / UNIT + spacing * piece.text.length
  }
}
