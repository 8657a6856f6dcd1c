import { setImmediate as pause } from 'node:timers/promises'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { drawQr } from '#server/domains/printables/index.ts'
import { breakLines } from '#server/platform/pdf/break-lines.ts'
import { A4, drawWhole, LINE, openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import { drawLine, type Face, lineWidth, type Span } from '#server/platform/pdf/text.ts'
import { letterWords } from './letter-words.ts'

/** One letter: to whom, and what opens the award. */
export interface Letter {
  language: AwardLanguage
  teamName: string
  caseReference: string
  name: string
  /** Line by line, the postcode last. */
  address: readonly string[]
  /** In the square that a phone reads, and as it is typed. */
  url: string
  typed: string
  until: Date | null
  asksBirthDate: boolean
}

const INK = '#000000'
const mm = (millimetres: number): number => (millimetres * 72) / 25.4
const MARGIN = mm(22)
const WIDTH = A4.width - MARGIN * 2
/** What a DL envelope's window shows of a sheet folded in three (BS 4264). */
const WINDOW = { x: MARGIN, y: mm(51), width: mm(80), height: mm(30) }
const FOLDS = [mm(99), mm(198)]
const QR = mm(42)
const LEADING = 1.35
/** Where many lines share a place. */
const LEAST_LEADING = 1.15
const LEAST_SIZE = 6

/** Letters in large, plain type, one page each: nothing of how much, or why, and none of a gift's looks. */
export function drawLetters(letters: readonly Letter[], about: { team: string; at: Date }): Promise<Buffer> {
  const pdf = openPdf({ title: 'Letters', author: about.team, at: about.at }, { autoFirstPage: false })
  return drawWhole(pdf, async () => {
    for (const letter of letters) {
      drawLetter(pdf.addPage(), letter, about.at)
      // Anyone who waits for this process is let in.
      await pause()
    }
  })
}

function drawLetter(pdf: Pdf, letter: Letter, at: Date): void {
  const { language, teamName, caseReference } = letter
  const words = letterWords[language]
  const isRtl = awardLanguages[language].direction === 'rtl'
  // Above what the window shows, however the sheet lies in its envelope.
  fitBlock(pdf, [teamName], { x: MARGIN, y: mm(18), size: 16, face: 'bold', width: mm(80), height: mm(27) })
  fitBlock(pdf, [letter.name, ...letter.address], { ...WINDOW, size: 11, face: 'regular' })
  const beside = { x: mm(118), width: A4.width - MARGIN - mm(118) }
  fitLine(pdf, words.caseReference, { ...beside, y: WINDOW.y, size: 11, face: 'regular' })
  const place = { ...beside, y: WINDOW.y + 16, height: mm(22) }
  const below = fitBlock(pdf, [caseReference], { ...place, size: 14, face: 'bold' })
  fitLine(pdf, formatDay(at, language), { ...beside, y: below + 5, size: 11, face: 'regular' })
  for (const y of FOLDS) pdf.moveTo(mm(3), y).lineTo(mm(7), y).lineWidth(0.4).strokeColor(LINE).stroke()

  const values = { team: teamName, day: letter.until ? formatDay(letter.until, language) : '' }
  const write = (text: string, place: Omit<Place, 'isRtl' | 'values'>) =>
    writeText(pdf, text, { ...place, isRtl, values })
  const whole = { x: MARGIN, width: WIDTH, size: 16 }
  let y = write(words.lead, { ...whole, y: mm(106), size: 22, face: 'bold' }) + 6
  y = write(words.safe, { ...whole, y }) + 14
  const text = { x: isRtl ? MARGIN : MARGIN + QR + 18, width: WIDTH - QR - 18, size: 16 }
  drawQr(pdf, letter.url, { x: isRtl ? A4.width - MARGIN - QR : MARGIN, y, side: QR, ink: INK })
  let besideQr = write(words.scan, { ...text, y: y + 4 }) + 8
  besideQr = write(words.typed, { ...text, y: besideQr }) + 2
  fitLine(pdf, letter.typed, { ...text, y: besideQr, face: 'bold', isAtEnd: isRtl })
  y = Math.max(y + QR, besideQr + 20) + 14
  if (letter.until) y = write(words.until, { ...whole, y, face: 'bold' }) + 8
  if (letter.asksBirthDate) y = write(words.birthDate, { ...whole, y }) + 8
  y = write(words.noPhone, { ...whole, y }) + 8
  write(words.keep, { ...whole, y })
}

interface FittedBlock {
  x: number
  y: number
  width: number
  height: number
  /** At most. */
  size: number
  face: Face
}

/** Lines as large as they all fit their place: broken between words, and smaller where that is not enough. @returns where the next one may begin */
function fitBlock(pdf: Pdf, texts: readonly string[], { x, y, width, height, size, face }: FittedBlock): number {
  const lines = texts.flatMap((text) => breakLines(pdf, [{ text, face }], { width, size }).lines)
  const leading = Math.min(size * LEADING, height / lines.length)
  if (leading < size * LEAST_LEADING && size > LEAST_SIZE)
    return fitBlock(pdf, texts, { x, y, width, height, face, size: size - 0.5 })
  lines.forEach(({ spans, flow }, index) => {
    drawLine(pdf, spans, { x, y: y + index * leading, size, colour: INK, flow })
  })
  return y + lines.length * leading
}

interface FittedLine {
  x: number
  y: number
  width: number
  size: number
  face: Face
  /** It stands at the right end of its width. */
  isAtEnd?: boolean
}

/** One line, smaller where it is wider than its place. */
function fitLine(pdf: Pdf, text: string, { x, y, width, size, face, isAtEnd = false }: FittedLine): void {
  const wide = lineWidth(pdf, text, { face, size })
  const fitted = wide > width ? (size * width) / wide : size
  const left = isAtEnd ? x + width - Math.min(wide, width) : x
  drawLine(pdf, text, { face, x: left, y: y + (size - fitted), size: fitted, colour: INK })
}

interface Place {
  x: number
  y: number
  width: number
  size: number
  face?: Face
  isRtl: boolean
  values: Record<string, string>
}

/** A sentence with its values, each running its own way. @returns where the next one may begin */
function writeText(pdf: Pdf, text: string, { x, y, width, size, face = 'regular', isRtl, values }: Place): number {
  const spans = text.split(/(\{\w+\})/).flatMap((part): Span[] => {
    const value = /^\{(\w+)\}$/.exec(part)?.[1]
    if (value) return [{ text: values[value]!, face, isValue: true }]
    return part ? [{ text: part, face }] : []
  })
  const { lines } = breakLines(pdf, spans, { width, size })
  lines.forEach(({ spans: line, flow }, index) => {
    const left = isRtl ? x + width - lineWidth(pdf, line, { size, flow }) : x
    drawLine(pdf, line, { x: left, y: y + index * size * LEADING, size, colour: INK, flow })
  })
  return y + lines.length * size * LEADING
}

/** In figures that everyone there reads, as on the page. */
const formatDay = (at: Date, language: AwardLanguage): string =>
  new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-nu-latn-ca-gregory`, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: BUSINESS_ZONE },
  }).format(at)
