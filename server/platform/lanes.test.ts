import { expect, test } from 'vitest'
import { FairShare } from './http/fair-share.ts'
import { Lanes } from './lanes.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
const tick = () => new Promise((resolve) => setImmediate(resolve))

test('an urgent job finds a lane however many background ones wait, and goes before normal ones', async () => {
  const lanes = new Lanes(3, 1)
  const order: string[] = []
  const hold = gate()
  const job = (name: string, urgency: 'urgent' | 'normal' | 'background') =>
    lanes.run(urgency, async () => {
      order.push(name)
      await hold.opened
    })
  const all = [job('export 1', 'background'), job('export 2', 'background'), job('export 3', 'background')]
  all.push(job('mail 1', 'urgent'), job('event 1', 'normal'), job('event 2', 'normal'), job('mail 2', 'urgent'))
  await tick()
  expect(order).toEqual(['export 1', 'mail 1', 'event 1'])
  hold.open()
  await Promise.all(all)
  expect(order.slice(3, 5)).toEqual(['mail 2', 'event 2'])
  expect(order).toHaveLength(7)
})

test('one caller has at most its share of lanes, others continue, and each turn is passed on', async () => {
  const shares = new FairShare(5)
  const hold = gate()
  let running = 0
  const stuck = Array.from({ length: 6 }, () =>
    shares.run('team a', async () => {
      running += 1
      await hold.opened
    }),
  )
  await tick()
  expect(running).toBe(2)
  expect(await shares.run('team b', async () => 'served')).toBe('served')
  expect(await shares.run(null, async () => 'served')).toBe('served')
  hold.open()
  await Promise.all(stuck)
  expect(running).toBe(6)
})
