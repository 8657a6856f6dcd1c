import { expect, test } from 'vitest'
import { BankAccount } from './bank-account.ts'
import { merchantReferencesIn } from './numbers.ts'
import { type PaymentOrder, paymentFileText } from './payment-file.ts'

const order = (accountName: string): PaymentOrder => ({
  number: 'MPF-000007',
  payer: { name: 'Posy & Co', sortCode: '00-00-00', accountNumber: '00000000' },
  payments: [
    { reference: 'MST000001', accountName, sortCode: '200000', accountNumber: '05577991', amountPence: 5 },
    {
      reference: 'MST000002',
      accountName: 'Rose',
      sortCode: '200001',
      accountNumber: '12345678',
      amountPence: 123_456,
    },
  ],
  payOn: '2026-04-02',
  builtAt: new Date('2026-03-31T10:00:00Z'),
})

test('a row of the CSV payment file has forty cells, whatever a merchant is called', () => {
  for (const name of ['=HYPERLINK("x"),1', 'a,b\r\nc;"d"', 'Café Größe’s & Söhne, the very long name', '+44']) {
    const rows = paymentFileText('csv', order(name)).trimEnd().split('\r\n')
    expect(rows).toHaveLength(2)
    const cells = rows[0]!.split(',')
    expect(cells).toHaveLength(40)
    expect(cells[32]).toMatch(/^[A-Za-z0-9][A-Za-z0-9 &./'-]{0,17}$/)
    expect([cells[3], cells[12], cells[16], cells[18], cells[24], cells[30]]).toEqual([
      '01',
      '00000000000000',
      '0.05',
      '02042026',
      '200000',
      '05577991',
    ])
    expect(rows[1]!.split(',')[16]).toBe('1234.56')
  }
})

test('a pain.001 file adds up, and holds no markup of a merchant’s', () => {
  const xml = paymentFileText('pain.001', order('</Nm><Evil>&amp; Sons'))
  expect(xml).not.toContain('<Evil>')
  expect(xml).toContain('<Nm>Posy &amp; Co</Nm>')
  expect(xml.match(/<CtrlSum>1234\.61<\/CtrlSum>/g)).toHaveLength(2)
  expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(2)
  expect(xml).toContain('<ReqdExctnDt><Dt>2026-04-02</Dt></ReqdExctnDt>')
  const open = xml.match(/<[A-Z][A-Za-z]*/g)!.map((tag) => tag.slice(1))
  const closed = xml.match(/<\/[A-Z][A-Za-z]*/g)!.map((tag) => tag.slice(2))
  expect(open.toSorted()).toEqual(closed.toSorted())
})

test('references to statements and files are read from a bank line, once each', () => {
  expect(merchantReferencesIn('FP MST000012 and mst-12, MPF 3; MST0000123456789012')).toEqual([
    'MST-000012',
    'MPF-000003',
  ])
  expect(merchantReferencesIn('HG123 INV-000001')).toEqual([])
})

test('bank details are read as people write them, and each wrong one is named', () => {
  const right = { accountName: ' Daisy ', sortCode: '20 00-00', accountNumber: '5577 9911', email: 'a@b.test' }
  expect(BankAccount.parse(right)).toMatchObject({
    accountName: 'Daisy',
    sortCode: '200000',
    accountNumber: '55779911',
  })
  const wrong = BankAccount.safeParse({
    accountName: '\u0000<b>',
    sortCode: '2000000',
    accountNumber: '5577991',
    email: 'x',
  })
  expect(wrong.error!.issues.map(({ path }) => path[0])).toEqual(['accountName', 'sortCode', 'accountNumber', 'email'])
})
