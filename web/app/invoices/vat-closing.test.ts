import { describe, expect, test } from 'vitest'
import type { VatPeriods } from '#contract/orders/vat-periods.ts'
import { isClosable, nextPeriod } from './vat-closing.server.ts'

describe('a VAT period', () => {
  test('can be closed when it is whole months, over, and right after the one before', () => {
    const is = (from: string, until: string, nextFrom: string | null = null) =>
      isClosable({ from, until }, nextFrom, '2026-07-01')
    expect(is('2026-04-01', '2026-06-30')).toBe(true)
    expect(is('2026-06-01', '2026-06-30', '2026-06-01')).toBe(true)
    expect(is('2025-07-01', '2026-06-30')).toBe(true)
    expect(is('2025-06-01', '2026-06-30')).toBe(false)
    expect(is('2026-04-02', '2026-06-30')).toBe(false)
    expect(is('2026-04-01', '2026-06-29')).toBe(false)
    expect(is('2026-04-01', '2026-06-30', '2026-06-01')).toBe(false)
    expect(is('2026-07-01', '2026-07-31')).toBe(false)
    expect(is('2026-07-01', '2026-06-30')).toBe(false)
  })

  test('is as long as the one before it, and offered once it is over', () => {
    const closed = (from: string, until: string, nextFrom: string) =>
      ({ nextFrom, periods: [{ from, until }] }) as unknown as VatPeriods
    const quarter = closed('2026-01-01', '2026-03-31', '2026-04-01')
    expect(nextPeriod(quarter, '2026-07-01')).toEqual({ from: '2026-04-01', until: '2026-06-30' })
    expect(nextPeriod(quarter, '2026-06-30')).toBeNull()
    expect(nextPeriod(closed('2026-01-01', '2026-01-31', '2026-02-01'), '2026-03-01')).toEqual({
      from: '2026-02-01',
      until: '2026-02-28',
    })
    expect(nextPeriod({ nextFrom: null, periods: [] } as unknown as VatPeriods, '2026-07-01')).toBeNull()
  })
})
