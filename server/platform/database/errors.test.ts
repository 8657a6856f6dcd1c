import { expect, test } from 'vitest'
import { databaseErrorText } from './errors.ts'

test('an error of the database is told in words, whatever it is handed over as', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  const ended = new Error('Connection terminated unexpectedly')
  for (const [error, text] of [
    [ended, 'Connection terminated unexpectedly'],
    [refused, 'ECONNREFUSED'],
    [new AggregateError([refused, ended], ''), 'ECONNREFUSED; Connection terminated unexpectedly'],
    // As pg-boss copies what it caught.
    [{ ...ended, message: ended.message, queue: 'mail', worker: '1' }, 'Connection terminated unexpectedly'],
    [{ ...refused, message: '', queue: 'mail', worker: '1' }, 'ECONNREFUSED'],
    [{ queue: 'mail' }, '{"queue":"mail"}'],
    ['away', 'away'],
  ] as const)
    expect(databaseErrorText(error)).toBe(text)
})
