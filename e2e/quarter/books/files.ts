import { strFromU8, unzipSync } from 'fflate'

/** A table as a person reads it: what its head says, and each row by that. */
export interface Table {
  caption: string
  head: string[]
  rows: Record<string, string>[]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decode = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (all, name) => ENTITIES[name] ?? all)

/** What a piece of a page says, its parts apart. */
export const words = (html: string): string =>
  decode(
    html
      .replace(/<!--.*?-->/gs, '')
      .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()

const parts = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, inside]) => inside!)

export const pageTables = (html: string): Table[] =>
  parts(html, 'table').map((table) => {
    const [head = '', body = ''] = [parts(table, 'thead')[0], table.replace(/<thead\b.*?<\/thead>/s, '')]
    const names = parts(head, 'th').map(words)
    const rows = parts(body, 'tr').map((row) => toRow(names, parts(row, 't[dh]').map(words)))
    return { caption: words(parts(table, 'caption')[0] ?? ''), head: names, rows }
  })

/** A row whose cells are not as many as the head's would say something else than it seems to. */
function toRow(head: readonly string[], cells: readonly string[]): Record<string, string> {
  if (head.length !== cells.length) throw new Error(`${cells.length} cells under ${head.length}: ${cells.join(' | ')}`)
  return Object.fromEntries(head.map((name, place) => [name, cells[place]!]))
}

/** RFC 4180, with the mark that spreadsheets want. */
function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

export function csvTable(text: string): Table {
  const [head = [], ...rows] = csvRows(text)
  return { caption: '', head, rows: rows.map((row) => toRow(head, row)) }
}

/** The first sheet of a workbook: every cell that has something in it names where it stands, or follows the one before. */
export function xlsxTable(bytes: Uint8Array): Table {
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
  const [head = [], ...rows] = [...sheet.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row]) => sheetCells(row!))
  return {
    caption: '',
    head,
    rows: rows.map((row) =>
      toRow(
        head,
        Array.from(head, (_, place) => row[place] ?? ''),
      ),
    ),
  }
}

const sheetCells = (row: string): string[] =>
  [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, inside = '']) =>
    decode(/<(?:v|t)\b[^>]*>(.*?)<\/(?:v|t)>/s.exec(inside)?.[1] ?? ''),
  )

/** `−£1,234.50`, `+£3.00`, `-12.5` or nothing, in pence. */
export function pence(text: string): number {
  const plain = text
    .replace(/[£,\s]/g, '')
    .replace('−', '-')
    .replace(/^\+/, '')
  if (plain === '') return 0
  if (!/^-?\d+(\.\d+)?$/.test(plain)) throw new Error(`“${text}” is no amount`)
  const exact = Number(plain) * 100
  const whole = Math.round(exact)
  if (Math.abs(exact - whole) > 0.000_01) throw new Error(`“${text}” is no whole number of pence`)
  return whole
}

/** An amount that stands in one of two columns, so that none is negative. */
export const difference = (row: Record<string, string>, more: string, less: string): number =>
  pence(row[more]!) - pence(row[less]!)

/** `2026-03-29 01:30`, written so or as workbooks count: in days since the end of 1899. */
export function minute(text: string): string {
  if (!/^\d+(\.\d+)?$/.test(text)) return text.slice(0, 16)
  const minutes = Math.round(Number(text) * 1440)
  return new Date(Date.UTC(1899, 11, 30) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}
