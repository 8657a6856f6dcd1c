import { expect, test } from 'vitest'
import { statusOn } from './linked-account.ts'

test('an employee has left from their last day on, whatever their status says, and not before', () => {
  const active = { status: 'active', lastDay: '2026-03-02' } as const
  expect(['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => statusOn(active, day))).toEqual([
    'active',
    'inactive',
    'inactive',
  ])
  expect(statusOn({ status: 'pending', lastDay: null }, '2026-03-03')).toBe('pending')
})
