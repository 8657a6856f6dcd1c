import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samples, sampleText } from '#server/testing/people-lists.ts'
import { readReceiversCsv } from './receivers-csv.ts'

const rows = (text: string) => readReceiversCsv(text, undefined).receivers

test('the receivers’ reader reads a table with a header, its columns in any order, and says on which line each row ends', () => {
  expect(rows('name,email,notes\nAda,ada@x.test,"Well done,\nAda"\n\n  ,  ,\nBo,bo@x.test,\n')).toEqual([
    { line: 3, email: 'ada@x.test', phone: null, name: 'Ada', notes: 'Well done,\nAda' },
    { line: 6, email: 'bo@x.test', phone: null, name: 'Bo', notes: null },
  ])
})

test.each([
  ['tabs, as a spreadsheet pastes them', 'Email\tName\na@x.test\tAda'],
  ['semicolons', 'email;name\na@x.test;Ada'],
  ['a byte order mark and Windows line ends', '\ufeffE-mail,Full name\r\na@x.test,Ada\r\n'],
])('the receivers’ reader reads %s', (_, text) =>
  expect(rows(text)).toEqual([{ line: 2, email: 'a@x.test', phone: null, name: 'Ada', notes: null }]),
)

test('the receivers’ reader needs no header: addresses alone will do', () => {
  expect(rows('a@x.test\nb@x.test,Bo').map(({ line, email, name }) => [line, email, name])).toEqual([
    [1, 'a@x.test', null],
    [2, 'b@x.test', 'Bo'],
  ])
})

test('the receivers’ reader reads numbers with or without a header', () => {
  const numbers = (text: string) => rows(text).map(({ phone, name }) => [phone, name])
  expect(numbers('Name,Mobile\nAda,07700 900123')).toEqual([['07700 900123', 'Ada']])
  expect(numbers('+447700900123,Ada\n07700 900124')).toEqual([
    ['+447700900123', 'Ada'],
    ['07700 900124', null],
  ])
})

test('the receivers’ reader says why a text is no table', () => {
  expect(readReceiversCsv('', undefined).error?.message).toContain('no rows')
  expect(readReceiversCsv('name,notes\nAda,Hello', 'email').error).toMatchObject({ line: 1 })
  expect(readReceiversCsv('email\n"ada@x.test', 'email').error?.message).toContain('quotation mark')
  expect(readReceiversCsv(`email\n${'a@x.test\n'.repeat(10_001)}`, 'email').error?.message).toContain('10000')
})

test('the receivers’ reader answers any text, and never fails', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const { line, email } of rows(text)) expect([typeof email, line >= 1]).toEqual(['string', true])
    }),
  )
})

test.each(samples)(
  'the receivers’ reader reads as pages do: $title',
  ({ file, contact, people, unread = [], question }) => {
    const { receivers, unreadColumns, error } = readReceiversCsv(
      sampleText(file),
      contact === 'phone' ? 'sms' : undefined,
    )
    if (question) return expect(error?.message).toContain(question.map((heading) => `“${heading}”`).join(' and '))
    const read = receivers.map(({ email, phone, name }) =>
      [contact ? phone : email, contact ? email : phone, name].map((cell) => cell || null),
    )
    expect(read).toEqual(
      people.map((each) => each.split(' | ').slice(1, 4)).map(([a, b, c]) => [a, b || null, c || null]),
    )
    expect(unreadColumns).toEqual(unread)
  },
)

test('the receivers’ reader takes notes in whatever columns they stand, and no amount, allowance or manager for them', () => {
  const one = (text: string) => rows(text).map(({ line: _, ...receiver }) => Object.values(receiver).join(' | '))
  expect(one('Email,First name,Last name,Greeting\nada@x.test,Ada,Byron,Well done')).toEqual([
    'ada@x.test |  | Ada Byron | Well done',
  ])
  expect(one('Recipient,Email,Name\nAda B.,ada@x.test,Ada Byron')).toEqual(['ada@x.test |  | Ada Byron | '])
  expect(one('Work e-mail,Name\nada@x.test,Ada')).toEqual(['ada@x.test |  | Ada | '])
  expect(one('Name,E-mail address,Amount\nAda,ada@x.test,25')).toEqual(['ada@x.test |  | Ada | '])
})
