import { expect, test } from 'vitest'
import { linesSought } from './queries.ts'
import { seekLine } from './seek-lines.ts'

test('an amount is read as people type it, and letters of a reference in whatever marks', () => {
  for (const typed of ['500', '500.00', '£500', ' £ 500.0 ', '-500']) expect(seekLine(typed).pence, typed).toBe(50_000)
  for (const typed of ['1,250.50', '£1250.5', '1 250.50', '1.250,50', '−1250,50', '１２５０.50'])
    expect(seekLine(typed).pence, typed).toBe(125_050)
  for (const typed of ['HGDEMO4010', '500.123', '5 apples', '', '1,25,0', '£'])
    expect(seekLine(typed).pence, typed).toBeNull()
  for (const typed of ['hgdemo 4010', 'HGDEMO4010', 'hg-demo 40/10']) expect(seekLine(typed).letters).toBe('HGDEMO4010')
  expect([seekLine('abc').letters, linesSought('ab'), linesSought('')]).toEqual([null, null, null])
})
