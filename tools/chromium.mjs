/** The Chromium that the browser tests drive: one that is there, the one that npm brought, or one installed now. */

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { root } from './bootstrap.mjs'
import { installPackages, isBareMachine } from './programs.mjs'

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
  const found = (isBareMachine() ? undefined : findChromium()) ?? unpackChromium() ?? installChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (apt-get install chromium), or set CHROMIUM_PATH to one.',
  )
}

/** @returns {string | undefined} one that this machine has */
export function findChromium() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...usualPlaces, ...playwrightDownloads()].find((path) => existsSync(path))
}

/**
 * The package @sparticuz/chromium holds a Chromium for Linux with the libraries and fonts that a bare machine lacks. They
 * are unpacked once, beside it.
 * @returns {string | undefined} none on other systems, and where npm left it out
 */
export function unpackChromium() {
  const packed = join(root, 'node_modules/@sparticuz/chromium')
  const unpacked = join(packed, 'unpacked')
  const program = join(unpacked, 'chromium-with-libraries')
  if (existsSync(program)) return program
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  const contents = (/** @type {string} */ name) => brotliDecompressSync(readFileSync(join(packed, 'bin', name)))
  const folder = mkdtempSync(`${unpacked}-`)
  writeFileSync(join(folder, 'chromium'), contents('chromium.br'))
  for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
    const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: contents(name), maxBuffer: 2 ** 28 })
    if (status !== 0) throw new Error(`${name} could not be unpacked: ${stderr}`)
  }
  writeFileSync(join(folder, 'chromium-with-libraries'), launcher)
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<fontconfig><dir>${unpacked}/fonts</dir><cachedir>${unpacked}/cache</cachedir></fontconfig>\n`,
  )
  for (const name of ['chromium', 'chromium-with-libraries']) chmodSync(join(folder, name), 0o755)
  try {
    renameSync(folder, unpacked)
  } catch (error) {
    // Another run of the tests was quicker.
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  return program
}

/** What the machine has goes first: the packed libraries and fonts are for one that has none. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`

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
  // Ubuntu has the second only.
  installPackages('chromium-headless-shell', 'chromium')
  return findChromium()
}
