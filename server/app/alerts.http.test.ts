import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

/** What an operator puts into Prometheus and Grafana holds for the figures that processes tell. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('docs/operations/alerts.yml')
const dashboard = read('docs/operations/dashboard.json')
const runbooks = read('docs/operations/runbooks.md')

let app: TestApp
let told: string
beforeAll(async () => {
  app = await startTestApp()
  told = (await app.request('GET', '/metrics')).body as string
})
afterAll(() => app?.close())

const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))]
const figures = (text: string) => found(text, /\b((?:posy|process|nodejs)_[a-z0-9_]+)\b/g)

test.each([
  ['alerts', alerts],
  ['dashboard', dashboard],
])('every metric in the %s is one that processes export', (_, text) => {
  const known = new Set(found(told, /^# TYPE (\S+)/gm))
  const base = (name: string) => name.replace(/_(bucket|count)$/, '')
  expect(figures(text).filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([])
  expect(figures(text).length).toBeGreaterThan(10)
})

test('every metric of our own is on the dashboard', () => {
  const own = found(told, /^# TYPE (posy_\S+)/gm)
  const shown = figures(dashboard).join(' ')
  expect(own.filter((name) => !shown.includes(name))).toEqual([])
})

test('every alert has a runbook, and every runbook an alert', () => {
  const rules = found(alerts, /- alert: (\w+)/g)
  expect(found(runbooks, /^## (\w+)$/gm)).toEqual(rules)
  expect(found(alerts, /runbook: 'runbooks\.md#(\w+)'/g)).toEqual(rules.map((rule) => rule.toLowerCase()))
})

test('every command in a runbook is one of the operator’s', () => {
  const commands = found(runbooks, /`posy ([a-z]+(?: [a-z]+)?)/g)
  const usage = ['cli', 'bank-commands', 'settlement-commands', 'setup/commands']
    .map((name) => read(`server/app/${name}.ts`))
    .join('')
  expect(commands.filter((command) => !usage.includes(`posy ${command}`))).toEqual([])
  expect(commands.length).toBeGreaterThan(5)
})
