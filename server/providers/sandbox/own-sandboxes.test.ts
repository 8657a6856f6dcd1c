import { describe, expect, test } from 'vitest'
import { openLog } from '#server/platform/log.ts'
import { OwnSandboxes, type StartedSandbox } from './own-sandboxes.ts'

const startedAt = (port: number, stopped: number[] = []): StartedSandbox => ({
  url: `http://localhost:${port}`,
  apiKey: 'posy_key',
  now: () => '2026-03-02T10:00:00.000Z',
  stop: async () => void stopped.push(port),
})

describe('sandboxes of one’s own', () => {
  test('are five at most, those that are still starting included; one that is stopped makes room', async () => {
    const sandboxes = new OwnSandboxes(openLog('silent'))
    let port = 0
    sandboxes.startBy(async () => startedAt(++port))
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => sandboxes.start()))
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
    await expect(sandboxes.start()).rejects.toMatchObject({ code: 'wrong_state' })
    await sandboxes.stop(sandboxes.list().running[0]!.id)
    await sandboxes.start()
    expect(sandboxes.list().running.map(({ url }) => url.at(-1))).toEqual(['2', '3', '4', '5', '6'])
  })

  test('take no room where they could not be started, and that is said', async () => {
    const sandboxes = new OwnSandboxes(openLog('silent'))
    sandboxes.startBy(() => Promise.reject(new Error('the disk is full')))
    for (let tries = 0; tries < 6; tries++)
      await expect(sandboxes.start()).rejects.toMatchObject({ code: 'unavailable' })
    expect(sandboxes.list()).toEqual({ most: 5, running: [] })
  })

  test('all end with the one that started them, those that are still starting too', async () => {
    const sandboxes = new OwnSandboxes(openLog('silent'))
    const stopped: number[] = []
    const late = Promise.withResolvers<StartedSandbox>()
    const starts = [Promise.resolve(startedAt(1, stopped)), late.promise]
    sandboxes.startBy(() => starts.shift()!)
    await sandboxes.start()
    const starting = sandboxes.start()
    const ended = sandboxes.stopAll()
    late.resolve(startedAt(2, stopped))
    await Promise.all([starting, ended])
    expect(stopped.sort()).toEqual([1, 2])
    await expect(sandboxes.start()).rejects.toMatchObject({ code: 'wrong_state' })
  })
})
