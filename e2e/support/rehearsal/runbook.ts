/** A fenced block of a page: a file to write, or commands to run. Others are for people only. */
export type Block =
  | { kind: 'run'; language: string; text: string; line: number }
  | { kind: 'file'; path: string; text: string; line: number }

const FENCE = /^```(\w*) ?(.*)$/

/** The blocks of each section of a page (`## `), in order. Info strings say what they are: `sh run`, `ini file=/etc/…`. */
export function readRunbook(page: string): Map<string, Block[]> {
  const sections = new Map<string, Block[]>()
  const lines = page.split('\n')
  let blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const heading = lines[at]!.match(/^## (?:\d+\. )?(.*)$/)
    if (heading) {
      blocks = []
      sections.set(heading[1]!, blocks)
      continue
    }
    const fence = lines[at]!.match(FENCE)
    if (!fence) continue
    const line = at + 2
    const end = lines.indexOf('```', at + 1)
    if (end < 0) throw new Error(`line ${at + 1}: a block without an end`)
    const text = `${lines.slice(at + 1, end).join('\n')}\n`
    const [, language = '', info = ''] = fence
    if (info === 'run') blocks.push({ kind: 'run', language, text, line })
    else if (info.startsWith('file=')) blocks.push({ kind: 'file', path: info.slice(5), text, line })
    else if (info) throw new Error(`line ${at + 1}: what is “${info}”?`)
    at = end
  }
  return sections
}
