import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkScript, walkThrough } from '#web/site/developers/walk-through.ts'
import { type Posy, startPosy } from './support/posy.ts'

/** The client as customers get it: a package installed into an empty folder, without a network. */
const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** How long someone takes to read one part of the walk and copy it. */
const SECONDS_TO_COPY = 20
const FIVE_MINUTES = 300

let posy: Posy
let folder: string
let installSeconds: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posy-client-'))
  for (const old of globSync(join(root, 'build/posy-client-*.tgz'))) rmSync(old)
  const startedMs = performance.now()
  execFileSync('sh', ['-c', walkThrough.pack], { cwd: root })
  const [tarball] = globSync(join(root, 'build/posy-client-*.tgz'))
  const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false' }
  execFileSync('sh', ['-c', walkThrough.install(tarball!)], { cwd: folder, env })
  installSeconds = (performance.now() - startedMs) / 1000
  folder = join(folder, 'walk')
  posy = await startPosy('postgres')
})
afterAll(async () => {
  await posy?.stop()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

/** The machine's own Node, such as a customer has, beside the one of this project. */
const nodes = [
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .flatMap((path) => globSync(join(path, 'node')))
    .slice(0, 1),
  process.execPath,
]

const runScript = async (node: string, name: string, source: string): Promise<string> => {
  writeFileSync(join(folder, name), source)
  const env = { PATH: process.env.PATH, POSY_URL: posy.url }
  return (await run(node, [name], { cwd: folder, env, timeout: 240_000 })).stdout
}

test('the client package has no dependencies', () => {
  const installed = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  expect(Object.keys(installed.packages)).toEqual(['', 'node_modules/posy-client'])
  const { version, dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/posy-client/package.json'), 'utf8'),
  )
  expect(dependencies).toBeUndefined()
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
})

test.each(nodes)(
  'a newcomer with %s redeems a gift and verifies its webhook within five minutes, by the client’s examples',
  async (node) => {
    const startedMs = performance.now()
    const output = await runScript(node, 'walk.mjs', walkScript(posy.url))
    const seconds = Math.ceil(installSeconds + (performance.now() - startedMs) / 1000)
    const copies = Object.keys(walkThrough).length
    console.info(`${copies} parts to copy, ${seconds} seconds of packing, installing and running`)
    expect(seconds + copies * SECONDS_TO_COPY).toBeLessThan(FIVE_MINUTES)
    expect(output).toMatch(/^Hello Acme integration$/m)
    expect(output).toMatch(/^Bought http.+\/g\/\w+$/m)
    expect(output).toMatch(/^Redeemed 1000 GBX$/m)
    expect(output).toMatch(/^Verified huggg.redeemed$/m)
    expect(output).toMatch(/^Told of the same gift$/m)
  },
)

test('the examples of the client’s README work as they stand', async () => {
  const readme = readFileSync(join(folder, 'node_modules/posy-client/README.md'), 'utf8')
  const parts = [...readme.matchAll(/```js\n([\s\S]+?)```/g)].map(([, code]) => code)
  const output = await runScript(nodes[0]!, 'readme.mjs', `${parts.join('\n')}\nconsole.log(typeof receiver.listen)`)
  expect(output).toMatch(/^http.+\/g\/\w+$/m)
  expect(output).toMatch(/^not_found No such team\./m)
  expect(output).toMatch(/^Daisy Coffee$/m)
  expect(output).toMatch(/^function$/m)
})

test('the client’s types say what a call takes and answers, to a compiler that knows nothing else', async () => {
  const source = `import { createClient, eachItem, unwrap, verifyWebhook } from 'posy-client'
const posy = createClient({ baseUrl: '', apiKey: '' })
const { data } = unwrap(await posy.getTeam({ params: { id: '' } }))
export const name: string = data.name
// @ts-expect-error: there is no such field
export const none = data.nonsense
// @ts-expect-error: a team is asked for by its id
await posy.getTeam()
for await (const brand of eachItem(posy.listBrandsV2)) console.log(brand.name.length)
for await (const budget of eachItem(posy.listBudgets, { query: { limit: 1 } })) console.log(budget.id)
const event = await verifyWebhook({ body: '', headers: {}, secret: '' })
if (event.type === 'transaction.created') {
  const order: string | null = event.data.orderId
  // @ts-expect-error: that is in another event
  console.log(order, event.data.participantId)
}
`
  writeFileSync(join(folder, 'typed.mts'), source)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', '']
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), [...options, 'typed.mts'], { cwd: folder })
  expect(stdout).toBe('')
})

test('a browser’s bundle of the client has nothing of Node, and calls with what browsers have', async () => {
  writeFileSync(join(folder, 'page.mjs'), `export { createClient, unwrap } from 'posy-client'`)
  const bundle = await rolldown({ input: join(folder, 'page.mjs'), platform: 'browser', cwd: folder })
  const { output } = await bundle.generate({ format: 'iife', name: 'posy', codeSplitting: false })
  await bundle.close()
  expect(output.flatMap((file) => (file.type === 'chunk' ? file.imports : []))).toEqual([])
  const timing = { setTimeout, clearTimeout, AbortController, DOMException }
  const web = {
    ...timing,
    fetch,
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    FormData,
    Blob,
    File,
    crypto,
    TextEncoder,
  }
  const page = createContext({ ...web, atob, AbortSignal, AbortController })
  const script = `${output[0].code}
posy.createClient({ baseUrl: ${JSON.stringify(posy.url)}, apiKey: ${JSON.stringify(posy.apiKey)} }).getMe()`
  const { pass } = await runInContext(script, page)
  expect(pass.data.user.firstName).toBe('Acme integration')
})

/** The block of docs/demo.md that calls `curl`, against this installation; each call then says its status. */
function demoCalls(): string {
  const page = readFileSync(join(root, 'docs/demo.md'), 'utf8')
  const block = [...page.matchAll(/```sh\n([\s\S]+?)```/g)]
    .map(([, code]) => code!)
    .find((code) => code.includes('curl'))!
  const here = block.replace('http://localhost:3000', posy.url)
  expect(here).not.toBe(block)
  return `curl() { command curl -w '\\n%{http_code}\\n' "$@"; }\n${here}`
}

const hasCurl = spawnSync('curl', ['--version']).status === 0

// Last: a month passes.
test.skipIf(!hasCurl)(
  'the four calls of docs/demo.md, as they are printed, buy, say the cost, move the clock and show the mail',
  async () => {
    const { stdout } = await run('sh', ['-c', demoCalls()], { timeout: 240_000 })
    const lines = stdout.trim().split('\n')
    expect(lines.filter((_, index) => index % 2)).toEqual(['201', '200', '200', '200'])
    const [bought, cost, moved, mailed] = lines
      .filter((_, index) => index % 2 === 0)
      .map((line) => JSON.parse(line).data)
    expect(bought.embedded.hugggs[0].launch_url).toMatch(/\/g\/\w+$/)
    const reference = { kind: 'transaction', id: bought.id }
    const effect = expect.objectContaining({ available: -bought.sale_total })
    expect(cost).toContainEqual(expect.objectContaining({ reference, effect }))
    expect(Date.parse(moved.now)).toBeGreaterThan(Date.parse(bought.created_at) + 27 * 86_400_000)
    const links = mailed.flatMap((message: { links: string[] }) => message.links)
    expect(links).toContain(bought.embedded.hugggs[0].launch_url)
  },
)
