import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { NAMES, readShapes } from '#server/testing/pdf.ts'
import { type DocumentLine, type DrawnKind, kindNames } from './document.ts'
import { drawDocument } from './draw-document.ts'

const gift: DocumentLine = {
  description: 'Flat White',
  detail: 'Daisy Coffee',
  quantity: 3,
  unitNetPence: 300,
  netPence: 900,
  vatPence: 180,
  vatBasisPoints: 2000,
}
const draw = (lines: DocumentLine[], customer = 'Acme Trading Limited', logo: Buffer | null = null) =>
  drawDocument({
    logo,
    kind: 'invoice',
    number: 'INV-000042',
    issuedAt: new Date('2026-03-02T10:00:00Z'),
    content: {
      currency: 'GBX',
      seller: { name: 'Posy Sandbox', lines: ['London'], companyNumber: '00000000', vatNumber: 'GB 000 0000 00' },
      customer: { name: customer, lines: ['Leeds'] },
      dates: [{ label: 'Payment due', date: '2026-04-01' }],
      references: [{ label: 'Purchase order', value: 'PO-77' }],
      lines,
      notes: ['Please pay, quoting {number}.'],
    },
  })
async function readPages(pdf: Buffer) {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), totalPages }
}

test('a document’s PDF holds everything as text: who, when, what, VAT and totals', async () => {
  const { pages, totalPages } = await readPages(await draw([gift]))
  expect(totalPages).toBe(1)
  for (const words of [
    'Invoice INV-000042',
    'VAT number GB 000 0000 00',
    'Acme Trading Limited',
    '2 March 2026',
    '1 April 2026',
    'PO-77',
    'Flat White',
    '£9.00',
    '£1.80',
    'Total £10.80',
    'quoting INV-000042.',
    'Page 1 of 1',
  ])
    expect(pages[0]).toContain(words)
})

test('a document’s PDF has as many pages as it needs, each with the head of its table and its number', async () => {
  const { pages, totalPages } = await readPages(await draw(Array.from({ length: 60 }, () => gift)))
  expect(totalPages).toBeGreaterThan(2)
  expect(pages[1]).toContain('Description Quantity')
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${totalPages}`)
  })
  expect(pages.join(' ').match(/Flat White/g)).toHaveLength(60)
})

test('a document’s PDF writes names as they are written, whatever the length', async () => {
  const { pages } = await readPages(
    await draw([{ ...gift, description: 'Żółć, naïve & “Ünïque” '.repeat(12) }], 'Łódź Œuvre GmbH'),
  )
  expect(pages[0]).toContain('Łódź Œuvre GmbH')
  expect(pages[0]).toContain('Żółć, naïve & “Ünïque”')
})

test.each(Object.keys(kindNames) as DrawnKind[])(
  'names of every script are set on paper (%s) without a missing letter',
  async (kind) => {
    const names = Object.values(NAMES)
    const pdf = await drawDocument({
      logo: null,
      kind,
      number: 'INV-000042',
      issuedAt: new Date('2026-03-02T10:00:00Z'),
      content: {
        currency: 'GBX',
        seller: { name: names.join(' '), lines: names, companyNumber: '00000000', vatNumber: 'GB 000 0000 00' },
        customer: { name: 'Công ty Nguyễn Hữu Thọ', lines: ['trading as Ḥasan & Αθηνά Ltd 王芳', ...names] },
        dates: [],
        references: [{ label: 'Purchase order', value: 'PO-Nguyễn' }],
        lines: names.map((name) => ({ ...gift, description: name, detail: name })),
        notes: names,
      },
    })
    const shapes = await readShapes(new Uint8Array(pdf))
    expect(shapes.filter(({ number }) => number === 0)).toEqual([])
    const letters = shapes
      .map(({ letters }) => letters)
      .join('')
      .normalize('NFC')
    for (const name of [
      'Công ty Nguyễn Hữu Thọ',
      'Ḥasan & Αθηνά Ltd 王芳',
      'PO-Nguyễn',
      'ןהכ הרש',
      '佐藤 さくら 김하늘',
    ])
      expect(letters).toContain(name)
  },
)

/** Where each piece of text stands, on every page. */
async function readBoxes(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items.flatMap((item) =>
        'str' in item && item.str.trim()
          ? [
              {
                text: item.str,
                x: item.transform[4],
                y: item.transform[5],
                width: item.width,
                height: item.height * 0.72,
              },
            ]
          : [],
      ),
    )
  }
  return pages
}

/** Pairs of texts that stand on each other. */
const overprinted = (boxes: Awaited<ReturnType<typeof readBoxes>>[number]) =>
  boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width - 0.5 &&
          other.x < one.x + one.width - 0.5 &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      )
      .map((other) => `${one.text} | ${other.text}`),
  )

test.each([1, 14, 60])('no two parts of a document’s PDF overlap, whatever its length (%i lines)', async (count) => {
  const long = 'Client gifts for the spring campaign in Newcastle upon Tyne 111 1111 11111 '
  const pdf = await drawDocument({
    logo: null,
    kind: 'credit-note',
    number: 'CRN-111111',
    issuedAt: new Date('2026-03-02T10:00:00Z'),
    content: {
      currency: 'GBX',
      seller: { name: long.repeat(2), lines: [long, long], companyNumber: '00000000', vatNumber: 'GB 000 0000 00' },
      customer: { name: long.repeat(2), lines: [long, long, long] },
      dates: [{ label: 'The date on which the payment falls due', date: '2026-04-01' }],
      references: [
        { label: 'Purchase order', value: '1111-1111-1111-1111-11111111-1111 1111-1111-1111 1111-1111' },
        { label: 'The reason that the team gave for it', value: long.repeat(2) },
        { label: 'Transaction', value: '01234567-89ab-4cde-8f01-111111111111' },
      ],
      lines: Array.from({ length: count }, () => ({
        ...gift,
        description: long.repeat(3),
        detail: long.repeat(2),
        quantity: 10_000,
        unitNetPence: 99_999_999,
        netPence: 99_999_999_999,
        vatPence: 19_999_999_999,
      })),
      notes: [`Please pay £1,111.11 to ${long.repeat(4)}, quoting {number}.`, long.repeat(5)],
    },
  })
  for (const page of await readBoxes(pdf)) expect(overprinted(page)).toEqual([])
})

test('a document that is drawn again has the same text', async () => {
  expect(await readPages(await draw([gift]))).toEqual(await readPages(await draw([gift])))
})
