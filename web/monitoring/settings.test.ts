import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { propagationTargets, replayOptions } from './settings.ts'

test('recordings mask all text and inputs, block media, and keep to the figures of the specification', () => {
  expect(replayOptions).toMatchObject({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    minReplayDuration: 5000,
    maxReplayDuration: 3_600_000,
    flushMinDelay: 5000,
    flushMaxDelay: 5500,
    mutationLimit: 10_000,
  })
})

test('the figures that cannot be set are what the SDK has fixed', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('@sentry/browser'))
  const sdk = readFileSync(require.resolve('@sentry/replay'), 'utf8')
  const figure = (name: string) => Number(sdk.match(new RegExp(`const ${name} = ([\\w.]+);`))?.[1])
  expect(figure('SESSION_IDLE_PAUSE_DURATION')).toBe(5 * 60_000)
  expect(figure('SESSION_IDLE_EXPIRE_DURATION')).toBe(15 * 60_000)
  expect(figure('MAX_REPLAY_DURATION')).toBe(60 * 60_000)
  expect(figure('REPLAY_MAX_EVENT_BUFFER_SIZE')).toBe(20_000_000)
  expect(sdk).toMatch(/throttle\(\s*\(event, isCheckout\) => addEvent\(this, event, isCheckout\),[\s/.\w]*300,/)
})

test('the trace is passed on to our own hosts and to no one else', () => {
  const targets = propagationTargets(['gifts.acme.test', 'api.acme.test'])
  const isTold = (url: string) => targets.some((target) => target.test(url))
  const own = [
    '/home.data',
    'https://gifts.acme.test',
    'https://api.acme.test/v3/features',
    'http://gifts.acme.test:3000/',
  ]
  expect(own.map(isTold)).toEqual([true, true, true, true])
  const foreign = [
    '//evil.example/',
    'https://gifts.acme.test.evil.example/',
    'https://api.checkout.com/tokens',
    'https://evil.example/?https://api.acme.test/',
    'https://giftsXacme.test/',
  ]
  expect(foreign.filter(isTold)).toEqual([])
})
