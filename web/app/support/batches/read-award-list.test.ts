import { describe, expect, test } from 'vitest'
import { readBirthDate } from '#kit/birth-date.ts'
import { emptyAwardList, readAwardList } from './read-award-list.server.ts'

const awards = (text: string) => {
  const read = readAwardList(text, 100)
  if ('refused' in read) throw new Error(read.refused)
  return read.awards
}

describe('a list of awards', () => {
  test('is read as Excel writes it with semicolons and decimal commas, names in every script', () => {
    const [first, second] = awards(
      'Name;Case ref;Award (£);Reason;DOB;Mobile\r\nمريم الحسن;HSF-1;12,50;Food;03/02/1984;07700 900123\r\nБогдана Коваль;HSF-2;49,00;Energy;;',
    )
    expect(first).toMatchObject({
      row: 2,
      problems: [],
      award: {
        ...{ caseReference: 'HSF-1', amount: 1_250, reason: 'Food' },
        person: { name: 'مريم الحسن', dateOfBirth: '1984-02-03', phoneNumber: '+447700900123' },
      },
    })
    expect(second!.award).toMatchObject({ amount: 4_900, person: { name: 'Богдана Коваль' } })
  })

  test('that starts from the empty file has each of its columns read', () => {
    const row =
      'Ann Example,HSF-1,12.50,Food,03/02/1984,07700 900123,ann@example.test,1 High Street,LS1 4AP,single Parent'
    expect(readAwardList(`${emptyAwardList}\r\n${row}`, 10)).toMatchObject({
      unread: [],
      awards: [
        {
          problems: [],
          award: {
            ...{ caseReference: 'HSF-1', amount: 1_250, reason: 'Food', householdType: 'single-parent' },
            person: { email: 'ann@example.test', postcode: 'LS1 4AP', phoneNumber: '+447700900123' },
          },
        },
      ],
    })
  })

  test('has the type of a household as it is named here or in the API, and says which there are where it is another', () => {
    const list =
      'Name,Case reference,Household type\nAnn,A-1,family\nBob,A-2,Pensioner household\nCid,A-3,Not said\nDee,A-4,two cats'
    const read = awards(list).map(({ award, problems }) => award?.householdType ?? problems)
    expect(read).toEqual(['family', 'pensioners', [], [expect.stringContaining('must be one of Family with children')]])
  })

  test('is read from Outlook: the home address before the one at work, and no private notes', () => {
    const list = readAwardList(
      [
        'First Name,Last Name,E-mail Address,Mobile Phone,Business Street,Home Street,Home City,Home Postal Code,Birthday,Notes,Case Reference,Amount',
        'Żaneta,Quill,z@example.test,07700900124,1 Office Way,"2 High Street\nFlat 3",Leeds,LS1 4AP,29/02/1984,private,C-7,£20',
      ].join('\r\n'),
      10,
    )
    expect(list).toMatchObject({
      awards: [
        {
          problems: [],
          award: {
            ...{ amount: 2_000, caseReference: 'C-7' },
            person: {
              ...{ name: 'Żaneta Quill', email: 'z@example.test', postcode: 'LS1 4AP', dateOfBirth: '1984-02-29' },
              postalAddress: ['2 High Street', 'Flat 3', 'Leeds'],
            },
          },
        },
      ],
    })
    expect(JSON.stringify(list)).not.toMatch(/private|Office Way/)
  })

  test('tells every cell that is not right, in words, with its row', () => {
    const [, second, third] = awards(
      [
        'Name\tCase reference\tAmount\tDate of birth\tMobile\tEmail',
        'Ann Example\tA-1\t20\t\t\t',
        'Bob Example\t\ttwenty\t02/31/1984\t0113 496 0000\tbob(at)example',
        '07700 900123\tA-3\t20\t1/1/84\t\t',
      ].join('\n'),
    )
    expect(second!.row).toBe(3)
    expect(second!.award).toBeNull()
    expect(second!.problems.map((problem) => problem.split(':')[0])).toEqual([
      ...['Amount', 'Date of birth', 'Mobile', 'Email', 'Case reference'],
    ])
    expect(third!.problems).toEqual([
      'Date of birth: write the year with four digits',
      'Name: must be a name, without an address or a phone number',
    ])
  })

  test('without headings, of too many rows or of none is refused with what to bring', () => {
    for (const text of ['', 'Name,Case\n', 'Ann Example,C-1\nBob Example,C-2', 'Name\nAnn'])
      expect(readAwardList(text, 10)).toHaveProperty('refused')
    expect(readAwardList(`Name,Case\n${'Ann,C\n'.repeat(11)}`, 10)).toEqual({ refused: 'A list has at most 10 rows.' })
  })
})

test.each([
  ['3/2/1984', '1984-02-03'],
  ['03.02.1984', '1984-02-03'],
  ['3rd Feb 1984', '1984-02-03'],
  ['1984-02-03', '1984-02-03'],
  ['1984-02-03 00:00:00', '1984-02-03'],
  ['29-February-1984', '1984-02-29'],
  ['02/13/1984', null],
  ['30/02/1984', null],
  ['3/2/84', null],
  ['1/1/2999', null],
  ['soon', null],
])('a date of birth typed as %s is %s', (typed, date) => {
  const read = readBirthDate(typed)
  expect('date' in read ? read.date : null).toBe(date)
})
