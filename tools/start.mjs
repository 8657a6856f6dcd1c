/** `npm start` and `npm run dev`: from a fresh clone to a running Posy. Further arguments go to the server. */

import { becomeProjectNode, ensureInstalled } from './bootstrap.mjs'
import { build, isBuilt, program } from './build.mjs'

const [first, ...rest] = process.argv.slice(2)
const development = first === '--dev'
const serverArgs = development || first === undefined ? rest : [first, ...rest]

if (development) {
  ensureInstalled({ dev: true })
  const watched = ['server', 'contract', 'client', 'kit'].map((folder) => `--watch-path=${folder}`)
  becomeProjectNode(['--watch', ...watched, 'server/app/main.ts', ...serverArgs], { NODE_ENV: 'development' })
} else {
  ensureInstalled({ dev: false })
  const showsPages = !['api', 'worker'].includes(serverArgs[0] ?? process.env.ROLE ?? 'all')
  if (showsPages && !isBuilt('web')) {
    ensureInstalled({ dev: true })
    build('web')
  }
  becomeProjectNode([program('main'), ...serverArgs], { NODE_ENV: 'production' })
}
