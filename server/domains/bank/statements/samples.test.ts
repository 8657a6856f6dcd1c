import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStatement } from './read-statement.ts'
import { fingerprints } from './statement-line.ts'

/** Made after what the banks hand out; everyone in them is invented. */
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name))
const OURS = '40000012345678'
const read = (bytes: Uint8Array) => readStatement(bytes, { layout: 'auto', account: OURS, today: '2026-03-02' })
const shown = (bytes: Uint8Array) => {
  const { layout, lines, balances, problems } = read(bytes)
  expect(problems).toEqual([])
  return {
    layout,
    lines: lines.map((line) =>
      [line.date, line.amountPence, line.text, ...(line.bankReference ? [`ref ${line.bankReference}`] : [])].join(
        ' | ',
      ),
    ),
    balances: balances.map(({ account, currency, pences }) => `${account} ${currency} ${pences}`),
  }
}

test.each<[string, string, string[], string[]]>([
  [
    'monzo.csv',
    'monzo',
    [
      '2026-02-26 | 120000 | HGDEMO0401 HGDEMO0401 MARIGOLD STUDIO LTD Faster payment | ref tx_0000B1example',
      '2026-02-26 | -320 | PELICAN COFFEE LEEDS GBR Pelican Coffee Card payment | ref tx_0000B2example',
    ],
    [],
  ],
  [
    'starling.csv',
    'starling',
    [
      '2026-02-26 | 120000 | HGDEMO0401 Marigold Studio Ltd FASTER PAYMENT',
      '2026-02-27 | -320 | PELICAN COFFEE LEEDS Pelican Coffee CARD',
    ],
    [`${OURS} GBX 129680`],
  ],
  ['starling-eur.csv', 'starling', ['2026-02-26 | 25000 | INV-000042 Ringelblume GmbH SEPA'], [`${OURS} EUX 25000`]],
  [
    'revolut.csv',
    'revolut',
    [
      '2026-02-26 | 120000 | Payment from Marigold Studio HGDEMO0401 TOPUP',
      '2026-02-26 | -5050 | To Pelican Coffee TRANSFER',
    ],
    [`${OURS} GBX 114950`],
  ],
  [
    'revolut-business.csv',
    'revolut-business',
    [
      '2026-02-26 | 120000 | HGDEMO0401 Money added from MARIGOLD STUDIO LTD TOPUP | ref 65f0a1b2-0000-4000-8000-000000000001',
      '2026-02-27 | -5050 | To Pelican Coffee Ada Example TRANSFER | ref 65f0a1b2-0000-4000-8000-000000000002',
    ],
    [`${OURS} GBX 114950`],
  ],
  [
    'mt940-german.sta',
    'mt940',
    [
      '2026-02-26 | 25000 | RB-77 Unsere Rechnung INV-000042 vielen Dank RINGELBLUME GMBH GUTSCHRIFT 2602268800001 | ref 2602268800001',
      '2026-02-27 | -320 | PELIKAN KAFFEE PELIKAN KAFFEE E.K. FOLGELASTSCHRIFT',
      '2026-02-27 | 2000 | ANZAHL 4 SAMMELGUTSCHRIFT',
    ],
    ['DE89370400440532013000 EUX 36680'],
  ],
  [
    'mt940-dutch.sta',
    'mt940',
    [
      '2026-02-26 | 25000 | SEPA OVERBOEKING NL20INGB0001234567 INGBNL2A GOUDSBLOEM BV INV-000042 bedankt GB-77 /TRCD/00100/ 26022600000001 | ref 26022600000001',
      '2026-01-02 | 500 | Storno',
    ],
    ['NL91ABNA0417164300 EUX 35500'],
  ],
  [
    'mt940-british.sta',
    'mt940',
    [
      '2026-02-26 | 120000 | MARIGOLD STUDIO LTD HG DEMO 0401 HGDEMO0401 MARIGOLD STUDIO LTD FP26022600001 | ref FP26022600001',
      '2026-02-26 | -320 | ACCOUNT CHARGE',
    ],
    ['60161331926819 GBX 219680'],
  ],
  ['camt-without-booking-day.xml', 'camt053', ['2026-02-26 | 1000 | HGDEMO0401', '2026-02-27 | 2000 | HGDEMO0402'], []],
  [
    'camt-references.xml',
    'camt053',
    [
      '2026-02-26 | 100 | INV-000042',
      '2026-02-26 | 200 | for INV-000043',
      '2026-02-26 | 300 | INV-000044',
      '2026-02-26 | 400 | INV-000045',
      '2026-02-26 | 500 | INV-000046 Marigold',
    ],
    [],
  ],
  ['camt-charges.xml', 'camt053', ['2026-02-26 | 950 | HGDEMO0401', '2026-02-26 | 1950 | HGDEMO0402'], []],
  ['camt-quiet-days.xml', 'camt053', [], ['60161331926819 GBX 3100']],
])('the statement %s is read as a person would', (name, layout, lines, balances) => {
  expect(shown(sample(name))).toEqual({ layout, lines, balances })
})

test('a statement in UTF-16 is read as in UTF-8', () => {
  for (const name of ['camt-references.xml', 'starling.csv', 'mt940-british.sta']) {
    const wide = Buffer.from(`\ufeff${sample(name).toString()}`, 'utf16le')
    expect(read(wide)).toEqual(read(sample(name)))
  }
})

test('an entry that tells no day at all is the one line that waits for a person', () => {
  const { lines, problems } = read(sample('camt-without-any-day.xml'))
  expect(problems).toEqual([])
  expect(lines).toMatchObject([
    { date: '2026-03-02', amountPence: 1000 },
    { date: '2026-02-26', amountPence: 2000 },
  ])
  expect(lines.map(({ held }) => held)).toEqual([expect.stringContaining('on which day'), undefined])
})

test('an MT940 entry of several payments waits for a person', () => {
  const { lines } = read(sample('mt940-german.sta'))
  expect(lines.map(({ held }) => Boolean(held))).toEqual([false, false, true])
})

test('an MT940 statement that lacks an entry is refused by its balances', () => {
  const text = sample('mt940-british.sta')
    .toString()
    .replace(/:61:260226D3,20[\s\S]*CHARGE\n/, '')
  expect(read(Buffer.from(text)).problems[0]!.message).toContain('one is missing')
})

test('a line that says more than before is known by what was read of it before', () => {
  const { lines } = read(sample('camt-references.xml'))
  const before = lines.map(({ knownBy, ...line }) => ({ ...line, text: knownBy ?? line.text }))
  expect(fingerprints(lines)).toEqual(fingerprints(before))
})
