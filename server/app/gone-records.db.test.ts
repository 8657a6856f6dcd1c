import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { demo } from '#server/app/demo/ids.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

/** People, teams and wallets are never deleted; whatever else a job may be about is gone. */
const names = `id budgetId executionId hugggId documentId linkedAccountId signUpId chargeId refundId disputeId instrumentId transactionId
  printableId runId exportId statementId noticeId brandId resetId changeId codeId linkingId sessionId impersonationId inviteId
  automationId joinRequestId verificationId removalId linkId cardId sealed reactionId orderId fallId stopId planId refusalId request`
const payload: Record<string, unknown> = {
  ...Object.fromEntries(names.split(/\s+/).map((name) => [name, newId()])),
  ...{ hugggIds: [newId()], inviteIds: [newId()], participantIds: [newId()], changeIds: [newId()] },
  ...{ userId: demo.users.acmeViewer, userIds: [demo.users.acmeViewer], resetBy: { userId: demo.users.acmeAdmin } },
  ...{ teamId: demo.teams.acme, walletId: demo.wallets.acmeMain, until: '2026-01-31', operatorId: 'ops' },
}
/** These queue a message with all ids that they are given. */
const { hugggId, transactionId, inviteId, ...others } = payload
const passingOn = ['identity.account-opened.delivery', 'member-removed.delivery', 'printable.ready.tell-buyer']

test('a job whose records are gone ends at once, and a message about one is cancelled: neither is tried again', async () => {
  const { rows } = await sql<{ name: string }>`select name from queue.queue where name <> 'failed-jobs'`.execute(
    app.posy.db,
  )
  expect(rows.length).toBeGreaterThan(50)
  await app.settle()
  const before = new Date()
  await asSystem(app.posy, async (work) => {
    for (const { name } of rows) await work.send(name, passingOn.includes(name) ? others : payload)
  })
  await app.settle()
  const { rows: again } = await sql`
    select name, output->>'message' as why from queue.job where state in ('retry', 'failed') and created_on >= ${before}`.execute(
    app.posy.db,
  )
  expect(again).toEqual([])
  const messages = await app.posy.db
    .selectFrom('outgoing_message')
    .select(['template', 'status', 'last_error'])
    .execute()
  const ended = messages.filter(({ last_error }) => last_error === 'what it is about is gone')
  expect(ended.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['password-reset', 'phone-code', 'email-change', 'support-visit']),
  )
  expect(ended.every(({ status }) => status === 'cancelled')).toBe(true)
})
