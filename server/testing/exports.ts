import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** One export of gifts and one of a wallet's statement, asked for and not yet written. */
export async function askedExports(
  app: TestApp,
  { as, wallet }: { as: string; wallet: string },
): Promise<{ hugggExport: string; statementExport: string }> {
  const gifts = await app.request('POST', '/v3/hugggs/exports', { as, body: {} })
  expect(gifts.status, JSON.stringify(gifts.body)).toBe(201)
  const statement = await app.request('POST', `/v3/wallets/${wallet}/statement/exports`, { as, body: {} })
  expect(statement.status, JSON.stringify(statement.body)).toBe(201)
  return { hugggExport: gifts.body.data.id, statementExport: statement.body.data.id }
}
