/** What an SVG may draw through references, beside what it says itself; so many are drawn in a second. */
const MOST_REFERENCED = 20_000

/** An element with an id, or the document itself: what it draws, and what that refers to. */
interface Node {
  /** Elements inside it, but those inside another node. */
  own: number
  /** Nodes inside it by number, what it refers to by id. */
  refers: (number | string)[]
}

interface Tag {
  name: string
  id: string | null
  refers: string[]
  kind: 'open' | 'close' | 'empty'
}

/**
 * Whether an SVG draws more than it is worth waiting for once its references are followed (`<use>`, patterns, masks,
 * markers): ten levels of ten are one kilobyte and ten thousand million elements. What refers to itself draws without end.
 * Every step takes time in proportion to the file: it is read before anything guards us from it.
 */
export function drawsTooMuch(svg: string): boolean {
  const { nodes, byId } = readNodes(svg)
  const plain = nodes.reduce((sum, { own }) => sum + own, 0)
  const weights = new Map<number, number>()
  const path = [{ node: 0, next: 0, weight: nodes[0]!.own }]
  const isOpen = new Set([0])
  while (path.length > 0) {
    const here = path.at(-1)!
    const reference = nodes[here.node]!.refers[here.next]
    if (reference === undefined) {
      path.pop()
      isOpen.delete(here.node)
      weights.set(here.node, here.weight)
      const above = path.at(-1)
      if (above) above.weight += here.weight
    } else {
      here.next++
      const node = typeof reference === 'number' ? reference : byId.get(reference)
      if (node === undefined) continue
      if (isOpen.has(node)) return true
      const known = weights.get(node)
      if (known !== undefined) here.weight += known
      else {
        path.push({ node, next: 0, weight: nodes[node]!.own })
        isOpen.add(node)
      }
    }
    if (here.weight > plain + MOST_REFERENCED || (path.at(-1)?.weight ?? 0) > plain + MOST_REFERENCED) return true
  }
  return false
}

/** Their colours are worked out once, however many shapes refer to them. */
const WEIGHTLESS = /^(linearGradient|radialGradient|stop)$/
/** Elements whose `href` draws what it names; a link or an animation only names it. */
const DRAWS_ITS_HREF = /^(use|pattern|feImage)$/

function readNodes(svg: string): { nodes: Node[]; byId: Map<string, number> } {
  const nodes: Node[] = [{ own: 0, refers: [] }]
  const byId = new Map<string, number>()
  const inside = [0]
  for (const { name, id, refers, kind } of walkTags(svg)) {
    if (kind === 'close') {
      if (inside.length > 1) inside.pop()
      continue
    }
    let node = inside.at(-1)!
    if (id !== null) {
      const added = nodes.push({ own: 0, refers: [] }) - 1
      nodes[node]!.refers.push(added)
      if (!byId.has(id)) byId.set(id, added)
      node = added
    }
    if (!WEIGHTLESS.test(name)) nodes[node]!.own++
    nodes[node]!.refers.push(...refers)
    if (kind === 'open') inside.push(node)
  }
  return { nodes, byId }
}

function* walkTags(svg: string): Generator<Tag> {
  const after = (text: string, from: number) => {
    const at = svg.indexOf(text, from)
    return at < 0 ? svg.length : at + text.length
  }
  for (let at = svg.indexOf('<'); at >= 0; ) {
    let end: number
    if (svg.startsWith('<!--', at)) end = after('-->', at)
    else if (svg.startsWith('<![CDATA[', at)) end = after(']]>', at)
    else if (svg[at + 1] === '!' || svg[at + 1] === '?') end = after('>', at)
    else {
      const read = readTag(svg, at)
      end = read.end
      yield read.tag
    }
    at = svg.indexOf('<', end)
  }
}

/** Longer names are none that mean anything to us. */
const NAME_LETTERS = 100

function readTag(svg: string, at: number): { tag: Tag; end: number } {
  const [, slash = '', name = ''] = /^<(\/?)(?:[\w.-]+:)?([\w.-]*)/.exec(svg.slice(at, at + NAME_LETTERS)) ?? []
  const tag: Tag = { name, id: null, refers: [], kind: slash ? 'close' : 'open' }
  const special = /["'>]/g
  special.lastIndex = at
  let before = at
  for (let found = special.exec(svg); found; found = special.exec(svg)) {
    const [mark] = found
    if (mark === '>') {
      if (svg[found.index - 1] === '/') tag.kind = 'empty'
      return { tag, end: found.index + 1 }
    }
    const close = svg.indexOf(mark, found.index + 1)
    if (close < 0) break
    const named = svg.slice(Math.max(before, found.index - NAME_LETTERS), found.index)
    readAttribute(tag, /([\w.-]+)\s*=\s*$/.exec(named)?.[1] ?? '', svg.slice(found.index + 1, close))
    before = close + 1
    special.lastIndex = before
  }
  return { tag, end: svg.length }
}

function readAttribute(tag: Tag, name: string, written: string): void {
  const value = spelled(written)
  if (name === 'id') tag.id = value
  if (name === 'href' && DRAWS_ITS_HREF.test(tag.name) && value.trim().startsWith('#'))
    tag.refers.push(value.trim().slice(1))
  for (const [, id] of value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)) tag.refers.push(id!)
}

/** Letters that are written as numbers. */
const spelled = (text: string): string =>
  text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, decimal: string | undefined) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
