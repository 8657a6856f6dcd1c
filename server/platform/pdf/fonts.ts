import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'

const { resolve } = createRequire(import.meta.url)
const ours = (file: string) => resolve(`@expo-google-fonts/figtree/${file}.ttf`)
const faces = {
  regular: ours('400Regular/Figtree_400Regular'),
  medium: ours('500Medium/Figtree_500Medium'),
  bold: ours('700Bold/Figtree_700Bold'),
  italic: ours('400Regular_Italic/Figtree_400Regular_Italic'),
  boldItalic: ours('700Bold_Italic/Figtree_700Bold_Italic'),
}
export type Face = keyof typeof faces

/** Made by `npm run fonts`, for what ours has not. */
const others = [
  'noto-sans',
  'ibm-plex-sans-arabic',
  'noto-sans-bengali',
  'noto-sans-hebrew',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
] as const
type OtherFont = (typeof others)[number]
export type Font = Face | OtherFont

export const isOurs = (font: Font): font is Face => font in faces

/** Shapes in order, and where each stands. */
interface GlyphRun {
  glyphs: { id: number; codePoints: number[] }[]
  positions: unknown[]
}

/** What we use of fontkit's fonts, which pdfkit opens. */
interface OpenFont {
  ascent: number
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  getGlyph(shape: number, letters?: number[]): unknown
  layout(text: string, features?: unknown): GlyphRun
  _glyphs: Record<number, unknown>
  _cmapProcessor: { codePointsForGlyph(shape: number): number[] }
}

const open = new Map<Font, OpenFont>()

/** Each is opened once a process, when the first letter needs it. */
function openFont(font: Font): OpenFont {
  let opened = open.get(font)
  if (!opened) {
    const path = isOurs(font) ? faces[font] : join(import.meta.dirname, 'fonts', `${font}.ttf`)
    const reader = new PDFDocument({ autoFirstPage: false }).font(path) as unknown as { _font: { font: OpenFont } }
    opened = reader._font.font
    open.set(font, opened)
  }
  return opened
}

/**
 * For one document: an opened font notes of each shape which letters it first stood for, so that they can be read out of
 * the file. Where it puts a letter together of shapes that are letters themselves, each stands for its own.
 */
export function fontForDocument(font: Font): PDFKit.Mixins.PDFFontSource {
  const opened = openFont(font)
  return noteLetters(opened, {
    ...(isOurs(font) && { layout: layOutOurs(font, opened) }),
    ...(font === 'noto-sans-bengali' && { layout: layOutBengali(opened) }),
  })
}

function noteLetters(opened: OpenFont, besides: Partial<OpenFont> = {}) {
  const getGlyph: OpenFont['getGlyph'] = function (this: OpenFont, shape, letters = []) {
    if (this._glyphs[shape]) return this._glyphs[shape]
    const own = this._cmapProcessor.codePointsForGlyph(shape)
    const isItself = own.length === 0 || (letters.length === 1 && own.includes(letters[0]!))
    return opened.getGlyph.call(this, shape, isItself ? letters : own.slice(0, 1))
  }
  return Object.assign(Object.create(opened), { _glyphs: {}, getGlyph, ...besides })
}

/**
 * Papers say the same words, and to shape these takes a third of the time to draw one: each is shaped once a process, apart from
 * every document, which then notes its letters as if it had shaped it.
 */
function layOutOurs(font: Face, opened: OpenFont): OpenFont['layout'] {
  const shaper: OpenFont = shapers.get(font) ?? noteLetters(opened)
  shapers.set(font, shaper)
  return function (this: OpenFont, text, features) {
    if (text.length > LONGEST_KNOWN_WORD || !isPlain(text)) return opened.layout.call(this, text, features)
    const key = `${font} ${JSON.stringify(features)} ${text}`
    let run = words.get(key)
    if (!run) {
      shaper._glyphs = {}
      run = opened.layout.call(shaper, text, features)
      if (words.size < MOST_KNOWN_WORDS) words.set(key, run)
    }
    const glyphs = run.glyphs.map(({ id, codePoints }) => this.getGlyph(id, codePoints))
    return Object.assign(copyRun(run), { glyphs })
  }
}
const shapers = new Map<Face, OpenFont>()
const words = new Map<string, GlyphRun>()
const LONGEST_KNOWN_WORD = 40
const MOST_KNOWN_WORDS = 5_000

/** Who draws scales the places that it is given. */
const copyRun = (run: GlyphRun): GlyphRun => {
  const positions = run.positions.map((position) => ({ ...(position as object) }))
  return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
}

/**
 * A vowel sign that stands first has a shape for the beginning of a word, which the library gives it within words too. Shaping takes it tens of
 * milliseconds a line, and letters to many people say the same: each text is shaped once a document.
 */
function layOutBengali(opened: OpenFont): OpenFont['layout'] {
  const known = new Map<string, GlyphRun>()
  return function (this: OpenFont, text) {
    const run = known.get(text) ?? shapeBengali(opened, this, text)
    if (known.size < MOST_KNOWN_LINES) known.set(text, run)
    return copyRun(run)
  }
}
const MOST_KNOWN_LINES = 2_000

function shapeBengali(opened: OpenFont, font: OpenFont, text: string): GlyphRun {
  const within = opened.layout.call(font, text, { init: false })
  const first = opened.layout.call(font, text)
  if (first.glyphs.length !== within.glyphs.length) return within
  first.glyphs.forEach((glyph, index) => {
    const before = within.glyphs[index - 1]?.codePoints[0]
    if (before !== undefined && /[\p{L}\p{M}]/u.test(String.fromCodePoint(before))) return
    within.glyphs[index] = glyph
    within.positions[index] = first.positions[index]
  })
  return within
}

/** How far letters rise above their line, as a part of their size. All are set on the line that ours stand on. */
export const ascent = (): number => openFont('regular').ascent / openFont('regular').unitsPerEm

/** Whether a font has a shape for a letter and all its marks. */
export const hasLetter = (font: Font, letter: string): boolean =>
  [...letter].every(
    (part) => isJoiner(part) || openFont(isOurs(font) ? 'regular' : font).hasGlyphForCodePoint(part.codePointAt(0)!),
  )

const isJoiner = (part: string) => part === '\u200c' || part === '\u200d'

/** Which fonts set a text, the first that has a letter: kana says that its ideographs are to look as in Japan. */
export function fontsForText(text: string, face: Face): readonly Font[] {
  const han = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? (['noto-sans-jp', 'noto-sans-sc'] as const)
    : (['noto-sans-sc', 'noto-sans-jp'] as const)
  const rest = [
    'noto-sans',
    'ibm-plex-sans-arabic',
    'noto-sans-bengali',
    'noto-sans-hebrew',
    ...han,
    'noto-sans-kr',
  ] as const
  // All Latin letters of a text are of one font, so that no word is half of another.
  const latin = text.normalize('NFC').match(/\p{Script=Latin}\p{M}*/gu) ?? []
  return latin.every((letter) => hasLetter(face, letter)) ? [face, ...rest] : rest
}

/** The part of a letter that is seen: marks of direction, soft hyphens and the like are not. Joiners shape Arabic and Bengali. */
const invisible = /\p{Cc}|\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu
const visiblePart = (letter: string) =>
  letter.replace(invisible, (part) =>
    isJoiner(part) && /^[\p{Script=Arabic}\p{Script=Bengali}]/u.test(letter) ? part : '',
  )

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const splitLetters = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

const known = new Map<string, string | null>()

/** How a letter is set: as it is, or spelled out where no font has it as it is (㎏); null: no font has any of it. */
function spell(letter: string): string | null {
  let spelled = known.get(letter)
  if (spelled !== undefined) return spelled
  const isSettable = (part: string) => [...(['regular'] as const), ...others].some((font) => hasLetter(font, part))
  const visible = visiblePart(letter.replace(/\s+/, ' '))
  const forms = [visible, visible.normalize('NFKC')]
  spelled = forms.find((form) => splitLetters(form).every(isSettable)) ?? null
  if (known.size < 50_000) known.set(letter, spelled)
  return spelled
}

/** What stands for a letter that no font has. */
const PLACEHOLDER = '□'

/** A text's letters as fonts of ours set them, each with its marks. */
export const settableText = (text: string): string =>
  isPlain(text)
    ? text
    : splitLetters(text.normalize('NFC'))
        .map((letter) => spell(letter) ?? PLACEHOLDER)
        .join('')

/** Most texts are. */
export const isPlain = (text: string): boolean => /^[ -~\u00a0-\u00ac\u00ae-\u0113–—‘’“”…€]*$/.test(text)

/** The first letter that can only be printed as a placeholder. */
export const findUnprintable = (text: string): string | null =>
  isPlain(text) ? null : (splitLetters(text.normalize('NFC')).find((letter) => spell(letter) === null) ?? null)
