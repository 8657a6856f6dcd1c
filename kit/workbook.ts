import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { readTextFile, type TextFileProblem } from './text-file.ts'

/** More than any list of ours: a small file may claim to hold far more. */
const MOST = { unpackedBytes: 16 * 1024 * 1024, rows: 1_048_576, columns: 16_384, cells: 1_000_000 }

/** A file that holds a list, as text: of a workbook (.xlsx) its first sheet that says something, as a table of tabs. */
export function readListFile(bytes: Uint8Array): { text: string } | { problem: TextFileProblem } {
  const read = readTextFile(bytes)
  if ('text' in read || read.problem !== 'workbook') return read
  try {
    return { text: formatTable(readWorkbook(bytes)) }
  } catch {
    return read
  }
}

function readWorkbook(bytes: Uint8Array): string[][] {
  let unpacked = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/(?!charts|drawings|pivot|styles|theme).*\.(?:xml|rels)$/i.test(name)) return false
      unpacked += originalSize
      if (unpacked > MOST.unpackedBytes) throw new Error('unpacks to more than is read')
      return true
    },
  })
  const decode = new TextDecoder()
  const file = (path: string) => (files[path] ? decode.decode(files[path]) : '')
  const shared = readSharedTexts(file('xl/sharedStrings.xml'))
  for (const path of sheetPaths(file('xl/workbook.xml'), file('xl/_rels/workbook.xml.rels'))) {
    const rows = readSheet(file(path), shared)
    if (rows.some((cells) => cells.some((cell) => cell.trim()))) return rows
  }
  return []
}

interface XmlEvents {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** By local names: programs choose their own prefixes. A DOCTYPE, which no workbook has, is refused. */
function walkXml(source: string, { open, text, close }: XmlEvents): void {
  if (!source) return
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('has a DOCTYPE')
  })
  parser.on('opentag', ({ local, attributes }) =>
    open?.(local, Object.fromEntries(Object.values(attributes).map((each) => [each.name, each.value]))),
  )
  parser.on('text', (words) => text?.(words))
  parser.on('cdata', (words) => text?.(words))
  parser.on('closetag', ({ local }) => close?.(local))
  parser.write(source).close()
}

/** The sheets in the order of their tabs, without those that are hidden. */
function sheetPaths(workbook: string, relations: string): string[] {
  const targets = new Map<string, string>()
  walkXml(relations, {
    open: (name, { Id, Target = '' }) =>
      void (
        name === 'Relationship' &&
        Id &&
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
      ),
  })
  const paths: string[] = []
  walkXml(workbook, {
    open: (name, attributes) => {
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1]
      const path = name === 'sheet' && !attributes.state?.includes('idden') && id ? targets.get(id) : undefined
      if (path) paths.push(path)
    },
  })
  return paths
}

/** Words that cells share, each put together from its runs; how they are pronounced (Japanese) is no part of them. */
function readSharedTexts(source: string): string[] {
  const texts: string[] = []
  let isText = false
  let isPronounced = false
  walkXml(source, {
    open: (name) => {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isPronounced = true
      isText = name === 't'
    },
    text: (words) => {
      if (isText && !isPronounced) texts[texts.length - 1] += words
    },
    close: (name) => {
      if (name === 'rPh') isPronounced = false
      isText = false
    },
  })
  return texts
}

/**
 * Rows and cells at their places: empty ones are left out of the file.
 * @throws an error for more rows and cells than a list has, which a single reference may claim
 */
function readSheet(source: string, shared: readonly string[]): string[][] {
  const rows: string[][] = []
  let held = 0
  const placeWithin = (number: number, most: number): number => {
    if (!Number.isInteger(number) || number < 1 || number > most) throw new Error('stands where no cell is')
    return number - 1
  }
  let cells: string[] = []
  let cell: { place: number; type: string | undefined; value: string } | undefined
  let inside = ''
  walkXml(source, {
    open: (name, { r, t }) => {
      inside = name
      if (name === 'row') {
        cells = []
        rows[placeWithin(r ? Number(r) : rows.length + 1, MOST.rows)] = cells
      }
      if (name === 'c') {
        const place = placeWithin(r ? columnNumber(r) : cells.length + 1, MOST.columns)
        held += Math.max(0, place + 1 - cells.length)
        if (held > MOST.cells) throw new Error('holds more cells than are read')
        cell = { place, type: t, value: '' }
      }
    },
    text: (words) => {
      if (cell && (inside === 'v' || inside === 't')) cell.value += words
    },
    close: (name) => {
      inside = ''
      if (name !== 'c' || !cell) return
      cells[cell.place] = cell.type === 's' ? (shared[Number(cell.value)] ?? '') : cellText(cell)
      cell = undefined
    },
  })
  return Array.from(rows, (row) => Array.from(row ?? [], (text) => text ?? ''))
}

/** A long number (a phone's) is stored as `4.47700900123E11`. */
const cellText = ({ type, value }: { type: string | undefined; value: string }): string =>
  type === undefined || type === 'n'
    ? /^\d(?:\.\d+)?E\+?\d{1,2}$/i.test(value)
      ? String(Number(value))
      : value
    : value

const columnNumber = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

const formatTable = (rows: readonly string[][]): string =>
  rows.map((cells) => cells.map((cell) => quoted(cell)).join('\t')).join('\n')

const quoted = (cell: string) => (/[\t\r\n";,|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
