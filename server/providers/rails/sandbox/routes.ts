import {
  clearSandboxRailFailures,
  getSandboxRails,
  getSandboxSettlement,
  planSandboxRailFailure,
  type SandboxRails,
  spendSandboxRailCode,
} from '#contract/sandbox/rails.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { newestCodes, type RailBook, settlementFile, spendCode } from './book.ts'
import type { RailFailures } from './failures.ts'
import { FOLDER } from './folder.ts'

const NEWEST = 100

/** The rails' dashboard: what they have made, what happened to it, and how they are to fail. */
export function railRoutes(book: RailBook, failures: RailFailures): Route[] {
  const serialize = async (limit = NEWEST): Promise<{ data: SandboxRails }> => ({
    data: {
      codes: (await newestCodes(book, limit)).map(({ rail, reference, code, state, ...given }) => ({
        rail: rail as SandboxRails['codes'][number]['rail'],
        reference,
        codeEnding: code.slice(-4),
        amountPence: given.amount_pence,
        cashedPence: given.cashed_pence,
        state,
        validUntil: given.valid_until,
      })),
      planned: failures.planned(),
      waiting: failures.waiting() + (await heldResults(book)),
    },
  })
  return [
    read(getSandboxRails, ({ query }) => serialize(query.limit)),
    read(planSandboxRailFailure, ({ body }) => {
      failures.next(body.at, body.failure, body.times)
      return serialize()
    }),
    read(clearSandboxRailFailures, async () => {
      failures.clear()
      failures.release()
      await book.db
        .updateTable('sandbox_rail_answer')
        .set(({ ref }) => ({ result: ref('held'), held: null }))
        .where('held', 'is not', null)
        .execute()
      return serialize()
    }),
    read(spendSandboxRailCode, async ({ body }) => {
      await spendCode(book, body)
      return serialize()
    }),
    read(getSandboxSettlement, async ({ params }) => ({ data: await settlementFile(book, params.rail, FOLDER.key) })),
  ]
}

const heldResults = async ({ db }: RailBook): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('sandbox_rail_answer')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('held', 'is not', null)
        .executeTakeFirstOrThrow()
    ).count,
  )
