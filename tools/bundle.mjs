/**
 * The server and the operator's command as few files: Node looks for and reads some thousand modules at each start otherwise.
 * `npm run build` makes them, see build.mjs.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './bootstrap.mjs'
import { PROGRAM_FOLDER } from './build.mjs'

/** What brings files of its own (native code, fonts, a database engine), or is loaded by few starts only. */
const LEFT_OUT = [
  ...['@electric-sql/pglite', '@node-rs/argon2', 'pdfkit', 'pino', 'sharp'],
  ...['@node-saml/node-saml', '@sentry/core', '@simplewebauthn/server', 'checkout-sdk-node', 'oidc-provider'],
  ...['openapi-sampler', 'selfsigned', 'twilio', 'vite', 'xml-crypto'],
  // Several copies would not know each other.
  '@opentelemetry',
]

const WEEK_MS = 7 * 86_400_000
/** Whatever asks where it is, but to find a package. */
const asks = /__dirname|__filename|import\.meta\.(?!dirname)(?<!createRequire\(import\.meta\.)/
/** Our modules find their files beside themselves, those of packages would not. */
const inPlace = {
  name: 'in-place',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    const isOurs = !id.includes('/node_modules/')
    if (asks.test(code) || (!isOurs && code.includes('import.meta.dirname')))
      throw new Error(
        `${id} may look for files beside itself: ${isOurs ? 'let it use import.meta.dirname' : 'leave its package out'}`,
      )
    if (!code.includes('import.meta.dirname')) return null
    const folder = JSON.stringify(`/${relative(PROGRAM_FOLDER, dirname(id))}`)
    return { code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`), map: null }
  },
}

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: { main: 'server/app/main.ts', cli: 'server/app/cli.ts' },
  external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [inPlace],
  // The same code, whole.
  treeshake: false,
})
// Processes that are not yet restarted may still need the others.
for (const path of readdirSync(PROGRAM_FOLDER).map((name) => join(PROGRAM_FOLDER, name)))
  if (path.endsWith('.sources') || statSync(path).mtimeMs < Date.now() - WEEK_MS) rmSync(path)
await bundle.write({
  dir: PROGRAM_FOLDER,
  // For those who start with NODE_OPTIONS=--enable-source-maps.
  sourcemap: true,
  sourcemapExcludeSources: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
