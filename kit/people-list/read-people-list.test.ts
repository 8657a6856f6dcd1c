import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Beside, Contact } from './by-sight.ts'
import { readHeading } from './headings.ts'
import { readPeopleList } from './read-people-list.ts'

const readPastedList = (text: string, contact: Contact, beside?: Beside) =>
  readPeopleList(text, { contact, beside }).people.map(({ row: _row, line: _line, other: _other, ...found }) => found)

const read = (text: string) => readPastedList(text, 'email').map(({ address, name }) => [address, name].join('|'))

describe('what people paste', () => {
  test.each([
    ['one a line', 'ada@x.test\nbob@x.test', ['ada@x.test|', 'bob@x.test|']],
    ['headings that are not ours', 'Name\tWork email\nAda\tada@x.test', ['ada@x.test|Ada']],
    ['headings over fewer columns', 'Name,Email\nada@x.test\nbob@x.test', ['ada@x.test|', 'bob@x.test|']],
    [
      'no headings, the name first',
      'Ada Byron\tada@x.test\nBob\tbob@x.test',
      ['ada@x.test|Ada Byron', 'bob@x.test|Bob'],
    ],
    ['Outlook', 'Amy Pond <amy@x.test>; Bob <bob@x.test>', ['amy@x.test|Amy Pond', 'bob@x.test|Bob']],
    [
      'Outlook, last name first',
      'Pond, Amy <amy@x.test>; Lee, Bo <bo@x.test>;',
      ['amy@x.test|Amy Pond', 'bo@x.test|Bo Lee'],
    ],
    [
      'Gmail',
      '"Pond, Amy" <amy@x.test>, bob@x.test,\nCy <cy@x.test>',
      ['amy@x.test|Amy Pond', 'bob@x.test|', 'cy@x.test|Cy'],
    ],
    ['first and last names', 'First name;Surname;E-mail\nAmy;Pond;amy@x.test', ['amy@x.test|Amy Pond']],
    [
      'spaces that do not break, wide letters',
      'Amy Pond\u00A0<amy＠x．test>\uFF1B bob@x.test',
      ['amy@x.test|Amy Pond', 'bob@x.test|'],
    ],
    ['a name beside the address', 'Amy Pond amy@x.test\nmailto:bob@x.test', ['amy@x.test|Amy Pond', 'bob@x.test|']],
    [
      'links of addresses, alone, among addresses with names, and with a subject',
      'Amy <amy@x.test>; mailto:bob@x.test\nMAILTO:cy@x.test?subject=Hi%20there\nDee <mailto:dee@x.test>',
      ['amy@x.test|Amy', 'bob@x.test|', 'cy@x.test|', 'dee@x.test|Dee'],
    ],
    ['several in one cell', 'a@x.test b@x.test\nc@x.test/d@x.test', ['a@x.test|', 'b@x.test|', 'c@x.test/d@x.test|']],
    ['what is no address', 'ada@x.test\nnot one\n"never closed', ['ada@x.test|', 'not one|', '"never closed|']],
    ['no address among addresses with names', 'Amy <amy@x.test>\nnot one', ['amy@x.test|Amy', 'not one|']],
    [
      'a spreadsheet with headings, and Outlook’s addresses below',
      'Name\tEmail\nAmy Pond\tamy@x.test\n"Lee, Bo" <bo@x.test>; Cy <cy@x.test>',
      ['amy@x.test|Amy Pond', 'bo@x.test|Bo Lee', 'cy@x.test|Cy'],
    ],
    [
      'Outlook’s addresses above rows of a spreadsheet, and between them',
      'Cy <cy@x.test>; Dee <dee@x.test>\nAmy Pond\tamy@x.test\n"Lee, Bo" <bo@x.test>\nEve\teve@x.test',
      ['cy@x.test|Cy', 'dee@x.test|Dee', 'amy@x.test|Amy Pond', 'bo@x.test|Bo Lee', 'eve@x.test|Eve'],
    ],
    [
      'a quotation mark that was left over, on a line of its own, before and after an address',
      'Amy <amy@x.test>\n"\nBob <bob@x.test>;\n" cy@x.test, "',
      ['amy@x.test|Amy', 'bob@x.test|Bob', 'cy@x.test|'],
    ],
    ['marks alone among addresses', 'amy@x.test\n"\n--\nbob@x.test', ['amy@x.test|', 'bob@x.test|']],
    [
      'Outlook, with the department in brackets after the name',
      '"O\'Hara, Niamh (Ops)" <niamh@x.test>; Lee, Bo [North] <bo@x.test>; (Cy) <cy@x.test>',
      ["niamh@x.test|Niamh O'Hara", 'bo@x.test|Bo Lee', 'cy@x.test|(Cy)'],
    ],
    [
      'a department in brackets after a name of a spreadsheet, and a name in brackets after its address',
      'Niamh O’Hara (Ops)\tniamh@x.test\nBo Lee (Sales) bo@x.test\ncy@x.test (Cy)',
      ['niamh@x.test|Niamh O’Hara', 'bo@x.test|Bo Lee', 'cy@x.test|Cy'],
    ],
    [
      'last names first under a heading, one with a department in brackets',
      "Name\tEmail\nO'Hara, Niamh (Ops)\tniamh@x.test\nLee, Bo\tbo@x.test",
      ["niamh@x.test|Niamh O'Hara", 'bo@x.test|Bo Lee'],
    ],
    ['nothing', ' \n\t\n ,, ', []],
  ])('%s', (_, text, people) => expect(read(text)).toEqual(people))

  test('control characters are removed, and what ends a line within a cell ends no row', () => {
    expect(readPastedList('A\u0007my\vPond,amy@x.test\u0000,Thank you\vfor\u2028it\nBob,bob@x.test', 'email')).toEqual([
      { address: 'amy@x.test', name: 'Amy Pond', notes: 'Thank you for it', amount: '' },
      { address: 'bob@x.test', name: 'Bob', notes: '', amount: '' },
    ])
  })

  test('an amount that a comma cut apart is queried, never read as a piece of it', () => {
    const amounts = (list: string) => readPastedList(list, 'email', 'amount').map(({ amount }) => amount)
    expect(amounts('a@x.test,12,50\nb@x.test,1,250.00\nc@x.test,25')).toEqual(['12, 50', '1, 250.00', '25'])
    expect(amounts('a@x.test 12,50\nb@x.test 25\nc@x.test')).toEqual(['12, 50', '25', ''])
    expect(amounts('email,amount\na@x.test,12,50\nb@x.test,25')).toEqual(['12, 50', '25'])
    expect(amounts('amount,email\n12,50,a@x.test\n"12,50",b@x.test')).toEqual(['12, 50', '12,50'])
    expect(amounts('a@x.test\t12,50\t7\nb@x.test\t1.250,00 €')).toEqual(['12,50', '1.250,00 €'])
    expect(amounts('a@x.test;12,50\nb@x.test;25')).toEqual(['12,50', '25'])
  })

  test('an amount with its sign, thousands and pence is read whole, though commas cut the line', () => {
    const read = (list: string) =>
      readPastedList(list, 'email', 'amount').map(({ address, name, amount }) => [address, name, amount])
    expect(read('a@x.test,£1,050.00\nAda,b@x.test,£1,050.00\nc@x.test £1,050.00\nd@x.test,1,234,567.89 €')).toEqual([
      ['a@x.test', '', '£1,050.00'],
      ['b@x.test', 'Ada', '£1,050.00'],
      ['c@x.test', '', '£1,050.00'],
      ['d@x.test', '', '1,234,567.89 €'],
    ])
    expect(read('email,amount\na@x.test,£1,050.00\nb@x.test,25').map(([, , amount]) => amount)).toEqual([
      '£1,050.00',
      '25',
    ])
    // Without its sign, its pence or its place it may be two things, and is asked about.
    expect(read('a@x.test,1,050.00\nb@x.test,£1,050\nc@x.test,£1,Ada,050.00').map(([, , amount]) => amount)).toEqual([
      '1, 050.00',
      '£1, 050',
      '£1, 050.00',
    ])
  })

  test('messages and amounts stay with their person, commas and lines in them too', () => {
    expect(readPastedList('email,name,notes\na@x.test,Ada,"Thank you,\nAda"', 'email')).toEqual([
      { address: 'a@x.test', name: 'Ada', notes: 'Thank you,\nAda', amount: '' },
    ])
    expect(readPastedList('a@x.test,25\nb@x.test,Bob', 'email').map(({ amount }) => amount)).toEqual(['25', ''])
    expect(readPastedList('Bob;b@x.test;£12.50', 'email')[0]).toMatchObject({ name: 'Bob', amount: '£12.50' })
  })

  test('an address within a cell of several lines stays in its message', () => {
    expect(readPastedList('Email\tNote\na@x.test\t"Write to\nBob <b@x.test>\nsoon"', 'email')).toEqual([
      { address: 'a@x.test', name: '', notes: 'Write to\nBob <b@x.test>\nsoon', amount: '' },
    ])
  })

  test('where only addresses are asked for, what stands beside one is to be corrected; names of a spreadsheet are not', () => {
    const addresses = (text: string) => readPastedList(text, 'email', 'address').map(({ address }) => address)
    expect(addresses('ada@x.test, ben; "Lee, Bo" <bo@x.test>')).toEqual(['ada@x.test', 'ben', 'bo@x.test'])
    expect(addresses('ada@x.test, ben')).toEqual(['ada@x.test', 'ben'])
    expect(addresses('Ada\tada@x.test')).toEqual(['ada@x.test'])
  })

  test('what was meant as a number or an address and is none stays in its place, to be corrected', () => {
    const places = (text: string, contact: Contact, beside?: Beside) =>
      readPastedList(text, contact, beside).map(({ address, name }) => `${address}|${name}`)
    expect(places('Bad, 12345\nAda, 07700 9\n1234', 'phone')).toEqual(['12345|Bad', '07700 9|Ada', '1234|'])
    expect(places('Ada, ada@\nBob, bob', 'email')).toEqual(['ada@|Ada', 'Bob|bob'])
    // An amount is no number of theirs.
    expect(places('Ada, 50\nBob, 0123, 50', 'phone', 'amount')).toEqual(['Ada|', '0123|Bob'])
  })

  test('numbers are found as addresses are', () => {
    const numbers = (text: string) => readPastedList(text, 'phone').map(({ address, name }) => `${address}|${name}`)
    expect(numbers('mobile,name\n07700 900123,Ada\n12345,Bob')).toEqual(['07700 900123|Ada', '12345|Bob'])
    expect(numbers('Ada\t+44 (0)7700 900-123')).toEqual(['+44 (0)7700 900-123|Ada'])
    expect(numbers('ada@x.test')).toEqual(['ada@x.test|'])
  })
})

/** Everything that a list of people can look like. */
const shapes: Record<string, (people: { address: string; name: string }[]) => string> = {
  lines: (people) => people.map(({ address }) => address).join('\n'),
  'lines with spaces and Windows ends': (people) => people.map(({ address }) => `  ${address} `).join('\r\n'),
  'blank lines between': (people) => people.map(({ address }) => address).join('\n\n'),
  commas: (people) => people.map(({ address }) => address).join(', '),
  semicolons: (people) => people.map(({ address }) => address).join('; '),
  spaces: (people) => people.map(({ address }) => address).join(' '),
  'tabs without headings': (people) => people.map(({ address, name }) => `${name}\t${address}`).join('\n'),
  'tabs, the address first': (people) => people.map(({ address, name }) => `${address}\t${name}`).join('\n'),
  'tabs with headings': (people) =>
    ['Name\tEmail', ...people.map(({ address, name }) => `${name}\t${address}`)].join('\n'),
  'CSV with headings': (people) =>
    ['email,name', ...people.map(({ address, name }) => `${address},"${name}"`)].join('\n'),
  'CSV with headings of others': (people) =>
    ['Employee,Department,Work E-mail', ...people.map(({ address, name }) => `"${name}",Sales,${address}`)].join('\n'),
  'CSV, all quoted': (people) => people.map(({ address, name }) => `"${name}","${address}"`).join('\r\n'),
  'CSV with semicolons': (people) =>
    ['Name;Mail', ...people.map(({ address, name }) => `"${name}";${address}`)].join('\n'),
  'with a byte order mark': (people) => `\uFEFFemail\n${people.map(({ address }) => address).join('\n')}`,
  Outlook: (people) => people.map(({ address, name }) => `${name} <${address}>`).join('; '),
  'Outlook, last name first': (people) => people.map(({ address, name }) => `Byron, ${name} <${address}>`).join('; '),
  Gmail: (people) => people.map(({ address, name }) => `"${name}" <${address}>`).join(', '),
  'in angles alone': (people) => people.map(({ address }) => `<${address}>`).join('\n'),
  'links of mails': (people) => people.map(({ address }) => `mailto:${address}`).join('\n'),
  'spaces that do not break': (people) =>
    people.map(({ address, name }) => `${name}\u00A0<${address}>`).join(';\u00A0'),
  'wide at signs': (people) => people.map(({ address }) => address.replace('@', '＠')).join('\n'),
}

const address = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9][a-z0-9._+'-]{0,12}[a-z0-9]$/),
    fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?\.(test|co\.uk|io)$/),
  )
  .map(([local, domain]) => `${local}@${domain}`)
const name = fc.stringMatching(/^[A-Z][a-zé'-]{1,8}( [A-Z][a-z]{1,8})?$/)
const people = fc.uniqueArray(fc.record({ address, name }), {
  minLength: 1,
  maxLength: 12,
  selector: (each) => each.address,
})

test.each(Object.entries(shapes))('every address in a pasted list is found, in order and once: %s', (_, write) => {
  fc.assert(
    fc.property(people, (listed) => {
      expect(readPastedList(write(listed), 'email').map((each) => each.address)).toEqual(
        listed.map((each) => each.address),
      )
    }),
    { numRuns: 150 },
  )
})

test('no word of what was pasted is dropped, whatever it is', () => {
  const words = fc.array(fc.oneof(address, fc.stringMatching(/^[a-zA-Z]{1,10}$/)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(words, fc.constantFrom('\n', ', ', '; ', '\t'), (listed, between) => {
      const letters = (text: string) =>
        text
          .replaceAll(/[^a-zA-Z0-9@]/g, '')
          .split('')
          .sort()
          .join('')
      const text = listed.join(between)
      // A first row that is only headings says how to read the others, and is none of them.
      fc.pre(!listed.some((word) => readHeading(word).part || readHeading(word).isPlace))
      const kept = readPastedList(text, 'email')
        .flatMap((each) => Object.values(each))
        .join('')
      expect(letters(kept)).toBe(letters(text))
    }),
    { numRuns: 500 },
  )
})
