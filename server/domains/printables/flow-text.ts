import type { Pdf } from '#server/platform/pdf.ts'
import type { Block, Face, Run } from './markdown.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Line {
  runs: Run[]
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

const UNIT = 1000
/** Widths of words by face at one size, of one document: they grow with the size. */
export class WordWidths {
  readonly #pdf: Pdf
  readonly #known = new Map<string, number>()
  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }
  of(text: string, face: Face, size: number): number {
    const key = `${face} ${text}`
    let width = this.#known.get(key)
    if (width === undefined) {
      width = this.#pdf.font(face).fontSize(UNIT).widthOfString(text)
      if (this.#known.size < 20_000) this.#known.set(key, width)
    }
    return (width * size) / UNIT
  }
}

/** Breaks blocks into lines of a width. */
export function flowText(
  blocks: readonly Block[],
  {
    widths,
    width,
    size,
    ink,
    accent,
  }: { widths: WordWidths; width: number; size: number; ink: string; accent: string },
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
      for (const line of wrap(shown, { widths, width: width - indent, size: fontSize, flow })) {
        const colour = kind === 'title' ? accent : ink
        const bullet = kind === 'item' && isFirst ? ({ bullet: true } as const) : {}
        flow.lines.push({ runs: line, size: fontSize, y: flow.height, indent, colour, ...bullet })
        flow.height += fontSize * style.leading
        isFirst = false
      }
    }
  }
  return flow
}

interface Wrapping {
  widths: WordWidths
  width: number
  size: number
  flow: Flow
}

function wrap(runs: readonly Run[], { widths, width, size, flow }: Wrapping): Run[][] {
  const lines: Run[][] = [[]]
  let used = 0
  for (const { text, face } of runs) {
    // A name may be broken after its hyphens.
    for (const word of text.match(/\s+|[^\s-]+-*|-+/g) ?? []) {
      const isSpace = /^\s/.test(word)
      for (const piece of isSpace ? [' '] : pieces(word, face, { widths, width, size, flow })) {
        const wide = widths.of(piece, face, size)
        if (isSpace && used === 0) continue
        if (!isSpace && used > 0 && used + wide > width + 0.01) {
          lines.push([])
          used = 0
        }
        const last = lines.at(-1)!.at(-1)
        if (last?.face === face) last.text += piece
        else lines.at(-1)!.push({ text: piece, face })
        used += wide
      }
    }
  }
  for (const line of lines) {
    const last = line.at(-1)
    if (last) last.text = last.text.trimEnd()
  }
  return lines
}

/** A word, or the part of it that fits on a line where it is wider than all of one. */
function pieces(word: string, face: Face, { widths, width, size, flow }: Wrapping): string[] {
  if (widths.of(word, face, size) <= width) return [word]
  flow.isBroken = true
  const parts: string[] = ['']
  for (const letter of word) {
    if (widths.of(parts.at(-1)! + letter, face, size) > width) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}

/** Draws lines at a place, to the left or centred. */
export function drawFlow(
  pdf: Pdf,
  flow: Flow,
  box: Box,
  {
    widths,
    isCentred,
    lineColour,
    accent,
  }: { widths: WordWidths; isCentred: boolean; lineColour: string; accent: string },
): void {
  for (const line of flow.lines) {
    const wide = line.runs.reduce((sum, { text, face }) => sum + widths.of(text, face, line.size), 0)
    let x = isCentred && !line.indent ? box.x + (box.width - wide) / 2 : box.x + line.indent
    const y = box.y + line.y
    if (line.bullet)
      pdf
        .circle(box.x + line.size * 0.35, y + line.size * 0.62, line.size * 0.14)
        .fillColor(accent)
        .fill()
    for (const { text, face } of line.runs) {
      pdf.font(face).fontSize(line.size).fillColor(line.colour).text(text, x, y, { lineBreak: false })
      x += widths.of(text, face, line.size)
    }
  }
  for (const y of flow.rules)
    pdf
      .moveTo(box.x + (isCentred ? box.width * 0.35 : 0), box.y + y)
      .lineTo(box.x + box.width * (isCentred ? 0.65 : 1), box.y + y)
      .lineWidth(0.75)
      .strokeColor(lineColour)
      .stroke()
}
