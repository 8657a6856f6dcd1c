import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { ensureBuilt } from '#tools/build.mjs'
import { freePort } from '#tools/postgres.mjs'
import { type Balancer, openFront } from './front.ts'
import { type Block, readRunbook } from './runbook.ts'
import { Units } from './units.ts'
import { canMakeUsers, isOpenToAll, rememberUser, useradd } from './user.ts'

const SOURCE = join(import.meta.dirname, '../../..')
/** What the pages and files say of a machine's folders and ports; here they are in a folder, and free. */
const FOLDERS =
  /\/(?:etc\/(?:posy|systemd\/system|haproxy|pgbouncer)|opt\/posy|var\/lib\/posy|var\/backups\/posy|usr\/local\/bin)(?=[/\s"':]|$)/gm
const PORTS = ['3000', '3001', '3002', '3101', '3102'] as const

/** A machine as the operations pages assume it, in a folder of its own: a checkout, settings, units, a balancer. */
export interface Machine {
  /** Where people and programs reach it. */
  url: string
  units: Units
  /** Where a file of the pages is. */
  path(named: string): string
  /** The port that a page's one stands for. */
  port(named: (typeof PORTS)[number]): number
  /** Runs a section of a page of docs/operations. `settings` replace those of the files it writes. @returns what was printed */
  follow(page: string, section: string, given?: Given): Promise<string>
  /** @throws with what it printed where it ends in anything but 0 */
  shell(commands: string, variables?: Record<string, string>): Promise<string>
  close(): Promise<void>
}
interface Given {
  variables?: Record<string, string>
  settings?: Record<string, string>
}

/** @param databaseUrl of the server's superuser, through whatever address the installation is to use */
export async function openMachine(databaseUrl: string): Promise<Machine> {
  ensureBuilt('web', 'program')
  const root = mkdtempSync(join(tmpdir(), 'posy-machine-'))
  chmodSync(root, 0o755)
  const ports = new Map<string, number>()
  for (const port of PORTS) ports.set(port, await freePort())
  const publicPort = await freePort()
  const here = (content: string) =>
    content
      .replace(FOLDERS, (path) => root + path)
      .replace(/(?<=[@: ])(3000|3001|3002|3101|3102)(?=[\s:;/"]|$)/gm, (port) => String(ports.get(port)))
      .replaceAll('/usr/bin/node', join(root, 'opt/posy/node_modules/.bin/node'))
      .replaceAll(' -g posy', canMakeUsers() ? ' -g posy' : '')
      .replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${publicPort}`)
  for (const folder of [
    'etc/systemd/system',
    'etc/haproxy',
    'etc/pgbouncer',
    'var/lib',
    'var/backups/posy',
    'usr/local/bin',
    'bin',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  checkOut(join(root, 'opt/posy'), here)
  writeFileSync(join(root, 'bin/useradd'), useradd, { mode: 0o755 })
  const removeUser = rememberUser()
  const compiled = join(tmpdir(), 'posy-compiled')
  // Two users fill it: each in a folder of its own.
  mkdirSync(compiled, { recursive: true })
  if (canMakeUsers()) chmodSync(compiled, 0o1777)

  const environment = {
    PATH: [join(root, 'bin'), join(root, 'usr/local/bin'), process.env.PATH].join(delimiter),
    HOME: root,
    // Not a shell that someone has logged in to.
    SHLVL: '2',
    // Each of the operator's commands would read the whole program again.
    NODE_COMPILE_CACHE: compiled,
  }
  const units = new Units(join(root, 'etc/systemd/system'), environment)
  let front: Balancer | null = null
  const systemctl = await serveSystemctl(root, async (words) => {
    if (words.at(-1) !== 'haproxy') return units.control(words)
    await front?.close()
    front = await openFront(publicPort, join(root, 'etc/haproxy/haproxy.cfg'))
  })

  const shell: Machine['shell'] = (commands, variables = {}) =>
    new Promise((resolve, reject) =>
      execFile(
        'bash',
        ['-euo', 'pipefail', '-c', here(commands)],
        { cwd: root, env: { ...environment, ...variables } },
        (error, stdout, stderr) =>
          error ? reject(new Error(`${commands}\n${stdout}${stderr}`, { cause: error })) : resolve(stdout + stderr),
      ),
    )
  const run = async (block: Block, { variables, settings = {} }: Given): Promise<string> => {
    if (block.kind === 'file') {
      writeFileSync(here(block.path), here(withSettings(block.text, settings)))
      return ''
    }
    if (block.language === 'sql') return runSql(databaseUrl, block.text)
    return shell(block.text, variables)
  }
  return {
    url: `http://localhost:${publicPort}`,
    units,
    path: (named) => here(named),
    port: (named) => ports.get(named)!,
    shell,
    follow: async (page, section, given = {}) => {
      const blocks = readRunbook(readFileSync(join(SOURCE, 'docs/operations', page), 'utf8')).get(section)
      if (!blocks?.length) throw new Error(`${page} has nothing to run under “${section}”`)
      let output = ''
      for (const block of blocks) output += await run(block, given)
      return output
    },
    close: async () => {
      await units.stopAll()
      await front?.close()
      await systemctl.close()
      removeUser()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** What git would check out, with what is installed and built beside it. */
function checkOut(folder: string, here: (content: string) => string): void {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: SOURCE,
    maxBuffer: 2 ** 26,
  })
  for (const name of names
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(join(SOURCE, name)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(SOURCE, name), join(folder, name))
  }
  // A checkout in someone's own home is closed to the user `posy`: it gets the same files under another name, or copies.
  const [packages, there] = [join(SOURCE, 'node_modules'), join(folder, 'node_modules')]
  if (isOpenToAll(packages)) symlinkSync(packages, there)
  else if (spawnSync('cp', ['-al', packages, there]).status !== 0) execFileSync('cp', ['-a', packages, folder])
  for (const built of ['build', '.program']) cpSync(join(SOURCE, built), join(folder, built), { recursive: true })
  for (const entry of readdirSync(join(folder, 'deploy'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(path, here(readFileSync(path, 'utf8')))
  }
}

/** A file of settings with other values, and more lines where it has no such setting. */
function withSettings(file: string, settings: Record<string, string>): string {
  const left = new Map(Object.entries(settings))
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => {
      const name = line.split('=')[0]!
      const value = left.get(name)
      left.delete(name)
      return value === undefined ? line : `${name}="${value}"`
    })
  return `${[...lines, ...[...left].map(([name, value]) => `${name}="${value}"`)].join('\n')}\n`
}

/** Statement by statement: some may not stand in a transaction. */
async function runSql(url: string, script: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of script.split(/;\n/)) if (statement.trim()) await client.query(statement)
  } finally {
    await client.end()
  }
  return ''
}

/** A `systemctl` on the machine's PATH that does what it is told here. */
async function serveSystemctl(root: string, handle: (words: string[]) => Promise<void>) {
  const server = createServer(async (incoming, outgoing) => {
    const words = JSON.parse(await text(incoming)) as string[]
    await handle(words).then(
      () => outgoing.end(),
      (error: Error) => outgoing.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const command = join(root, 'bin/systemctl')
  writeFileSync(
    command,
    `#!${process.execPath}
fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}', { method: 'POST', body: JSON.stringify(process.argv.slice(2)) })
  .then(async (answer) => answer.ok || (console.error(await answer.text()), process.exit(1)))
`,
  )
  chmodSync(command, 0o755)
  return { close: () => new Promise((resolve) => server.close(resolve)) }
}
