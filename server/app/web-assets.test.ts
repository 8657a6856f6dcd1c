import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Assets, loadAssets } from './web-assets.ts'

let folder: string
let assets: Assets

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posy-assets-'))
  const client = join(folder, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await mkdir(join(client, '.vite'))
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(client, '.vite/manifest.json'), '{}')
  await writeFile(join(client, 'favicon.svg'), '<svg/>')
  await writeFile(join(client, 'assets/app-abc.js'), 'plain')
  await writeFile(join(client, 'assets/app-abc.js.br'), 'packed')
  assets = await loadAssets(client)
})
afterAll(() => rm(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  assets(new Request(`http://posy.example${path}`, { method, headers }))

test('the web server lets hashed files be cached without end and others for an hour, with the right types', async () => {
  const script = get('/assets/app-abc.js')!
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('Cache-Control')).toContain('immutable')
  expect(script.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(await script.text()).toBe('plain')
  expect(get('/favicon.svg')!.headers.get('Cache-Control')).toBe('public, max-age=3600')
})

test('the web server sends the compressed file to browsers that accept it', async () => {
  const compressed = get('/assets/app-abc.js', { 'accept-encoding': 'gzip, br' })!
  expect(compressed.headers.get('Content-Encoding')).toBe('br')
  expect(compressed.headers.get('Vary')).toBe('Accept-Encoding')
  expect(await compressed.text()).toBe('packed')
  expect(get('/assets/app-abc.js', { 'accept-encoding': 'gzip' })!.headers.get('Content-Encoding')).toBeNull()
})

test('the web server answers 304 when the browser has it, and HEAD without a body', async () => {
  const etag = get('/favicon.svg')!.headers.get('ETag')!
  expect(get('/favicon.svg', { 'if-none-match': etag })!.status).toBe(304)
  const head = get('/favicon.svg', {}, 'HEAD')!
  expect([await head.text(), head.headers.get('Content-Length')]).toEqual(['', '6'])
})

test.each([
  '/../secret.js',
  '/assets/../../secret.js',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '//secret.js',
  '/assets',
])('the web server never leaves its folder: %s', (path) => {
  expect(get(path)).toBeUndefined()
})

test('the web server does not serve the bundler’s notes, nor compressed files by name', () => {
  expect(get('/.vite/manifest.json')).toBeUndefined()
  expect(get('/assets/app-abc.js.br')).toBeUndefined()
  expect(get('/favicon.svg', {}, 'POST')).toBeUndefined()
})
