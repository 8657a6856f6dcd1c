import { expect, test } from 'vitest'
import { samples, sampleText } from '#server/testing/people-lists.ts'
import { checkRows, readParticipants } from './participants-csv.ts'

const emails = (csv: string) => readParticipants(csv).rows.map(({ email }) => email)

test('the participants’ reader reads a list as people paste it', () => {
  expect(emails('a@x.test\nb@x.test\r\n\n c@x.test ')).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  expect(emails('a@x.test, b@x.test; c@x.test'.replace(';', ','))).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  expect(emails('a@x.test;b@x.test')).toEqual(['a@x.test', 'b@x.test'])
  expect(emails('Ada <ada@x.test>, Bob <bob@x.test>')).toEqual(['ada@x.test', 'bob@x.test'])
  expect(readParticipants('').rows).toEqual([])
})

test('the participants’ reader reads a CSV with headings in any order, quotes, tabs and a byte-order mark', () => {
  expect(readParticipants('\uFEFFName,Amount,E-mail\n"Lovelace, Ada",25,ada@x.test').rows).toEqual([
    { email: 'ada@x.test', name: 'Ada Lovelace', amount: '25' },
  ])
  expect(readParticipants('email\tbudget amount\nada@x.test\t£12.50').rows).toEqual([
    { email: 'ada@x.test', name: null, amount: '£12.50' },
  ])
  expect(readParticipants('ada@x.test,25\nbob@x.test,').rows).toEqual([
    { email: 'ada@x.test', name: null, amount: '25' },
    { email: 'bob@x.test', name: null, amount: null },
  ])
})

test('the participants’ reader reads quotes before line ends: a name may have two lines, and a comma', () => {
  expect(readParticipants('name,email\n"Lovelace,\nAda",ada@x.test\nBob,bob@x.test').rows).toEqual([
    { email: 'ada@x.test', name: 'Ada Lovelace', amount: null },
    { email: 'bob@x.test', name: 'Bob', amount: null },
  ])
  expect(emails('"Lovelace, Ada" <ada@x.test>\n"Bo" <bo@x.test>')).toEqual(['ada@x.test', 'bo@x.test'])
  expect(() => readParticipants('email\n"ada@x.test')).toThrow('quotation mark')
})

const readAmounts = (...amounts: (string | null)[]) => {
  const rows = amounts.map((amount, index) => ({ email: `${index}@x.test`, name: null, amount }))
  const { participants, errors } = checkRows(rows, { taken: new Set(), currency: 'GBX' })
  const whys = errors.map(({ row, reason }) => `${row} ${reason?.code === 'amount_malformed' && reason.why}`)
  return [participants.map(({ budgetAmount }) => budgetAmount), whys]
}

test('the participants’ reader reads amounts as they are typed everywhere, with decimal commas and points', () => {
  expect(readAmounts('25', '£ 1,250.5', '0.01', '12.50', null)).toEqual([[2500, 125_050, 1, 1250, null], []])
  expect(readAmounts('12,50', '€5', '1.250,00', '12.345', '-5', '1e3')).toEqual([
    [1250, 125_000],
    ['1 other_currency', '3 ambiguous', '4 negative', '5 not_an_amount'],
  ])
})

test('“1,250” is read as a thousand, and queried in a list that uses decimal commas elsewhere', () => {
  expect(readAmounts('1,250', '25')).toEqual([[125_000, 2500], []])
  expect(readAmounts('1,250', '12,50')).toEqual([[1250], ['0 ambiguous']])
})

test('an amount that a comma cut apart is queried, never read as its first piece', () => {
  const amounts = (csv: string) => readParticipants(csv).rows.map(({ amount }) => amount)
  expect(amounts('ada@x.test,12,50\nbob@x.test,25\ncy@x.test,1,250.00')).toEqual(['12, 50', '25', '1, 250.00'])
  expect(amounts('email,amount\nada@x.test,12,50\nbob@x.test,25,')).toEqual(['12, 50', '25'])
  expect(amounts('email;amount\nada@x.test;12,50\nbob@x.test;25;7')).toEqual(['12,50', '25'])
  expect(amounts('email,amount,staff\nada@x.test,25,7')).toEqual(['25'])
  expect(readAmounts('12, 50')).toEqual([[], ['0 grouping']])
})

test('the participants’ reader says what is wrong with each row, and keeps the others', () => {
  const rows = ['ok@x.test', 'OK@X.test', 'no', '', 'in@x.test'].map((email) => ({ email, name: null, amount: null }))
  const { participants, errors } = checkRows([...rows, { email: 'z@x.test', name: null, amount: '0' }], {
    taken: new Set(['in@x.test']),
    currency: 'GBX',
  })
  expect(participants).toEqual([{ email: 'ok@x.test', name: null, budgetAmount: null }])
  expect(errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '1 the same address as in row 1',
    '2 is no email address',
    '3 is missing',
    '4 is already in this budget',
    '5 must be more than nothing',
  ])
})

test.each(samples.filter(({ contact }) => !contact))(
  'the participants’ reader reads as pages do: $title',
  ({ file, people, unread = [], question }) => {
    if (question) return expect(() => readParticipants(sampleText(file))).toThrow(question.join('” and “'))
    const { rows, unreadColumns } = readParticipants(sampleText(file))
    expect(rows.map(({ email }) => email)).toEqual(people.map((each) => each.split(' | ')[1]))
    expect(unreadColumns).toEqual(unread)
  },
)

test.each([
  ['Email,Allowance\nada@x.test,25', '25'],
  ['Email,Value\nada@x.test,25', '25'],
  ['Work e-mail,Name,Budget amount\nada@x.test,Ada,25', '25'],
  ['Name,E-mail address,Amount\nAda,ada@x.test,25', '25'],
  ['Mitarbeiter;Mailadresse;Betrag\nAda;ada@x.test;12,50', '12,50'],
  ['Work e-mail,Name\nada@x.test,Ada', null],
])('the participants’ reader drops no amount, and takes none for an address: %j', (csv, amount) =>
  expect(readParticipants(csv).rows).toMatchObject([{ email: 'ada@x.test', amount }]),
)

test('a name is kept as it is shown, and one that is too long is told at its row', () => {
  const names = [' Ada\u202e\u0007 Lovelace ', '', 'B'.repeat(200), 'B'.repeat(201)]
  const rows = names.map((name, index) => ({ email: `${index}@x.test`, name, amount: null }))
  const { participants, errors } = checkRows(rows, { taken: new Set(), currency: 'GBX' })
  expect(participants.map(({ name }) => name)).toEqual(['Ada Lovelace', null, 'B'.repeat(200)])
  expect(errors.map(({ path, message }) => [path, message])).toEqual([
    ['participants.3.name', 'must have at most 200 letters'],
  ])
})
