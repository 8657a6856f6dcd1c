import { expect, test } from 'vitest'
import { greetingName, nameFields } from './greeting-name.ts'

test('a letter greets by the first name where a name is plainly a first and a last one', () => {
  for (const name of ['Sam Lee', ' Sam  Lee ', 'Sam O’Neill', 'Sam de Souza', 'Sam van der Berg', 'Sam'])
    expect(greetingName(name), name).toBe('Sam')
  expect(greetingName('Anne-Marie Müller')).toBe('Anne-Marie')
  for (const [name, first] of [
    ...[
      ['Олена Коваленко', 'Олена'] as const,
      ['Марина Иванова', 'Марина'] as const,
      ['Елена Димитрова', 'Елена'] as const,
    ],
    ['Μαρία Παπαδοπούλου', 'Μαρία'],
  ] as const)
    expect(greetingName(name), name).toBe(first)
})

test('a letter greets by the name as it was written where it may be anything else', () => {
  for (const name of [
    ...[
      '',
      'Dr Lee',
      'Mrs Lee',
      'The Lees',
      'Aunt May',
      'Team Leeds',
      'Lee Family',
      'Acme Ltd',
      'Amy and Bob',
      'Amy & Bob',
    ],
    ...[
      'J. Lee',
      'SAM LEE',
      'sam lee',
      'Lee, Sam',
      'Mary Ann Lee',
      'Room 4',
      '山田 太郎',
      'Иванова Анна',
      'Коваленко Олена',
      'Анна Петровна Иванова',
      'ОЛЕНА КОВАЛЕНКО',
      'sam@x.test',
    ],
  ])
    expect(greetingName(name), name).toBe(name)
})

test('a form is filled with a first and a last name where they are plain, and left empty where they may be anything else', () => {
  expect(nameFields(' Sam  Lee ')).toEqual({ firstName: 'Sam', surname: 'Lee' })
  expect(nameFields('Jan van der Berg')).toEqual({ firstName: 'Jan', surname: 'van der Berg' })
  expect(nameFields('Sam')).toEqual({ firstName: 'Sam', surname: '' })
  for (const name of ['', 'Dr Lee', 'Team Leeds', 'Mary Ann Lee', 'Lee, Sam', 'Room 4', 'Everyone', 'sam@x.test'])
    expect(nameFields(name), name).toEqual({ firstName: '', surname: '' })
})
