import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReadStatement, readStatement } from './read-statement.ts'
import { fingerprints, readBankAmount, readDate } from './statement-line.ts'

const read = (text: string, options: Partial<Parameters<typeof readStatement>[1]> = {}): ReadStatement =>
  readStatement(Buffer.from(text), { layout: 'auto', account: null, today: '2026-03-02', ...options })
const messages = ({ problems }: ReadStatement) => problems.map(({ row, message }) => `${row ?? '-'} ${message}`)

const barclays = `Number,Date,Account,Amount,Subcategory,Memo
 ,27/02/2026,20-00-00 12345678,1200.00,Counter Credit,"ACME LTD           HG DEMO 0401    BGC"
 ,26/02/2026,20-00-00 12345678,-10.99,Bill Payment,COFFEE`

const camt = (entries: string, balances = '') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>GB29 NWBK 6016 1331 9268 19</IBAN></Id></Acct>${balances}${entries}</Stmt></BkToCstmrStmt></Document>`
const entry = (amount: string, rest = '', currency = 'GBP') =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-02-27</Dt></BookgDt>${rest}</Ntry>`
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`

describe('the reader of statements reads each bank’s layout:', () => {
  test.each([
    [
      'barclays',
      barclays,
      [
        '20000012345678 2026-02-27 120000 ACME LTD HG DEMO 0401 BGC Counter Credit',
        '20000012345678 2026-02-26 -1099 COFFEE Bill Payment',
      ],
    ],
    [
      'lloyds',
      `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,
28/02/2026,FPI,'30-91-74,02344812,ACME HGDEMO0401,,20.00,12004.61
27/02/2026,CHG,'30-91-74,02344812,SERVICE CHARGE,6.5,,11984.61`,
      ['30917402344812 2026-02-28 2000 ACME HGDEMO0401 FPI', '30917402344812 2026-02-27 -650 SERVICE CHARGE CHG'],
    ],
    [
      'natwest',
      `Date, Type, Description, Value, Balance, Account Name, Account Number

27 Feb 2026,BAC,"'ACME , INV-000042, FP 27/02/26",.54,"1,223.11","'POSY LTD","'601613-31926819",`,
      ['60161331926819 2026-02-27 54 ACME , INV-000042, FP 27/02/26 BAC'],
    ],
  ])('%s', (layout, text, lines) => {
    const statement = read(text)
    expect(statement).toMatchObject({ layout, problems: [] })
    expect(statement.lines.map((line) => [line.account, line.date, line.amountPence, line.text].join(' '))).toEqual(
      lines,
    )
    expect(read(text, { layout: layout as 'lloyds' })).toEqual(statement)
  })

  test('hsbc, which does not say whose account it is', () => {
    const text = 'Date,Type,Description,Paid out,Paid in,Balance\n27 Feb 2026,CR,ACME HGDEMO0401,,"1,000.00","3,000.00"'
    expect(messages(read(text))).toEqual(['2 this layout does not say whose account it is: name it with the file'])
    expect(read(text, { account: '40000012345678' }).lines).toMatchObject([
      { account: '40000012345678', amountPence: 100_000 },
    ])
  })

  test('camt.053, with payments of one entry split, and pending entries left out', () => {
    const payments = [1, 2].map(
      (part) =>
        `<TxDtls><Amt Ccy="GBP">${part}0.00</Amt><RmtInf><Ustrd>HGDEMO040${part} &amp; co</Ustrd></RmtInf><RltdPties><Dbtr><Pty><Nm>Acme</Nm></Pty></Dbtr></RltdPties></TxDtls>`,
    )
    const text = camt(
      entry('30.00', `<NtryDtls>${payments.join('')}</NtryDtls>`) +
        entry('5').replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>'),
      balance('OPBD', '1.00') + balance('CLBD', '31.00'),
    )
    const statement = read(text)
    expect(statement).toMatchObject({ layout: 'camt053', problems: [] })
    expect(statement.lines).toMatchObject([
      { account: '60161331926819', amountPence: 1000, text: 'HGDEMO0401 & co Acme' },
      { amountPence: 2000, text: 'HGDEMO0402 & co Acme' },
    ])
  })

  test('a line that is missing shows in the balances of camt.053', () => {
    expect(messages(read(camt(entry('30.00'), balance('OPBD', '1.00') + balance('CLBD', '41.00'))))[0]).toContain(
      'one is missing',
    )
  })
})

describe('camt.053: an entry of several payments', () => {
  const at = {
    Amt: (amount: string) => amount,
    TxAmt: (amount: string) => `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>`,
    InstdAmt: (amount: string) => `<AmtDtls><InstdAmt>${amount}</InstdAmt></AmtDtls>`,
  }
  const part = (path: keyof typeof at | null, amount = '', words = '', { currency = 'GBP', rest = '' } = {}) =>
    `<TxDtls>${path ? at[path](`<Amt Ccy="${currency}">${amount}</Amt>`) : ''}${rest}<RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls>`
  const of = (amount: string, ...parts: string[]) =>
    read(camt(entry(amount, `<NtryDtls>${parts.join('')}</NtryDtls>`))).lines
  const [ours, beta] = ['HGDEMO0401', 'BETA LTD ORDER 77']

  test.each(Object.keys(at) as (keyof typeof at)[])('is split by amounts in %s', (path) => {
    expect(of('30.00', part(path, '10.00', ours), part(path, '20.00', beta))).toMatchObject([
      { amountPence: 1000, text: ours },
      { amountPence: 2000, text: beta },
    ])
  })

  test.each([
    ['no amounts', [part(null, '', ours), part(null, '', beta)]],
    ['an amount for some parts only', [part('TxAmt', '10.00', ours), part(null, '', beta)]],
    ['parts that do not add up to it', [part('TxAmt', '10.00', ours), part('TxAmt', '19.99', beta)]],
    ['another currency', [part('InstdAmt', '10.00', ours), part('InstdAmt', '20.00', beta, { currency: 'EUR' })]],
    [
      'a part that went the other way',
      [part('Amt', '10.00', ours), part('Amt', '20.00', beta, { rest: '<CdtDbtInd>DBIT</CdtDbtInd>' })],
    ],
    ['one part of two', [part('TxAmt', '10.00', ours)]],
    [
      'a batch told in part',
      ['<Btch><NbOfTxs>3</NbOfTxs></Btch>', part('TxAmt', '10.00', ours), part('TxAmt', '20.00', beta)],
    ],
    ['a batch not told at all', ['<Btch><NbOfTxs>2</NbOfTxs></Btch>', part(null, '', ours)]],
  ])('with %s is one line that waits for a person', (_, parts) => {
    const lines = of('30.00', ...parts)
    expect(lines).toMatchObject([{ amountPence: 3000 }])
    expect(lines[0]!.held).toMatch(/payments?\b/)
  })

  test('of one payer is booked automatically: charges taken on the way, or another currency, leave no doubt whose it is', () => {
    for (const only of [
      part('TxAmt', '30.50', ours),
      part('InstdAmt', '34.00', ours, { currency: 'EUR' }),
      part(null, '', ours),
    ])
      expect(of('30.00', only)[0]).not.toHaveProperty('held')
  })

  test('never becomes more or less money than the entry, and is booked automatically only if every part is stated', () => {
    const amounts = fc.array(fc.option(fc.integer({ min: 1, max: 5000 })), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 9000 }), fc.boolean(), (pences, other, addsUp) => {
        const told = pences.reduce<number>((sum, pence) => sum + (pence ?? 0), 0)
        const whole = addsUp && told > 0 ? told : other
        const parts = pences.map((pence) =>
          part(pence === null ? null : 'TxAmt', ((pence ?? 0) / 100).toFixed(2), ours),
        )
        const lines = of((whole / 100).toFixed(2), ...parts)
        expect(lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(whole)
        const isWhole = pences.every((pence) => pence !== null) && told === whole
        expect(lines.every(({ held }) => held === undefined)).toBe(isWhole)
      }),
    )
  })

  test('is known by the bank’s own reference, where it has one', () => {
    const own = (reference: string) =>
      read(camt(entry('30.00', `<AcctSvcrRef>${reference}</AcctSvcrRef>`))).lines[0]!.bankReference
    expect([' FP  26-1 ', 'NONREF', 'NOTPROVIDED', '000', ''].map(own)).toEqual([
      'FP 26-1',
      ...Array(4).fill(undefined),
    ])
    const refs = '<Refs><AcctSvcrRef>T9</AcctSvcrRef></Refs>'
    expect(of('30.00', part('Amt', '30.00', ours, { rest: refs }))[0]).toMatchObject({ bankReference: 'T9' })
  })
})

describe('what an account holds after a file', () => {
  const lloyds = (...rows: [day: string, out: string, into: string, balance: string][]) =>
    `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n${rows.map(([day, out, into, held]) => `${day}/02/2026,FPI,20-00-00,12345678,X,${out},${into},${held}`).join('\n')}`
  test.each<[string, ReturnType<typeof read>, number[]]>([
    ['in the order of time', read(lloyds(['01', '', '5', '15'], ['02', '6', '', '9'])), [900]],
    ['against it', read(lloyds(['02', '6', '', '9'], ['01', '', '5', '15'])), [900]],
    ['of one day, as its balances follow', read(lloyds(['01', '6', '', '9'], ['01', '', '5', '15'])), [900]],
    ['of one day, in either order', read(lloyds(['01', '5', '', '10'], ['01', '', '5', '15'])), [1500, 1000]],
    [
      'with balances for some lines',
      read(lloyds(['01', '', '5', ''], ['01', '', '1', '16'], ['02', '2', '', ''])),
      [1400],
    ],
    ['overdrawn', read(lloyds(['01', '5', '', '-4.50'])), [-450]],
    ['of CAMT.053, the latest of its statements', read(camt(entry('30.00'), balance('CLBD', '31.00'))), [3100]],
  ])('%s', (_, { balances, problems }, pences) => {
    expect(problems).toEqual([])
    expect(balances.map((each) => each.pences)).toEqual([pences])
  })

  test('is not stated by Barclays, and nothing is read where it does not follow', () => {
    expect(read(barclays).balances).toEqual([])
    expect(messages(read(lloyds(['01', '', '5', '15'], ['02', '6', '', '9.01']))).join()).toContain('do not follow')
    expect(messages(read(lloyds(['01', '', '5', 'x']))).join()).toContain('its balance is no amount of money')
  })
})

test.each([
  ['CAMT.052', 'BkToCstmrAcctRpt', 'Rpt'],
  ['CAMT.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
])('%s is shown, and never booked: it may still change', (name, root, item) => {
  const text = camt(entry('30.00', '<AddtlNtryInf>HGDEMO0401</AddtlNtryInf>'))
    .replaceAll('BkToCstmrStmt', root)
    .replaceAll('Stmt>', `${item}>`)
  const shown = read(text)
  expect(messages(shown)).toEqual([expect.stringContaining(name)])
  expect(shown.lines).toMatchObject([{ amountPence: 3000, text: 'HGDEMO0401' }])
})

describe('a wrong statement is refused with its line, whole:', () => {
  test.each([
    ['another currency', camt(entry('30.00', '', 'USD')), 'USD: only GBP and EUR are kept'],
    ['no day', barclays.replace('26/02/2026', '31/02/2026'), '"31/02/2026" is no day'],
    ['months for days', barclays.replace('26/02/2026', '02/12/2026'), '2026-12-02 is still to come'],
    ['no amount', barclays.replace('-10.99', '=1+1'), 'no amount of money'],
    ['nothing moved', barclays.replace('-10.99', '0.00'), 'zero'],
    ['an amount without end', barclays.replace('-10.99', '9'.repeat(40)), 'no amount of money'],
    ['no account', barclays.replace('20-00-00 12345678', '=HYPERLINK("x")'), 'is no sort code and account number'],
    ['columns of no one', 'a,b\n1,2', 'the columns of no layout'],
    ['nothing at all', '', 'the columns of no layout'],
    ['other XML', '<html/>', 'no CAMT.053'],
    ['broken XML', '<Document><a></Document>', 'no well-formed XML'],
  ])('%s', (_, text, message) => {
    const statement = read(text)
    expect(messages(statement).join()).toContain(message)
  })

  test('entities: none is declared, fetched or expanded', () => {
    for (const [declared, used] of [
      ['<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'],
      ['<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">', '&b;'],
    ]) {
      const text = camt(entry('1', `<AddtlNtryInf>${used}</AddtlNtryInf>`))
      expect(messages(read(text.replace('<Document', `<!DOCTYPE d [${declared}]><Document`))).join()).toContain(
        'DOCTYPE',
      )
      expect(messages(read(text)).join()).toContain('well-formed')
    }
  })

  test('too large: 50 MB, too many lines, nested without end', () => {
    expect(() =>
      readStatement(new Uint8Array(50 * 1024 * 1024), { layout: 'auto', account: null, today: '2026-03-02' }),
    ).toThrow('at most 10 MB')
    const line = ` ,26/02/2026,20-00-00 12345678,1.00,Bill Payment,COFFEE\n`
    expect(messages(read(`${barclays.split('\n')[0]}\n${line.repeat(20_001)}`)).join()).toContain(
      'more than 20000 lines',
    )
    expect(messages(read('<a>'.repeat(100_000))).join()).toContain('too deeply')
  })

  test('whatever bytes come, they are refused or read, and never an error of ours', () => {
    const header = barclays.split('\n')[0]!
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom('', `${header}\n`, ':20:S\n:25:1\n:61:'),
        (bytes, start) => {
          const file = Buffer.concat([Buffer.from(start), bytes])
          const { lines, problems } = readStatement(file, { layout: 'auto', account: null, today: '2026-03-02' })
          expect(lines.length === 0 || problems.length > 0).toBe(true)
        },
      ),
    )
  })
})

test('amounts and days are read as banks write them', () => {
  expect(
    ['1', '-1.5', '.54', '1,234.56', '£12', '+3.20', '-0', '1,23', '1.234', '', '1e5', 'NaN'].map((text) =>
      readBankAmount(text),
    ),
  ).toEqual([100, -150, 54, 123_456, 1200, 320, 0, 123, null, null, null, null])
  expect(['2/3/2026', '02 March 2026', '02-Mar-2026', '2026-03-02', '30/02/2026', '2 Mrz 2026'].map(readDate)).toEqual([
    '2026-03-02',
    '2026-03-02',
    '2026-03-02',
    '2026-03-02',
    null,
    null,
  ])
})

const prints = (lines: Parameters<typeof fingerprints>[0]) => fingerprints(lines).map(({ fingerprint }) => fingerprint)

test('equal lines of a day are told apart, and recognised in an overlapping file', () => {
  const { lines } = read(barclays)
  const [credit, fee] = lines as [(typeof lines)[0], (typeof lines)[0]]
  const first = prints([credit, fee, credit])
  expect(new Set(first).size).toBe(3)
  expect(
    prints([fee, { ...credit, row: 9, text: ` ${credit.text.toLowerCase()}  ` }, credit, credit])
      .slice(0, 3)
      .sort(),
  ).toEqual([...first].sort())
})

test('a line with the bank’s own reference is recognised on another day and in other words, and never taken for another', () => {
  const [line] = read(barclays).lines
  const known = { ...line!, bankReference: 'FP26-1' }
  const [print] = prints([known])
  expect(prints([{ ...known, date: '2026-02-28', text: 'ACME' }])).toEqual([print])
  for (const other of [{ bankReference: 'FP26-2' }, { amountPence: 1 }, { account: '1' }])
    expect(prints([{ ...known, ...other }])).not.toEqual([print])
  // Kept before references counted, it is known by its words.
  expect(fingerprints([known])[0]!.byWords).toBe(prints([line!])[0])
})
