import { expect, test } from 'vitest'
import { spanName } from './trace-query.ts'

test('a query is called by its first word in a trace, whatever comment stands before it', () => {
  for (const sql of [
    'select 1',
    '\n  SELECT 1',
    '/* planned for its values */ select 1',
    '/* one */ /* two */\nselect(1)',
  ])
    expect(spanName(sql)).toBe('SELECT')
  expect(spanName('')).toBe('')
})
