import { breakLines } from '#server/platform/pdf/break-lines.ts'
import type { Pdf } from '#server/platform/pdf/pdf.ts'
import { drawLine, lineWidth, type Span, type Flow as TextFlow } from '#server/platform/pdf/text.ts'
import type { Block } from './markdown.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Line {
  spans: Span[]
  flow: TextFlow
  size: number
  /** From the top of the text. */
  y: number
  indent: number
  colour: string
  bullet?: true
}
export interface Flow {
  lines: Line[]
  rules: number[]
  height: number
  /** A word that is wider than the box had to be broken. */
  isBroken: boolean
}

const STYLES: Record<Block['kind'], { size: number; before: number; leading: number }> = {
  title: { size: 1.9, before: 0.5, leading: 1.15 },
  heading: { size: 1.3, before: 0.9, leading: 1.25 },
  paragraph: { size: 1, before: 0.65, leading: 1.4 },
  item: { size: 1, before: 0.3, leading: 1.4 },
  quote: { size: 1.05, before: 0.8, leading: 1.4 },
  rule: { size: 1, before: 0.9, leading: 0.9 },
}

/** Breaks blocks into lines of a width. */
export function flowText(
  pdf: Pdf,
  blocks: readonly Block[],
  { width, size, ink, accent }: { width: number; size: number; ink: string; accent: string },
): Flow {
  const flow: Flow = { lines: [], rules: [], height: 0, isBroken: false }
  for (const { kind, lines } of blocks) {
    const style = STYLES[kind]
    const fontSize = size * style.size
    if (flow.height > 0) flow.height += size * style.before
    if (kind === 'rule') {
      flow.rules.push(flow.height + size * 0.4)
      flow.height += size * style.leading
      continue
    }
    const indent = kind === 'item' ? size : kind === 'quote' ? size * 0.9 : 0
    const heavy = kind === 'title' || kind === 'heading'
    let isFirst = true
    for (const runs of lines) {
      const shown = heavy ? runs.map((run) => ({ ...run, face: 'bold' as const })) : runs
      const broken = breakLines(pdf, shown, { width: width - indent, size: fontSize })
      flow.isBroken ||= broken.isBroken
      for (const line of broken.lines) {
        const colour = kind === 'title' ? accent : ink
        const bullet = kind === 'item' && isFirst ? ({ bullet: true } as const) : {}
        flow.lines.push({ ...line, size: fontSize, y: flow.height, indent, colour, ...bullet })
        flow.height += fontSize * style.leading
        isFirst = false
      }
    }
  }
  return flow
}

/** Draws lines at a place, from the side where they begin or centred. */
export function drawFlow(
  pdf: Pdf,
  flow: Flow,
  box: Box,
  { isCentred, lineColour, accent }: { isCentred: boolean; lineColour: string; accent: string },
): void {
  for (const { spans, flow: textFlow, size, indent, colour, ...line } of flow.lines) {
    const left = box.width - lineWidth(pdf, spans, { size, flow: textFlow })
    const isRightToLeft = textFlow.direction === 'rtl'
    const y = box.y + line.y
    if (line.bullet)
      pdf
        .circle(box.x + (isRightToLeft ? box.width - size * 0.35 : size * 0.35), y + size * 0.62, size * 0.14)
        .fillColor(accent)
        .fill()
    const begins = isRightToLeft ? left - indent : indent
    const x = box.x + (isCentred && !indent ? left / 2 : begins)
    drawLine(pdf, spans, { x, y, size, colour, flow: textFlow })
  }
  for (const y of flow.rules)
    pdf
      .moveTo(box.x + (isCentred ? box.width * 0.35 : 0), box.y + y)
      .lineTo(box.x + box.width * (isCentred ? 0.65 : 1), box.y + y)
      .lineWidth(0.75)
      .strokeColor(lineColour)
      .stroke()
}
