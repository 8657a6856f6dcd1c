import { londonDate, toInstant } from '#kit/time.ts'
import { drawParagraph, paragraphHeight } from '#server/platform/pdf/paragraph.ts'
import { A4, ACCENT, drawFlower, INK, LINE, MUTED, type Pdf } from '#server/platform/pdf/pdf.ts'
import type { Face } from '#server/platform/pdf/text.ts'
import { type DocumentContent, type DrawnKind, formatDate, kindNames } from './document.ts'

export const PAGE = { ...A4, margin: 48, footer: 40 }
export const LEFT = PAGE.margin
export const RIGHT = PAGE.width - PAGE.margin
export const WIDTH = RIGHT - LEFT
const LOGO = { width: 150, height: 34 }
/** Nothing but the footer below this. */
export const BOTTOM = PAGE.height - PAGE.margin - PAGE.footer

/** What stands on every paper of ours, whatever is in the middle. */
export interface Paper {
  kind: DrawnKind
  number: string
  issuedAt: Date
  content: Pick<DocumentContent, 'seller' | 'customer' | 'dates' | 'references'>
  /** The customer's, a PNG. The letterhead is the seller's, who issues it. */
  logo: Buffer | null
}

export interface Style {
  size?: number
  weight?: Face
  colour?: string
  width?: number
  align?: 'left' | 'right'
}

/** Text is measured as it is set: figures of one width may wrap where others would not. */
const SETTING = { lineGap: 2, isTabular: true }

/** Writes text at a place, wrapped at its width. @returns where it ends */
export function write(pdf: Pdf, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 9.5, weight: face = 'regular', colour = INK, width = WIDTH, align = 'left' } = style
  drawParagraph(pdf, text, { ...SETTING, x, y, size, face, colour, width, align })
  return y + textHeight(pdf, text, style)
}

export const textHeight = (
  pdf: Pdf,
  text: string,
  { size = 9.5, weight: face = 'regular', width = WIDTH }: Style,
): number => paragraphHeight(pdf, text, { ...SETTING, size, face, width })

export function rule(pdf: Pdf, y: number, { from = LEFT, to = RIGHT, colour = LINE, thickness = 0.75 } = {}): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(colour).stroke()
}

/** Starts another page where so much no longer fits. @returns where to continue */
export function roomFor(pdf: Pdf, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  pdf.addPage()
  return PAGE.margin
}

export function drawHead(pdf: Pdf, { kind, number, content: { seller } }: Paper): number {
  const column = WIDTH / 2 - 12
  drawFlower(pdf, { x: LEFT + 13, y: PAGE.margin + 13, scale: 0.36 })
  let left = write(pdf, seller.name, LEFT + 36, PAGE.margin + 3, { size: 15, weight: 'bold', width: column - 36 })
  const titles = { width: column, align: 'right' } as const
  const right = write(pdf, kindNames[kind].title, LEFT + WIDTH / 2 + 12, PAGE.margin - 2, {
    ...titles,
    size: 24,
    weight: 'bold',
    colour: ACCENT,
  })
  write(pdf, number, LEFT + WIDTH / 2 + 12, right + 2, { ...titles, size: 11, weight: 'medium' })
  left += 8
  const company = [
    ...seller.lines,
    ...(seller.companyNumber ? [`Company number ${seller.companyNumber}`] : []),
    ...(seller.vatNumber ? [`VAT number ${seller.vatNumber}`] : []),
  ]
  for (const line of company) left = write(pdf, line, LEFT, left, { size: 8.5, colour: MUTED, width: column })
  return left
}

/** Papers that ask for no money. */
const PREPARED_FOR: readonly DrawnKind[] = ['pro-forma', 'period-report', 'merchant-statement', 'account-statement']

export function drawParties(pdf: Pdf, { issuedAt, kind, content, logo }: Paper, top: number): number {
  const { customer, dates, references } = content
  const column = WIDTH / 2 - 12
  rule(pdf, top)
  let left = write(pdf, PREPARED_FOR.includes(kind) ? 'Prepared for' : 'Billed to', LEFT, top + 14, {
    size: 8.5,
    colour: MUTED,
  })
  if (logo) {
    pdf.image(logo, LEFT, left + 5, { fit: [LOGO.width, LOGO.height], valign: 'center' } as never)
    left += LOGO.height + 8
  }
  left = write(pdf, customer.name, LEFT, left + 2, { size: 11, weight: 'bold', width: column })
  for (const line of customer.lines) left = write(pdf, line, LEFT, left, { width: column })

  const issued = { label: 'Date of issue', value: formatDate(londonDate(toInstant(issuedAt)).toString()) }
  const facts = [issued, ...dates.map(({ label, date }) => ({ label, value: formatDate(date) })), ...references]
  const [labelX, labelWidth] = [LEFT + WIDTH / 2 + 12, 96]
  let right = top + 14
  for (const { label, value } of facts) {
    const valueWidth = column - labelWidth - 8
    const underLabel = write(pdf, label, labelX, right, { size: 8.5, colour: MUTED, width: labelWidth })
    right = Math.max(
      right + 13,
      underLabel,
      write(pdf, value, labelX + labelWidth + 8, right - 0.5, { size: 9, width: valueWidth }) + 1,
    )
  }
  return Math.max(left, right)
}

export function drawNotes(pdf: Pdf, notes: readonly string[], top: number): void {
  let y = top
  for (const note of notes) {
    y = roomFor(pdf, y, textHeight(pdf, note, { size: 9 }))
    y = write(pdf, note, LEFT, y, { size: 9, colour: INK }) + 6
  }
}

export function drawFooters(pdf: Pdf, { kind, number, content: { seller } }: Paper): void {
  const { start, count } = pdf.bufferedPageRange()
  const y = PAGE.height - PAGE.margin - 12
  const words = [seller.name, `${kindNames[kind].title} ${number}`].join('  ·  ')
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    rule(pdf, y - 10)
    write(pdf, words, LEFT, y, { size: 8, colour: MUTED, width: WIDTH - 90 })
    write(pdf, `Page ${page - start + 1} of ${count}`, RIGHT - 90, y, {
      size: 8,
      colour: MUTED,
      width: 90,
      align: 'right',
    })
  }
}
