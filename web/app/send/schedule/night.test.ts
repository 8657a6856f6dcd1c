import { expect, test } from 'vitest'
import { isNight } from './night.ts'

test('the hours from 22:00 to 07:00 are the night, in which a text is asked about first', () => {
  for (const time of ['22:00', '23:59', '00:00', '06:59']) expect(isNight(`2026-03-02T${time}`), time).toBe(true)
  for (const time of ['07:00', '12:00', '21:59']) expect(isNight(`2026-03-02T${time}`), time).toBe(false)
})
