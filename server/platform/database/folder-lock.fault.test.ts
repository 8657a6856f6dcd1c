import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

const TAKER = `
import { lockFolder } from '${join(import.meta.dirname, 'folder-lock.ts')}'
const [folder, options] = process.argv.slice(1)
lockFolder(folder, JSON.parse(options)).then(
  () => console.log('held by ' + process.pid),
  (error) => (console.log('refused: ' + error.message), process.exit(1)))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
`
/** Each of them has processes numbered from one, as containers do. */
const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const hasContainers = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true']).status === 0

let folder: string
let takers: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posy-folder-'))
  takers = []
})
afterEach(() => {
  for (const taker of takers) taker.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A process that takes the folder: itself, and the one line that it says of it. */
function startTaker({ within = [] as readonly string[], options = {} } = {}) {
  const [program, ...words] = [
    ...within,
    process.execPath,
    '--input-type=module',
    '--eval',
    TAKER,
    folder,
    JSON.stringify(options),
  ]
  const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  takers.push(child)
  const said = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim())
  return { child, said }
}

async function kill({ child }: { child: ChildProcess }): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe.each([
  ['a folder that takes sockets', {}],
  ['a folder that takes none', { takesSockets: false, watchMs: 6000 }],
])('the lock of %s', (_, options) => {
  test.runIf(hasContainers)(
    'refuses the second of two containers where both are process 1, in so many words',
    async () => {
      const first = startTaker({ within: CONTAINER, options })
      expect(await first.said).toBe('held by 1')
      const second = startTaker({ within: CONTAINER, options })
      expect(await second.said).toMatch(
        /^refused: The data folder \S+ is in use by another process \(number 1 where it runs\)\. Stop it/,
      )
      await kill(first)
      expect(await startTaker({ within: CONTAINER, options }).said).toBe('held by 1')
    },
  )

  test('refuses the second of two processes with one number', async () => {
    const release = await lockFolder(folder, options)
    await expect(lockFolder(folder, options)).rejects.toThrow(FolderInUse)
    release()
    expect(readdirSync(folder)).toEqual([])
    const again = await lockFolder(folder, options)
    again()
  })

  test('goes to one of eight that take it at once after its holder was killed', async () => {
    let holder = startTaker({ options })
    expect(await holder.said).toMatch(/^held/)
    for (let round = 0; round < 3; round++) {
      const racing = Array.from({ length: 8 }, () => startTaker({ options }))
      // They are refused as long as it lives, and may begin before it is dead.
      await kill(holder)
      const said = await Promise.all(racing.map((taker) => taker.said))
      const late = said.some((words) => words.startsWith('held')) ? undefined : startTaker({ options })
      const all = late ? [...said, await late.said] : said
      expect(
        all.filter((words) => words.startsWith('held')),
        all.join('\n'),
      ).toHaveLength(1)
      holder = late ?? racing[said.findIndex((words) => words.startsWith('held'))]!
    }
  })
})

test('exactly one of eight processes that start at once on a folder whose holder is dead gets it, each time', async () => {
  for (let round = 0; round < 5; round++) {
    const racing = Array.from({ length: 8 }, () => startTaker())
    const said = await Promise.all(racing.map((taker) => taker.said))
    expect(
      said.filter((words) => words.startsWith('held')),
      said.join('\n'),
    ).toHaveLength(1)
    await Promise.all(racing.filter((_, n) => said[n]!.startsWith('held')).map(kill))
  }
})

test('a process that hangs keeps the lock of its folder', async () => {
  const holder = startTaker()
  await holder.said
  holder.child.kill('SIGSTOP')
  expect(await startTaker().said).toMatch(/^refused/)
})

test('a folder can be locked whose path is longer than any address of a socket', async () => {
  const root = folder
  folder = join(root, 'a-folder-with-a-long-name/'.repeat(8))
  mkdirSync(folder, { recursive: true })
  const holder = startTaker()
  expect(await holder.said).toMatch(/^held/)
  expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toHaveLength(1)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  await kill(holder)
  const release = await lockFolder(folder)
  release()
  folder = root
})

test('a folder held by a process of the release before, which wrote its number, is refused', async () => {
  writeFileSync(join(folder, 'posy.lock'), String(process.ppid))
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.ppid}`)
  // What this release wrote says nothing once its socket is dead: numbers come again.
  writeFileSync(join(folder, 'posy.lock'), `${process.ppid}\n`)
  const release = await lockFolder(folder)
  release()
})
