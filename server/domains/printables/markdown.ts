import type { Face, Span } from '#server/platform/pdf/text.ts'

/** What a template's body may say: headings, paragraphs, lists, quotes, rules, bold, italic and `{{fields}}`. */
export interface Block {
  kind: 'title' | 'heading' | 'paragraph' | 'item' | 'quote' | 'rule'
  /** Lines that the writer broke; each is wrapped on its own. */
  lines: Span[][]
}

const FIELD = /\{\{\s*([a-zA-Z][\w-]*)\s*\}\}/g

/** The fields a body asks for, each once. */
export const fieldsIn = (body: string): string[] => [...new Set([...body.matchAll(FIELD)].map((match) => match[1]!))]

/** Reads a body. Values are put in after it is read: what a recipient is called is never markup. */
export function readMarkdown(body: string, values: Record<string, string>): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    const [kind, text] = classifyLine(line.trim())
    if (kind === null) {
      open = null
      continue
    }
    if (kind === 'rule') {
      blocks.push({ kind, lines: [] })
      open = null
      continue
    }
    const lines = splitRuns(text, values)
    if (open && open.kind === kind && (kind === 'paragraph' || kind === 'quote')) open.lines.push(...lines)
    else {
      open = { kind, lines }
      blocks.push(open)
    }
  }
  // A field without a value leaves no gap.
  return blocks.filter(
    ({ kind, lines }) => kind === 'rule' || lines.some((runs) => runs.some(({ text }) => text.trim())),
  )
}

function classifyLine(line: string): [Block['kind'] | null, string] {
  if (line === '') return [null, '']
  if (/^(-{3,}|\*{3,})$/.test(line)) return ['rule', '']
  const marks: [RegExp, Block['kind']][] = [
    [/^#\s+/, 'title'],
    [/^#{2,6}\s+/, 'heading'],
    [/^[-*]\s+/, 'item'],
    [/^>\s?/, 'quote'],
  ]
  for (const [mark, kind] of marks) if (mark.test(line)) return [kind, line.replace(mark, '')]
  return ['paragraph', line]
}

const face = (isBold: boolean, isItalic: boolean): Face =>
  isBold ? (isItalic ? 'boldItalic' : 'bold') : isItalic ? 'italic' : 'regular'

/** One line of source as runs; a value with line breaks of its own makes more lines. */
function splitRuns(text: string, values: Record<string, string>): Span[][] {
  const lines: Span[][] = [[]]
  let [isBold, isItalic] = [false, false]
  for (const part of text.split(/(\*\*|\*|\{\{\s*[a-zA-Z][\w-]*\s*\}\})/)) {
    if (part === '**') isBold = !isBold
    else if (part === '*') isItalic = !isItalic
    else if (part) {
      const field = new RegExp(`^${FIELD.source}$`).exec(part)?.[1]
      const pieces = (field === undefined ? part : (values[field] ?? '')).split('\n')
      pieces.forEach((piece, index) => {
        if (index > 0) lines.push([])
        const isValue = field !== undefined && ({ isValue: true } as const)
        if (piece) lines.at(-1)!.push({ text: piece, face: face(isBold, isItalic), ...isValue })
      })
    }
  }
  return lines
}
