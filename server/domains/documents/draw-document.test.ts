import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { DocumentLine } from './document.ts'
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
const draw = (lines: DocumentLine[], customer = 'Acme Trading Limited') =>
  drawDocument({
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
async function textOf(pdf: Buffer) {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), totalPages }
}

test('holds everything as text: who, when, what, VAT and totals', async () => {
  const { pages, totalPages } = await textOf(await draw([gift]))
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

test('goes on over as many pages as it needs, each with its head of the table and its number', async () => {
  const { pages, totalPages } = await textOf(await draw(Array.from({ length: 60 }, () => gift)))
  expect(totalPages).toBeGreaterThan(2)
  expect(pages[1]).toContain('Description Quantity')
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${totalPages}`)
  })
  expect(pages.join(' ').match(/Flat White/g)).toHaveLength(60)
})

test('writes names as they are written, whatever the length', async () => {
  const { pages } = await textOf(
    await draw([{ ...gift, description: 'Żółć, naïve & “Ünïque” '.repeat(12) }], 'Łódź Œuvre GmbH'),
  )
  expect(pages[0]).toContain('Łódź Œuvre GmbH')
  expect(pages[0]).toContain('Żółć, naïve & “Ünïque”')
})

test('drawn again is the same text', async () => {
  expect(await textOf(await draw([gift]))).toEqual(await textOf(await draw([gift])))
})
