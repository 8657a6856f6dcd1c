import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** One export of gifts, one of a wallet's statement, one of everything and one of papers, asked for and not yet written. */
export async function askedExports(
  app: TestApp,
  { as, wallet, team }: { as: string; wallet: string; team: string },
): Promise<{ hugggExport: string; statementExport: string; teamExport: string; papersExport: string }> {
  const gifts = await app.request('POST', '/v3/hugggs/exports', { as, body: {} })
  expect(gifts.status, JSON.stringify(gifts.body)).toBe(201)
  const statement = await app.request('POST', `/v3/wallets/${wallet}/statement/exports`, { as, body: {} })
  expect(statement.status, JSON.stringify(statement.body)).toBe(201)
  const everything = await app.request('POST', `/v3/teams/${team}/exports`, { as, body: {} })
  expect(everything.status, JSON.stringify(everything.body)).toBe(201)
  const papers = await app.request('POST', `/v3/teams/${team}/papers-exports`, {
    as,
    body: { from: '2026-01-01', until: '2026-03-31' },
  })
  expect(papers.status, JSON.stringify(papers.body)).toBe(201)
  return {
    hugggExport: gifts.body.data.id,
    statementExport: statement.body.data.id,
    teamExport: everything.body.data.id,
    papersExport: papers.body.data.id,
  }
}
