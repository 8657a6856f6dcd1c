import { expect, test } from 'vitest'
import { fieldSentence, invalidFields } from './problem.ts'

test('a refusal of fields is told in sentences that name them, of many the first three', () => {
  const wrong = (path: string) => ({ path, message: 'must be a number' })
  expect(invalidFields([wrong('per_page')]).message).toBe('per_page must be a number.')
  expect(invalidFields(['a', 'b'].map(wrong)).message).toBe('a must be a number. b must be a number.')
  expect(invalidFields(['a', 'b', 'c', 'd'].map(wrong)).message).toBe(
    'a must be a number. b must be a number. c must be a number. 1 more field is not right.',
  )
  expect(invalidFields([wrong('per_page')]).details).toEqual([wrong('per_page')])
})

test('a message that does not complete the name of its field is a whole sentence', () => {
  expect(fieldSentence({ path: 'csv', message: 'give receivers once: in the purchase or as CSV' })).toBe(
    'Give receivers once: in the purchase or as CSV.',
  )
  expect(fieldSentence({ path: 'lines', message: 'Which of them?' })).toBe('Which of them?')
})
