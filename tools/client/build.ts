/**
 * Builds the installable client into `build/posy-client`: one file without dependencies, and plain types. `npm run pack:client`
 * makes the package of it.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { contract } from '#contract/index.ts'
import { TEST_EVENT, testEvent, webhookEvents, webhookPayload } from '#contract/webhooks/webhook-events.ts'
import { clientTypes, webhookTypes } from './types.ts'

const root = join(import.meta.dirname, '../..')

/** Their types are their own; those of `client.ts` are made from the contract. */
const TYPED = ['each-item', 'errors', 'hosts', 'options', 'result', 'webhooks']

/** What `client/index.ts` exports, and the types that go with it. */
const INDEX = `export * from './client.js'
export { eachItem, type Paged } from './each-item.js'
export * from './errors.js'
export { apiHost, type Hosts } from './hosts.js'
export * from './options.js'
export { isPass, type Result, unwrap } from './result.js'
export * from './webhooks.js'
`

export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'client/package'), folder, { recursive: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
  const bundle = await rolldown({ input: join(root, 'client/index.ts'), platform: 'neutral', cwd: root })
  await bundle.write({ file: join(folder, 'index.js'), format: 'esm', codeSplitting: false })
  await bundle.close()
  for (const name of TYPED) writeFileSync(join(folder, `${name}.d.ts`), declarations(name))
  writeFileSync(join(folder, 'client.d.ts'), clientTypes(contract))
  const events = Object.entries({ ...webhookEvents, [TEST_EVENT]: testEvent })
  const payloads = events.map(([type, { summary, data }]) => [summary, webhookPayload(type, data)] as const)
  writeFileSync(join(folder, 'webhook-events.d.ts'), webhookTypes(payloads))
  writeFileSync(join(folder, 'index.d.ts'), INDEX)
}

/** @throws Error where a type is not written out */
function declarations(name: string): string {
  const file = join(root, 'client', `${name}.ts`)
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'))
  if (errors.length) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code.replace(/from ['"](?:#contract(?:\/[\w-]+)*|\.)\/([\w-]+)\.ts['"]/g, "from './$1.js'")
}

if (process.argv[1] === import.meta.filename) await buildClient(join(root, 'build/posy-client'))
