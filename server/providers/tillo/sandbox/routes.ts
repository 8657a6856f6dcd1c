import {
  clearSandboxIssuerFailures,
  getSandboxIssuer,
  planSandboxIssuerFailure,
  setSandboxIssuerStock,
} from '#contract/sandbox/issuer.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import type { TilloFailures } from './failures.ts'
import { newestCards } from './issued-cards.ts'

const NEWEST = 100

/** The issuer's dashboard: what it has sold, what it has left, and how it is to fail. */
export function tilloRoutes(db: Db, failures: TilloFailures): Route[] {
  const serializeSandboxIssuer = async (limit = NEWEST) => ({
    data: {
      orders: (await newestCards(db, limit)).map(({ code, ...order }) => ({
        ...order,
        codeEnding: code?.slice(-4) ?? null,
      })),
      stock: failures.stock(),
      floatPence: failures.float(),
      planned: failures.planned(),
      waiting: failures.waiting(),
    },
  })
  return [
    read(getSandboxIssuer, ({ query }) => serializeSandboxIssuer(query.limit)),
    read(planSandboxIssuerFailure, ({ body }) => {
      failures.next(body.failure, body.times)
      return serializeSandboxIssuer()
    }),
    read(clearSandboxIssuerFailures, () => {
      failures.clear()
      failures.release()
      return serializeSandboxIssuer()
    }),
    read(setSandboxIssuerStock, ({ body }) => {
      failures.setStock(body.brand, body.left)
      return serializeSandboxIssuer()
    }),
  ]
}
