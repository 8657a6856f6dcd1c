/**
 * What every entry point needs before it can do anything: the dependencies, and with them the project's own Node.
 * Runs on whatever Node the machine has (20.11 or newer), so it uses built-in modules only.
 */
import './node-version.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { onParentGone } from '../server/app/parent.mjs'
import { installTrouble } from './install-trouble.mjs'

export const root = join(import.meta.dirname, '..')

/** The Node this project is written for, installed as a dependency of the same name. */
export const projectNode = join(root, 'node_modules/.bin/node')

/**
 * Runs `npm ci` unless node_modules already holds what package-lock.json asks for.
 * @param {{ dev: boolean }} options whether the development dependencies are needed as well
 */
export function ensureInstalled({ dev }) {
  if (isInstalled(root, { dev })) return
  console.log(
    'Installing dependencies (npm ci). This takes one to five minutes, by the network; the next start is quick.',
  )
  const begunMs = performance.now()
  // Its messages are held back until it is known whether they say more than one sentence does.
  const { status, stderr, error } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, PATH: pathWithoutProjectBinaries() },
  })
  if (status !== 0) {
    const trouble = installTrouble(stderr ?? '', root)
    console.error(trouble ?? `${error?.message ?? stderr}\nnpm ci failed; its messages are above.`)
    process.exit(status ?? 1)
  }
  process.stderr.write(stderr)
  console.log(`Installed in ${Math.round((performance.now() - begunMs) / 1000)} seconds.`)
  if (!existsSync(projectNode)) {
    console.error("npm ci did not install the project's own Node. Are install scripts switched off (ignore-scripts)?")
    process.exit(1)
  }
}

/**
 * npm records what it installed in node_modules/.package-lock.json: compare that with what is wanted.
 * Optional packages may be absent: npm leaves out those for other platforms.
 * @param {string} folder
 * @param {{ dev: boolean }} options
 */
export function isInstalled(folder, { dev }) {
  const installedLock = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installedLock) || !existsSync(join(folder, 'node_modules/.bin/node'))) return false
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(installedLock)
  return Object.entries(wanted).every(([path, { version, ...is }]) => {
    if (path === '' || (is.dev && !dev)) return true
    const found = installed[path]
    return found ? found.version === version : is.optional || is.devOptional
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** npm must not run on the very Node that it is about to replace. */
function pathWithoutProjectBinaries() {
  const directories = (process.env.PATH ?? '').split(delimiter)
  return directories.filter((directory) => !directory.endsWith(join('node_modules', '.bin'))).join(delimiter)
}

/**
 * Hands this process over to the project's Node: same terminal, same process where this Node can do that (signals then
 * arrive directly), else a child that signals are passed on to and whose exit code is ours.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function becomeProjectNode(args, env = {}) {
  const whole = { ...process.env, ...env }
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    const real = realpathSync(projectNode)
    process.chdir(root)
    process.execve(real, [real, ...args], whole)
  }
  const child = spawn(projectNode, args, { cwd: root, stdio: 'inherit', env: whole })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) onParentGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Cannot run ${projectNode}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}
