import { deflateRawSync } from 'node:zlib'
import type { Control, PageForm } from './page-forms.ts'

export type Random = (below: number) => number

/** A small generator with a seed, so that one input can be repeated. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!

/** What people type, paste and are sent: names and marks of many scripts, other programs' leavings, and what means harm. */
const TEXTS = [
  ...['', ' ', '\u00a0', '\t', 'a', '-', '0', '.', '’', '“quoted”', "O'Neil", 'Zoë', 'Zoe\u0308', 'Ł'],
  ...['\u0000', 'a\u0000b', '\u0007\u001b[31m', '\u0085', '\u2028', '\ufeff', '\ufffe', '\ufffd'],
  ...[
    '\u200b',
    'a\u200bb',
    '\u202eevil\u202c',
    '\u2066x\u2069',
    '\u00ad',
    'e\u0301\u0323\u0302\u0328',
    'Z\u0351\u036b\u0343a\u030d\u0350lgo',
  ],
  ...['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇬🇧', '👍🏽', '❤️', '𝓐𝓭𝓪', '𠜎'],
  ...['محمد', 'שלום', '日本語', 'ไทย', 'Ελλάδα', 'Ёж', 'İstanbul', 'ﬁ', 'ß', 'ǅ'],
  ...[
    '<script>alert(1)</script>',
    '</textarea><b>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    '#{7*7}',
    '%s%n',
    '%00',
    '%',
  ],
  ...["'; drop table huggg; --", '\\', '=1+1', '@SUM(A1)', '+cmd|x', '../../etc/passwd', 'null', 'true'],
  ...['__proto__', 'constructor', '[]', '{}', '{"a":1}', 'javascript:alert(1)', 'http://169.254.169.254/'],
  ...[
    'ada@example.test',
    'Ada <ada@example.test>',
    'ada@',
    '@example.test',
    'ada@exämple.test',
    'ada@@example.test',
    'a@b.c, d@e.f',
  ],
  ...[
    'ada@example.test; b@example.test',
    `${'a'.repeat(250)}@example.test`,
    'ada@example.test\u200b',
    'ＡＤＡ@ｅｘａｍｐｌｅ.test',
  ],
  ...[
    '07700 900123',
    '+44 7700 900123',
    '+٤٤٧٧٠٠٩٠٠١٢٣',
    '12-34-56',
    '12345678',
    'SW1A 1AA',
    'GB',
    'https://example.test/a?b=c#d',
    'example.test',
  ],
] as const

/** One number in all the ways that it is written, and what is none. */
const NUMBERS = [
  ...[
    '0',
    '-0',
    '-1',
    '1',
    '1.5',
    '1,5',
    '1,000.50',
    '1.000,50',
    '1 000',
    '1’000',
    '٣',
    '１２',
    '½',
    '²',
    '1e3',
    '1e309',
    '-1e309',
    '0x10',
  ],
  ...[
    'Infinity',
    '9007199254740993',
    '99999999999999999999',
    '0.001',
    '10.005',
    '£10',
    '10 €',
    '$10',
    '+5',
    '5-',
    '(5)',
    '10%',
    '1_000',
    '.',
    '.5',
    '5.',
  ],
] as const

/** As browsers send a number field: a number as HTML writes it, or nothing. */
const HTML_NUMBERS = [
  '',
  '0',
  '-0',
  '-1',
  '1',
  '0.5',
  '1e3',
  '1e9',
  '99999999999999999999',
  '9007199254740993',
  '-99999999',
] as const
const DAYS = [
  '',
  '2026-03-02',
  '2026-03-03',
  '2024-02-29',
  '0001-01-01',
  '1900-01-01',
  '9999-12-31',
  '275760-09-13',
] as const
const MOMENTS = [
  '',
  '2026-03-29T01:30',
  '2026-10-25T01:30',
  '0001-01-01T00:00',
  '9999-12-31T23:59',
  '275760-09-12T00:00',
] as const

/** As long as the field lets it be: one word, many lines, many marks. */
const long = (random: Random): string =>
  pick(random, ['x', 'ab ', 'line\r\n', '🎁', 'e\u0301', 'ada@example.test\r\n', '"']).repeat(
    pick(random, [300, 3000, 10_000]),
  )

/** What a person, or what they paste from, may put into a control. */
function typedInto(control: Control, random: Random): string {
  const { kind, maxLength = Number.POSITIVE_INFINITY, value } = control
  if (kind === 'number') return pick(random, HTML_NUMBERS)
  if (kind === 'day') return pick(random, value.includes('T') ? MOMENTS : DAYS)
  const written = [
    () => pick(random, TEXTS),
    () => pick(random, TEXTS),
    () => pick(random, NUMBERS),
    () => `${value}${pick(random, TEXTS)}`,
    () => `${pick(random, TEXTS)}${kind === 'textarea' ? '\r\n' : ' '}${pick(random, TEXTS)}`,
    () => long(random),
  ][random(6)]!()
  const cut = written.slice(0, maxLength).toWellFormed()
  return kind === 'textarea' ? cut : cut.replaceAll(/[\r\n]/g, '')
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

/** The one entry of a ZIP archive, as it is written by hand: what it says of its size may be wrong. */
function zipFile(name: string, content: Buffer, saidBytes = content.length): Buffer {
  const packed = deflateRawSync(content)
  const path = Buffer.from(name)
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(saidBytes, 18)
  head.writeUInt16LE(path.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, path, packed])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, Buffer.alloc(14), path])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end])
}

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "&a${at ? at - 1 : ''};&a${at ? at - 1 : ''};">`).join('')}]><a>&a19;</a>`
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Files as people choose them by mistake, as programs break them, and as who means harm makes them. */
const FILES: readonly [name: string, type: string, content: () => string | Buffer][] = [
  ['empty.csv', 'text/csv', () => ''],
  ['one.csv', 'text/csv', () => ','],
  ['nul.csv', 'text/csv', () => 'email\u0000,name\n\u0000,\u0000'],
  ['latin1.csv', 'text/csv', () => Buffer.from('Name;E-Mail\r\nZoë;zoe@example.test\r\n', 'latin1')],
  ['utf16.csv', 'text/csv', () => utf16('Name\tEmail\r\nZoë\tzoe@example.test\r\n')],
  ['odd.csv', 'text/csv', () => Buffer.from([0xff, 0xfe, 0x41])],
  ['quotes.csv', 'text/csv', () => 'name,email\n"never closed,ada@example.test\n'],
  ['wide.csv', 'text/csv', () => `${','.repeat(20_000)}\n`],
  ['deep.csv', 'text/csv', () => 'a\n'.repeat(20_000)],
  ['formula.csv', 'text/csv', () => 'email,name\nada@example.test,"=HYPERLINK(""http://x"")"\n'],
  ['noise.csv', 'text/csv', () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256))],
  ['picture.csv', 'text/csv', () => PNG],
  [
    'text.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    () => 'name,email\nAda,ada@example.test',
  ],
  ['old.xls', 'application/vnd.ms-excel', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['empty.xlsx', '', () => zipFile('nothing.txt', Buffer.from(''))],
  ['cut.xlsx', '', () => zipFile('xl/workbook.xml', Buffer.from('<workbook/>')).subarray(0, 40)],
  ['bomb.xlsx', '', () => zipFile('xl/worksheets/sheet1.xml', Buffer.alloc(30_000_000, 0x20))],
  ['liar.xlsx', '', () => zipFile('xl/worksheets/sheet1.xml', Buffer.alloc(100_000, 0x41), 10)],
  ['laughs.xlsx', '', () => zipFile('xl/workbook.xml', Buffer.from(LAUGHS))],
  ['laughs.xml', 'text/xml', () => LAUGHS],
  ['outside.xml', 'text/xml', () => '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['cut.png', 'image/png', () => PNG],
  ['one.png', 'image/png', () => Buffer.from([0x89])],
  ['text.png', 'image/png', () => 'no picture'],
  [
    'huge.png',
    'image/png',
    () => Buffer.concat([PNG, Buffer.from('7fffffff7fffffff0806000000', 'hex'), Buffer.alloc(9)]),
  ],
  [
    'script.svg',
    'image/svg+xml',
    () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  ],
  [
    'laughs.svg',
    'image/svg+xml',
    () => LAUGHS.replace('<a>', '<svg xmlns="http://www.w3.org/2000/svg">').replace('</a>', '</svg>'),
  ],
  ['paper.pdf', 'application/pdf', () => '%PDF-1.7\n%%EOF'],
  ['a/../b\u202e.csv', 'text/csv', () => 'email\nada@example.test'],
  ['', 'application/octet-stream', () => ''],
  ['heavy.csv', 'text/csv', () => `email\n${'ada@example.test\n'.repeat(20_000)}`],
  ['heavy.png', 'image/png', () => Buffer.concat([PNG, Buffer.alloc(400_000, 1)])],
]

export type Entry = [name: string, value: string | File]

const chosenFile = (random: Random): File => {
  const [name, type, content] = pick(random, FILES)
  return new File([new Uint8Array(Buffer.from(content()))], name, { type })
}

/** The name of one press, which each drawing of the form makes new. */
const PRESS = /^(key|attempt)$/

const asDrawn = ({ kind, name, value }: Control): string | File =>
  kind === 'file' ? new File([], '') : PRESS.test(name) ? crypto.randomUUID() : value

/** What is sent when the form is left as it is, by one of its buttons. */
function untouched({ controls }: PageForm, random: Random): { control: Control; value: string | File }[] {
  const buttons = controls.filter(({ kind }) => kind === 'button')
  const pressed = buttons.length ? pick(random, buttons) : null
  return controls
    .filter((control) => (control.kind === 'button' ? control === pressed : control.kind !== 'tick' || control.isOn))
    .map((control) => ({ control, value: asDrawn(control) }))
}

const isTyped = ({ kind }: Control) => ['text', 'textarea', 'number', 'day', 'password', 'file'].includes(kind)

/** What a person does to a form: types into some of its fields, chooses, ticks, and presses one of its buttons. */
export function filledIn(form: PageForm, random: Random): Entry[] {
  const typed = form.controls.filter(isTyped)
  const changed = new Set(typed.filter(() => random(typed.length > 3 ? 3 : 2) === 0))
  if (typed.length) changed.add(pick(random, typed))
  const isToggled = new Set(form.controls.filter(({ kind }) => kind === 'tick' && random(4) === 0))
  const asItIs = untouched(
    { ...form, controls: form.controls.map((control) => (isToggled.has(control) ? toggled(control) : control)) },
    random,
  )
  return asItIs.map(({ control, value }): Entry => {
    if (control.kind === 'select' && random(3) === 0) return [control.name, pick(random, control.options!)]
    if (!changed.has(control)) return [control.name, value]
    return [control.name, control.kind === 'file' ? chosenFile(random) : typedInto(control, random)]
  })
}

const toggled = ({ isOn, ...control }: Control): Control => (isOn ? control : { ...control, isOn: true })

/** What no page of ours sends: fields that are missing, repeated or forged, hidden ones too. */
export function forged(form: PageForm, random: Random): Entry[] {
  const sent = untouched(form, random).map(({ control, value }): Entry => [control.name, value])
  return sent.flatMap(([name, value]): Entry[] => {
    const way = random(6)
    if (way === 0) return []
    if (way === 1)
      return [
        [name, value],
        [name, pick(random, TEXTS)],
      ]
    if (way === 2)
      return [[name, pick(random, [...TEXTS, ...NUMBERS, '2026-02-30', '00000000-0000-4000-8000-00000000dead'])]]
    if (way === 3) return [[name, form.isMultipart ? chosenFile(random) : long(random)]]
    return [[name, value]]
  })
}

export interface RawBody {
  body: string | Uint8Array<ArrayBuffer>
  type: string
}

const FORM = 'application/x-www-form-urlencoded'

/** Bytes that are no form, or one that breaks off: what proxies, scripts and attackers send. */
export function broken(form: PageForm, random: Random): RawBody {
  const names = form.controls.map(({ name }) => encodeURIComponent(name))
  const every = (value: string) => names.map((name) => `${name}=${value}`).join('&')
  const part = (value: string) =>
    names.map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')
  return pick<() => RawBody>(random, [
    () => ({ body: every('%'), type: FORM }),
    () => ({ body: every('%ff%fe%zz'), type: FORM }),
    () => ({ body: every('%ed%a0%80'), type: FORM }),
    () => ({ body: every('%00'), type: FORM }),
    () => ({ body: new Uint8Array(Buffer.from(every('Zoë'), 'latin1')), type: FORM }),
    () => ({ body: every(''), type: `${FORM}; charset=utf-16` }),
    () => ({ body: '&&&===&', type: FORM }),
    () => ({ body: '', type: FORM }),
    () => ({ body: every('x').replaceAll('=', '[]='), type: FORM }),
    () => ({ body: `${part('x')}--x--\r\n`, type: 'multipart/form-data; boundary=x' }),
    () => ({ body: part('x'), type: 'multipart/form-data; boundary=x' }),
    () => ({ body: part('x'), type: 'multipart/form-data; boundary=y' }),
    () => ({ body: part('x'), type: 'multipart/form-data' }),
    () => ({ body: `${part('x')}--x--\r\n`.replaceAll('\r\n', '\n'), type: 'multipart/form-data; boundary=x' }),
    () => ({
      body: `${part('x').replaceAll('name=', 'filename="a.csv"; name=')}--x--\r\n`,
      type: 'multipart/form-data; boundary=x',
    }),
    () => ({ body: JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x']))), type: 'application/json' }),
    () => ({ body: every('x'), type: 'text/plain' }),
  ])()
}

/** As a browser sends it. */
export function asBody(entries: Entry[], isMultipart: boolean): FormData | URLSearchParams {
  if (!isMultipart)
    return new URLSearchParams(entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}
