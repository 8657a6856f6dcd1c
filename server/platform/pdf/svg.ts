import type { Pdf } from './pdf.ts'

/** From one system of coordinates to another, as PDF and SVG write it. */
type Matrix = readonly [number, number, number, number, number, number]

/** A point of the inner system where the outer one has it. */
const combine = (outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  outer[0] * a + outer[2] * b,
  outer[1] * a + outer[3] * b,
  outer[0] * c + outer[2] * d,
  outer[1] * c + outer[3] * d,
  outer[0] * e + outer[2] * f + outer[4],
  outer[1] * e + outer[3] * f + outer[5],
]
const round = (value: number): number => Math.round(value * 100) / 100
/** Parts of a font's unit are that small. */
const exact = (matrix: Matrix): string => matrix.map((value) => Number(value.toPrecision(6))).join(' ')

/** What we use of pdfkit's fonts. */
interface OpenedFont {
  id: string
  widths: number[]
  subset: { glyphs: number[] }
  font: { unitsPerEm: number; getGlyph(shape: number): { path: { toSVG(): string } } }
}
interface OpenedDocument {
  _fontFamilies: Record<string, OpenedFont>
  _imageRegistry: Record<string, { label: string }>
  page: { height: number; ext_gstates: Record<string, { data: { ca?: number; CA?: number } }> }
}

/** How things are drawn at a moment; `q` keeps it, `Q` brings it back. */
interface State {
  matrix: Matrix
  fill: string
  stroke: string
  fillOpacity: number
  strokeOpacity: number
  lineWidth: number
  font: OpenedFont | null
  size: number
  spacing: number
  isStroked: boolean
  /** Clips that were opened since it was kept. */
  clips: number
}

export interface SvgPages {
  /** Shapes of letters, which the pages refer to. */
  shapes: string
  pages: string[]
}

/**
 * Notes what is drawn in a PDF and gives the same as SVG: one drawing makes the paper and its picture. Letters are outlines, so that
 * no text of anyone's is in it. It knows what our drawings write, and no more of PDF.
 */
export function recordPages(pdf: Pdf): () => SvgPages {
  const opened = pdf as unknown as OpenedDocument
  const written = new Map<OpenedDocument['page'], string[]>()
  const addContent = pdf.addContent.bind(pdf)
  pdf.addContent = (content: string) => {
    const page = written.get(opened.page) ?? []
    if (page.length === 0) written.set(opened.page, page)
    page.push(content)
    return addContent(content)
  }
  return () => {
    const shapes = new Map<string, string>()
    const pages = [...written].map(([page, content], index) =>
      new PageReader(opened, page, { shapes, index }).read(content.join('\n')),
    )
    return { shapes: [...shapes.values()].join(''), pages }
  }
}

const TOKENS = /\/\w+|<[0-9a-f]*>|\[|\]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[a-z]+\*?/gi

class PageReader {
  private readonly document: OpenedDocument
  private readonly page: OpenedDocument['page']
  private readonly shapes: Map<string, string>
  private readonly index: number
  private readonly kept: State[] = []
  private readonly out: string[] = []
  private path = ''
  private isClip = false
  private clips = 0
  /** Where the next letters stand. */
  private text: Matrix = [1, 0, 0, 1, 0, 0]
  private state: State

  constructor(
    document: OpenedDocument,
    page: OpenedDocument['page'],
    { shapes, index }: { shapes: Map<string, string>; index: number },
  ) {
    this.document = document
    this.page = page
    this.shapes = shapes
    this.index = index
    this.state = {
      ...{ matrix: [1, 0, 0, -1, 0, page.height], fill: '#000', stroke: '#000', fillOpacity: 1, strokeOpacity: 1 },
      ...{ lineWidth: 1, font: null, size: 0, spacing: 0, isStroked: false, clips: 0 },
    }
  }

  read(content: string): string {
    let operands: string[] = []
    for (const [token] of content.matchAll(TOKENS)) {
      if (/^[a-z]/i.test(token)) {
        this.operate(token, operands)
        operands = []
      } else operands.push(token)
    }
    this.out.push('</g>'.repeat([this.state, ...this.kept].reduce((sum, { clips }) => sum + clips, 0)))
    return this.out.join('')
  }

  private operate(operator: string, operands: readonly string[]): void {
    const numbers = operands.map(Number)
    switch (operator) {
      case 'q':
        this.kept.push(this.state)
        this.state = { ...this.state, clips: 0 }
        break
      case 'Q':
        this.out.push('</g>'.repeat(this.state.clips))
        this.state = this.kept.pop() ?? this.state
        break
      case 'cm':
        this.state.matrix = combine(this.state.matrix, numbers as unknown as Matrix)
        break
      case 'm':
      case 'l':
      case 'c':
        this.path += `${operator.toUpperCase()}${this.points(numbers)}`
        break
      case 're':
        this.rectangle(numbers as [number, number, number, number])
        break
      case 'h':
        this.path += 'Z'
        break
      case 'W':
        this.isClip = true
        break
      case 'n':
      case 'f':
      case 'S':
        this.paint(operator)
        break
      case 'Do':
        this.image(operands[0]!.slice(1))
        break
      case 'Tm':
        this.text = numbers as unknown as Matrix
        break
      case 'TJ':
        this.letters(operands)
        break
      default:
        this.set(operator, operands, numbers)
    }
  }

  /** What the next things are drawn with. */
  private set(operator: string, operands: readonly string[], numbers: number[]): void {
    const { state } = this
    const name = operands[0]?.slice(1) ?? ''
    if (operator === 'scn') state.fill = colour(numbers)
    else if (operator === 'SCN') state.stroke = colour(numbers)
    else if (operator === 'w') state.lineWidth = numbers[0]!
    else if (operator === 'gs') {
      const { ca, CA } = this.page.ext_gstates[name]?.data ?? {}
      state.fillOpacity = ca ?? state.fillOpacity
      state.strokeOpacity = CA ?? state.strokeOpacity
    } else if (operator === 'Tf') {
      state.font = Object.values(this.document._fontFamilies).find(({ id }) => id === name) ?? null
      state.size = numbers[1]!
    } else if (operator === 'Tr') state.isStroked = numbers[0] === 2
    else if (operator === 'Tc') state.spacing = numbers[0]!
  }

  private points(numbers: readonly number[]): string {
    const [a, b, c, d, e, f] = this.state.matrix
    const at: number[] = []
    for (let index = 0; index < numbers.length; index += 2) {
      const [x, y] = [numbers[index]!, numbers[index + 1]!]
      at.push(round(a * x + c * y + e), round(b * x + d * y + f))
    }
    return at.join(' ')
  }

  private rectangle([x, y, width, height]: [number, number, number, number]): void {
    const corners = [x, y, x + width, y, x + width, y + height, x, y + height]
    this.path += `M${this.points(corners.slice(0, 2))}L${this.points(corners.slice(2))}Z`
  }

  private paint(operator: 'n' | 'f' | 'S'): void {
    const { path, state } = this
    if (operator === 'f') this.out.push(`<path d="${path}"${fillAttributes(state)}/>`)
    if (operator === 'S') {
      const width = round(state.lineWidth * matrixScale(state.matrix))
      const opacity = state.strokeOpacity < 1 ? ` stroke-opacity="${state.strokeOpacity}"` : ''
      this.out.push(`<path d="${path}" fill="none" stroke="${state.stroke}" stroke-width="${width}"${opacity}/>`)
    }
    if (this.isClip) {
      const id = `c${this.index}-${++this.clips}`
      this.out.push(`<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">`)
      state.clips++
    }
    this.path = ''
    this.isClip = false
  }

  private image(label: string): void {
    const [source = ''] = Object.entries(this.document._imageRegistry).find(([, image]) => image.label === label) ?? []
    if (!source.startsWith('data:image/png;base64,')) throw new Error('a picture in a drawing is no PNG')
    const matrix = exact(combine(this.state.matrix, [1, 0, 0, -1, 0, 1]))
    this.out.push(
      `<image width="1" height="1" preserveAspectRatio="none" transform="matrix(${matrix})" href="${source}"/>`,
    )
  }

  /** Letters by their numbers in the document's part of the font, and how far the next one is moved back. */
  private letters(operands: readonly string[]): void {
    const { state, shapes } = this
    const { font, size, spacing } = state
    if (!font) throw new Error('letters were written before a font was chosen')
    const scale = size / font.font.unitsPerEm
    const uses: string[] = []
    let x = 0
    for (const operand of operands) {
      if (!operand.startsWith('<')) {
        if (operand !== '[' && operand !== ']') x -= (Number(operand) / 1000) * size
        continue
      }
      for (const [hex] of operand.matchAll(/[0-9a-f]{4}/gi)) {
        const number = Number.parseInt(hex, 16)
        const id = `${font.id}-${number}`
        if (!shapes.has(id))
          shapes.set(id, `<path id="${id}" d="${font.font.getGlyph(font.subset.glyphs[number]!).path.toSVG()}"/>`)
        uses.push(`<use href="#${id}" x="${round(x / scale)}"/>`)
        x += ((font.widths[number] ?? 0) / 1000) * size + spacing
      }
    }
    const matrix = combine(combine(state.matrix, this.text), [scale, 0, 0, scale, 0, 0])
    const stroke = state.isStroked
      ? ` stroke="${state.stroke}" stroke-width="${round(state.lineWidth / scale)}" stroke-linejoin="round"`
      : ''
    this.out.push(`<g transform="matrix(${exact(matrix)})"${fillAttributes(state)}${stroke}>${uses.join('')}</g>`)
    this.text = combine(this.text, [1, 0, 0, 1, x, 0])
  }
}

const matrixScale = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))
const fillAttributes = ({ fill, fillOpacity }: State): string =>
  ` fill="${fill}"${fillOpacity < 1 ? ` fill-opacity="${round(fillOpacity)}"` : ''}`
const colour = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
