import { expect, test } from 'vitest'
import { withPence } from './amount-options.ts'

const read = (values: Record<string, string | undefined>) => {
  const said: string[] = []
  return { values: withPence(values, (line) => said.push(line)), said }
}

test('a command’s amount is read as people type it, and shown back', () => {
  const { values, said } = read({ amount: '1.250,50', reason: 'seen' })
  expect(values).toMatchObject({ 'amount-pence': '125050', pence: '125050', reason: 'seen' })
  expect(said).toEqual(['--amount is read as 1250.50'])
  expect(read({ amount: '12,50' }).values['amount-pence']).toBe('1250')
  expect(read({ amount: '-3.90' }).values.pence).toBe('-390')
  expect(read({ credit: '£5,000' }).values['credit-pence']).toBe('500000')
})

test('an amount in whole pence takes digits alone', () => {
  expect(read({ 'amount-pence': '1250', pence: '-390' })).toEqual({
    values: { 'amount-pence': '1250', pence: '-390' },
    said: [],
  })
  for (const text of ['12.00', '1e3', '1,250', '0x10', '', '12,50'])
    expect(() => read({ 'amount-pence': text })).toThrow('takes whole pence')
})

test('a text that is no amount, or an amount given twice, is refused', () => {
  for (const amount of ['ten', '1.250', '1,25,000', '']) expect(() => read({ amount })).toThrow('is no amount')
  expect(() => read({ amount: '5', pence: '500' })).toThrow('give one of them')
})
