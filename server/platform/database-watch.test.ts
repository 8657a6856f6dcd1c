import { expect, test } from 'vitest'
import { FollowedClock } from './database-watch.ts'

/** A machine whose clocks stand still until told. */
const machine = { date: 1_000_000, running: 500, dateMs: () => machine.date, runningMs: () => machine.running }
const pass = (ms: number) => {
  machine.date += ms
  machine.running += ms
}

test('the database watch follows the database’s time, whatever this machine’s date is, and tells how far that is off', () => {
  const clock = new FollowedClock(machine)
  clock.read(machine.running, 9_000_000)
  expect(clock.nowMs()).toBe(9_000_000)
  expect(clock.skewMs).toBe(-8_000_000)
  pass(60_000)
  expect(clock.nowMs()).toBe(9_060_000)
  machine.date += 90_000
  expect(clock.nowMs()).toBe(9_060_000)
  expect(clock.skewMs).toBe(-7_910_000 - 0)
})

test('the database watch’s time is within what each reading allows, does not jitter, and ignores readings that took long', () => {
  const clock = new FollowedClock(machine)
  clock.read(machine.running - 20, 1000)
  expect(clock.nowMs()).toBe(1010)
  pass(2000)
  clock.read(machine.running - 100, 2950)
  expect(clock.nowMs()).toBe(3010)
  clock.read(machine.running - 2, 3100)
  expect(clock.nowMs()).toBe(3100)
  clock.read(machine.running - 5000, 90_000)
  expect(clock.nowMs()).toBe(3100)
})
