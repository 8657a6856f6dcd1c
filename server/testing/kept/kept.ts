import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { demo } from '#server/app/demo/ids.ts'
import type { Contents } from '../databases.ts'

/** A used database of the last release of the old line, as it was left (README.md tells what is in it). */
export const keptOldLine: Contents = {
  name: 'kept of the old line',
  prepare: (database) => {
    const dump = gunzipSync(readFileSync(join(import.meta.dirname, 'old-line.sql.gz'))).toString('utf8')
    return database.session((session) => database.executeScript(session, `${dump}\nreset all;`))
  },
  fill: async () => {},
}

/** What a customer's program bought there, under this key. */
export const keptPurchase = {
  id: '01a21506-663e-7016-8890-261fa844649c',
  idempotencyKey: 'kept-across-the-upgrade',
  body: {
    purchase: {
      type: 'bulkHugggs',
      reference: demo.products.daisyFlatWhite,
      deliveryMethod: 'links',
      quantity: 2,
    },
    payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
  },
}

/** A purchase whose gifts were half made. */
export const keptHalfMade = '01a21506-66a1-73cb-82f7-71f6415461ec'
