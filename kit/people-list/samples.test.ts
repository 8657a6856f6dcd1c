import { expect, test } from 'vitest'
import { samples, sampleText } from '#server/testing/people-lists.ts'
import { readPeopleList } from './read-people-list.ts'

test.each(samples)('a list as it comes from elsewhere is read as a person reads it: $title', (sample) => {
  const { file, contact = 'email', people, unread = [], question } = sample
  const list = readPeopleList(sampleText(file), { contact, beside: 'name' })
  const shown = list.people.map(({ row, address, other, name, notes, amount }) =>
    [row, address, other, name, notes, amount].join(' | ').replace(/(?: \| )+$/, ''),
  )
  expect({ people: shown, unread: list.unreadColumns, question: list.question?.columns }).toEqual({
    people,
    unread,
    question,
  })
})
