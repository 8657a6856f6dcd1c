import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unzip } from '#server/testing/unzip.ts'
import { type Cell, day, moment, money } from './cells.ts'
import { csvRows } from './csv.ts'
import { xlsx, xlsxRows } from './xlsx.ts'
import { zip } from './zip.ts'

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [1234, '12.34'],
  [-5, '-0.05'],
  [-123_456_789, '-1234567.89'],
])('the workbook writer writes %i pence as %s', (pence, written) => expect(money(pence)).toEqual({ money: written }))

test.each([
  ['=1+1', `"'=1+1"`],
  ['+447700900123', `"'+447700900123"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['say "hi", you', '"say ""hi"", you"'],
  ['two\nlines', '"two\nlines"'],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  [' =1+1', `"' =1+1"`],
  ['|calc', `"'|calc"`],
  ['x;=1+1', '"x;=1+1"'],
  ['plain', '"plain"'],
  ['a=b', '"a=b"'],
])('the workbook writer writes %j into CSV as %s', (text, written) =>
  expect(csvRows([[text, null, { number: '-1.00' }]])).toBe(`${written},,-1.00\r\n`),
)

test('the workbook writer writes moments by a zone’s wall clock, days as days, and both as dates in workbooks', async () => {
  const cells = [moment('2026-07-01T23:30:00Z', 'Europe/London'), day('2026-07-01T23:30:00Z', 'Europe/London')]
  expect(csvRows([cells])).toBe('2026-07-02 00:30,2026-07-02\r\n')
  // 46205 is 2 July 2026 in every spreadsheet.
  expect(xlsxRows([cells])).toBe('<row><c s="3"><v>46205.02083333</v></c><c s="4"><v>46205</v></c></row>')
})

test('the workbook writer keeps what looks like a character written by its number as it was typed', () => {
  const cell = (text: string) => xlsxRows([[text]]).replace(/^.*preserve">|<\/t>.*$/g, '')
  expect(['_x000D_', 'a_x0041_b', '_xyz_', 'max_x000', '_x005F_x000D_'].map(cell)).toEqual([
    '_x005F_x000D_',
    'a_x005F_x0041_b',
    '_xyz_',
    'max_x000',
    '_x005F_x005F_x005F_x000D_',
  ])
})

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
const collect = async (parts: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const book = (rows: Cell[][]) => xlsx([{ name: 'Gifts & more', head: ['A', 'B'], rows: once(xlsxRows(rows)) }])
const readSheet = async (rows: Cell[][]) => unzip(await collect(book(rows))).get('xl/worksheets/sheet1.xml')!

test('the workbook writer zips whatever it is given, so that it can be unpacked', async () => {
  const file = fc.record({
    name: fc.stringMatching(/^[a-zé]{1,20}$/),
    content: fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(file, { selector: ({ name }) => name, maxLength: 5 }), async (files) => {
      const archive = await collect(
        zip(
          files.map(({ name, content }) => ({
            name,
            content: (async function* () {
              yield* content
            })(),
          })),
        ),
      )
      const unpacked = unzip(archive)
      expect([...unpacked.keys()]).toEqual(files.map(({ name }) => name))
      for (const { name, content } of files)
        expect(Buffer.from(unpacked.get(name)!, 'latin1')).toEqual(Buffer.concat(content))
    }),
    { numRuns: 50 },
  )
})

test('the workbook writer makes a workbook whose text is text, whatever it begins with', async () => {
  const sheet = await readSheet([
    ['=cmd|calc', money(1050)],
    [null, 'a<b>&"c"\u0007\ud800'],
  ])
  const said = Buffer.from(sheet, 'latin1').toString('utf8')
  expect(said).toContain(
    '<c t="inlineStr" s="1"><is><t xml:space="preserve">=cmd|calc</t></is></c><c s="5"><v>10.50</v></c>',
  )
  expect(said).toContain('<c/><c t="inlineStr"><is><t xml:space="preserve">a&lt;b&gt;&amp;&quot;c&quot;</t></is></c>')
  expect(said).not.toContain('<f>')
})

test('the workbook writer gives every column room for its heading, or the room it is told', async () => {
  const head = ['Id', 'Available after']
  const cols = async (widths?: number[]) => {
    const sheets = [{ name: 'A', head, ...(widths && { widths }), rows: once('') }]
    return unzip(await collect(xlsx(sheets)))
      .get('xl/worksheets/sheet1.xml')!
      .match(/<cols>.*<\/cols>/)![0]
  }
  const col = (at: number, width: number) => `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`
  expect(await cols()).toBe(`<cols>${col(1, 12)}${col(2, 18)}</cols>`)
  expect(await cols([38])).toBe(`<cols>${col(1, 38)}${col(2, 18)}</cols>`)
})

test('the workbook writer gives amounts two decimals and thousands, and other numbers no format', async () => {
  const styles = unzip(await collect(book([]))).get('xl/styles.xml')!
  const formats = [...styles.matchAll(/<cellXfs.*?<\/cellXfs>/g)][0]![0].match(/<xf[^>]*\/>/g)!
  // 4 is #,##0.00 in every workbook (ECMA-376, 18.8.30).
  expect(formats[5]).toContain('numFmtId="4"')
  expect(xlsxRows([[money(-123456), { number: '3' }]])).toBe('<row><c s="5"><v>-1234.56</v></c><c><v>3</v></c></row>')
})

test('the workbook writer holds no more of a large sheet than a few chunks at a time', async () => {
  let made = 0
  let taken = 0
  let most = 0
  const rows = (async function* () {
    for (; made < 2000; made++) {
      most = Math.max(most, made - taken)
      yield Buffer.from(xlsxRows([[`${made} ${crypto.randomUUID()}`.repeat(500)]]))
    }
  })()
  let bytes = 0
  for await (const chunk of xlsx([{ name: 'Large', head: ['A'], rows }])) {
    bytes += chunk.length
    taken = made
  }
  expect(bytes).toBeGreaterThan(100_000)
  expect(most).toBeLessThan(200)
})
