/** The Chromium that the browser tests drive: one that is there, or else one installed now. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The one without windows first: journeys are quicker in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  ...['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].flatMap((folder) =>
    [...names, 'chrome'].map((name) => join(folder, name)),
  ),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string} the path of a Chromium that can be run */
export function ensureChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file.`)
  }
  const found = findChromium() ?? installChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (apt-get install chromium), or set CHROMIUM_PATH to one.',
  )
}

function findChromium() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...usualPlaces, ...playwrightDownloads()].find((path) => existsSync(path))
}

/** Browsers that `playwright install` left on this machine. */
function playwrightDownloads() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name))
  return versions.flatMap((name) =>
    ['chrome-linux64', 'chrome-linux'].map((part) => join(folder, name, part, 'chrome')),
  )
}

function installChromium() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser tests (apt-get)…')
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update', '-q')
  const install = (/** @type {string} */ name) => apt('install', '-y', '-q', '--no-install-recommends', name)
  // Ubuntu has the second only.
  if (install('chromium-headless-shell').status !== 0) install('chromium')
  return findChromium()
}
