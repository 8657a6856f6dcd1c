import { expect } from 'vitest'
import type { ApprovalLimits } from '#contract/teams/preferences.ts'
import { demo } from '#server/app/demo/ids.ts'
import { addMember } from '#server/domains/teams/members/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { setRules } from './rules.ts'

/** Buys by link; decides by the two who may beside the buyer. Amounts: a gift card of £10 costs £10.60. */
export const BUYER = 'admin@acme.test'
export const APPROVER = 'viewer@acme.test'
export const OTHER_APPROVER = 'subteam@acme.test'
export const GIFT_PENCE = 1060

/** Three admins at Acme, whose orders above the limits wait. */
export async function withLimits(app: TestApp, limits: Partial<ApprovalLimits> | null): Promise<void> {
  for (const userId of [demo.users.acmeViewer, demo.users.acmeSubteam])
    await transact(app.posy, { actor: operatorActor }, (work) =>
      addMember(work, { teamId: demo.teams.acme, userId, roleGroupId: 'team-admin' }),
    )
  const approvals = limits && { perOrder: null, perDay: null, includeAllowances: false, ...limits }
  await setRules(app, { approvals })
}

/** Another admin's session in Acme: the demo's subteam admin signs in to a team of their own. */
export async function tokenIn(app: TestApp, username: string, team_id: string): Promise<string> {
  const { body } = await app.request('POST', '/oauth/token', {
    body: {
      ...{ grant_type: 'password', client_id: 'demo-web', client_secret: 'demo-web-secret' },
      ...{ username, password: 'posy-demo-2026', team_id },
    },
  })
  return body.access_token
}

export const buyLinks = (
  app: TestApp,
  quantity: number,
  { as = BUYER, key, ...more }: { as?: string; key?: string; purchase?: object; payment?: object } = {},
): Promise<TestAnswer> =>
  app.request('POST', '/api/v2/transactions', {
    as,
    ...(key && { headers: { 'idempotency-key': key } }),
    body: {
      purchase: {
        ...{ type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, deliveryMethod: 'links', quantity },
        ...more.purchase,
      },
      payment: more.payment ?? { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })

/** An order that waits. */
export async function heldOrder(app: TestApp, quantity = 3, options: Parameters<typeof buyLinks>[2] = {}) {
  const held = await buyLinks(app, quantity, options)
  expect([held.status, held.body], JSON.stringify(held.body)).toEqual([
    202,
    { data: { orderId: expect.any(String), approval: 'pending' } },
  ])
  return held.body.data.orderId as string
}

export const decideOnApproval = (
  app: TestApp,
  orderId: string,
  {
    as = APPROVER,
    act = 'approve',
    key,
    ...body
  }: { as?: string; act?: string; key?: string; version?: number; [name: string]: unknown } = {},
): Promise<TestAnswer> =>
  app.request('POST', `/v3/orders/${orderId}/approval/${act}`, {
    as,
    ...(key && { headers: { 'idempotency-key': key } }),
    body: act === 'withdraw' ? {} : { version: 1, ...(act === 'decline' ? { note: 'Not this month' } : {}), ...body },
  })
