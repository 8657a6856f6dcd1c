/** What a column takes: whom it goes to, what they are called, an amount, or any words. */
export type Holds = 'contact' | 'name' | 'amount' | 'words'

/** More rows than this are drawn by the server, which folds those that are right. */
const MOST_SPREAD_ROWS = 100
const CONTACT = /^\S+@\S+$|^\+?[\d\s().\-/]{6,}$/
const AMOUNT = /^[£€$]?\s?\d[\d,.'’ ]*\s?[£€]?$/

/** Cells as spreadsheets copy them: tabs between, a row a line, quotes around what holds either. */
export function readGrid(text: string): string[][] {
  const rows: string[][] = [[]]
  const body = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  for (const [, quoted, plain = '', end] of body.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/g)) {
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows
}

const fits: Record<Holds, (cell: string) => boolean> = {
  contact: (cell) => CONTACT.test(cell),
  name: (cell) => !cell.includes('@') && !AMOUNT.test(cell),
  amount: (cell) => AMOUNT.test(cell),
  words: (cell) => !CONTACT.test(cell),
}

/**
 * What is pasted into a cell: cells that go into it and those below and beside it, a list to be read as one is in its box, or
 * no more than the cell itself.
 * @param columns what the cell's column takes, and those after it
 * @param isOfSheet whether a spreadsheet says so beside the text
 */
export function readPasted(
  text: string,
  columns: readonly Holds[],
  isOfSheet: boolean,
): { cells: string[][] } | 'list' | 'cell' {
  const cells = readGrid(text)
  const [first] = columns
  const isMore = cells.length > 1 || cells[0]!.length > 1
  const isGrid = isMore && (text.includes('\t') || isOfSheet || first !== 'words')
  const isPlaced = cells.every((row) =>
    row.every((cell, place) => !cell || (place < columns.length && fits[columns[place]!](cell))),
  )
  if (isGrid && isPlaced && cells.length <= MOST_SPREAD_ROWS) return { cells }
  return isPastedList(text, first === 'contact') ? 'list' : isGrid && first !== 'contact' ? { cells } : 'cell'
}

/** Several people, however they were written: rows of a spreadsheet or several addresses. */
const isPastedList = (text: string, isAddress: boolean): boolean =>
  (text.match(/[^\s@]@[^\s@]/g)?.length ?? 0) > 1 ||
  (isAddress && /\S[\t\n;,]+\s*\S/.test(text)) ||
  /\S\t+\S*@/.test(text)
