import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const compose = readFileSync('deploy/compose.yaml', 'utf8')

test('each server of the balancer is another container where compose puts Posy in place', () => {
  const [, rules] = compose.match(/sed '([^']+)'/)!
  let servers = readFileSync('deploy/haproxy.cfg', 'utf8')
    .match(/^\s+server .*$/gm)!
    .join('\n')
  for (const [, from, to] of rules!.matchAll(/s\/([^/]+)\/([^/]+)\//g))
    servers = servers.replace(new RegExp(from!, 'g'), to!)
  expect(servers).toMatch(/api:3000[\s\S]*web:3000/)
  expect(servers).not.toContain('127.0.0.1')
})

test('neither image nor repository takes in the settings and the certificate that compose reads', () => {
  for (const file of ['.gitignore', '.dockerignore'])
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['deploy/posy.env', 'deploy/posy.pem']),
    )
})
