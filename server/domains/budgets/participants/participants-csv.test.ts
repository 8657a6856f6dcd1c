import { expect, test } from 'vitest'
import { checkRows, pounds, readParticipants } from './participants-csv.ts'

const emails = (csv: string) => readParticipants(csv).map(({ email }) => email)

test('reads a list as people paste it', () => {
  expect(emails('a@x.test\nb@x.test\r\n\n c@x.test ')).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  expect(emails('a@x.test, b@x.test; c@x.test'.replace(';', ','))).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  expect(emails('a@x.test;b@x.test')).toEqual(['a@x.test', 'b@x.test'])
  expect(emails('Ada <ada@x.test>, Bob <bob@x.test>')).toEqual(['ada@x.test', 'bob@x.test'])
  expect(readParticipants('')).toEqual([])
})

test('reads a CSV with headings in any order, quotes, tabs and a byte-order mark', () => {
  expect(readParticipants('\uFEFFName,Amount,E-mail\n"Lovelace, Ada",25,ada@x.test')).toEqual([
    { email: 'ada@x.test', amount: '25' },
  ])
  expect(readParticipants('email\tbudget amount\nada@x.test\t£12.50')).toEqual([
    { email: 'ada@x.test', amount: '£12.50' },
  ])
  expect(readParticipants('ada@x.test,25\nbob@x.test,')).toEqual([
    { email: 'ada@x.test', amount: '25' },
    { email: 'bob@x.test', amount: null },
  ])
})

test('reads quotes before line ends: a name may have two lines, and a comma', () => {
  expect(readParticipants('name,email\n"Lovelace,\nAda",ada@x.test\nBob,bob@x.test')).toEqual([
    { email: 'ada@x.test', amount: null },
    { email: 'bob@x.test', amount: null },
  ])
  expect(emails('"Lovelace, Ada" <ada@x.test>\n"Bo" <bo@x.test>')).toEqual(['ada@x.test', 'bo@x.test'])
  expect(() => readParticipants('email\n"ada@x.test')).toThrow('quotation mark')
})

test.each([
  ['25', 2_500],
  ['£ 1,250.5', 125_050],
  ['0.01', 1],
  ['1,25', null],
  ['12.345', null],
  ['-5', null],
  ['1e3', null],
])('takes %s for %s pence', (text, pence) => {
  expect(pounds(text)).toBe(pence)
})

test('says what is wrong with each row, and keeps the others', () => {
  const rows = ['ok@x.test', 'OK@X.test', 'no', '', 'in@x.test'].map((email) => ({ email, amount: null }))
  const { participants, errors } = checkRows([...rows, { email: 'z@x.test', amount: '0' }], new Set(['in@x.test']))
  expect(participants).toEqual([{ email: 'ok@x.test', budgetAmount: null }])
  expect(errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '1 the same address as in row 1',
    '2 is no email address',
    '3 is missing',
    '4 is already in this budget',
    '5 must be an amount in pounds such as 25 or 12.50',
  ])
})
