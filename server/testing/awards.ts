import { createGrant } from '#server/domains/awards/create-grant.ts'
import { fundGrant } from '#server/domains/awards/fund-grant.ts'
import { makeAward } from '#server/domains/awards/make-award.ts'
import { makeBatch } from '#server/domains/awards/make-batch.ts'
import { printLetters } from '#server/domains/awards/print-letters.ts'
import { transact } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import type { TestApp } from './app.ts'
import { acmeAdminPrincipal } from './hugggs.ts'
import type { TenantRecords } from './tenant-records.ts'

type Who = Pick<TenantRecords, 'team' | 'user' | 'otherUser' | 'wallet'>

const principal = (teamId: string, userId: string): Principal => ({
  ...{ ...acmeAdminPrincipal, teamId, userId },
  ...{ teamIds: [teamId], actor: { kind: 'user', id: userId } },
})

/** A grant with a little money, an award out of it, two requests that a colleague made, and batches of the same. */
export async function createAwards(app: TestApp, { team, user, otherUser, wallet }: Who) {
  const [admin, colleague] = [principal(team, user), principal(team, otherUser)]
  const rails = ['cash-out', 'post-office'] as const
  const run = <T>(caller: Principal, command: Parameters<typeof transact<T>>[2]) =>
    transact(app.posy, { actor: caller.actor }, command)
  const open = (name: string) =>
    run(admin, (work) =>
      createGrant(work, admin, {
        ...{ teamId: team, name, fromDay: '2026-01-01', untilDay: '2030-12-31' },
        ...{ rails, approvalAbovePence: 150, awardDays: 28 },
      }),
    )
  const { id: otherGrant } = await open('Last winter')
  const { id: grantId } = await open('Household support')
  await run(admin, (work) => fundGrant(work, admin, { grantId, walletId: wallet, amountPence: 1_200 }))
  const wanted = { grantId, reason: 'Food', rails, person: { name: 'Ann Example', postcode: 'LS1 4AP' } }
  const award = await run(admin, (work) =>
    makeAward(work, admin, { ...wanted, caseReference: 'C-2026-113', amountPence: 100 }),
  )
  const byLetter = (caseReference: string) =>
    run(admin, (work) =>
      makeAward(work, admin, {
        ...{ ...wanted, caseReference, amountPence: 1_00, deliverBy: 'letter' },
        person: { name: 'Bo Example', postalAddress: ['4 Long Street', 'Leeds'], postcode: 'LS1 4AP' },
      }),
    )
  const { id: letterAward } = await byLetter('C-2026-117')
  const { id: printed } = await byLetter('C-2026-118')
  const { id: letterRun } = await run(admin, (work) => printLetters(work, admin, [printed]))
  const ask = (caseReference: string) =>
    run(colleague, (work) => makeAward(work, colleague, { ...wanted, caseReference, amountPence: 160 }))
  const asked = await ask('C-2026-115')
  const otherAsked = await ask('C-2026-116')
  const list = (caller: Principal, amount: number, caseReference: string) =>
    run(caller, (work) =>
      makeBatch(work, caller, {
        ...{ grantId, name: 'Food, October', reason: 'Food', rails, amount, duplicateReason: 'Paid monthly' },
        rows: [{ caseReference, person: { name: 'Eve Example', postcode: 'LS1 4AP' } }],
      }),
    )
  const batch = await list(admin, 100, 'C-2026-117')
  const askedBatch = await list(colleague, 160, 'C-2026-118')
  const otherAskedBatch = await list(colleague, 160, 'C-2026-119')
  return {
    ...{ batch, askedBatch, otherAskedBatch },
    ...{ grant: grantId, otherGrant, person: award.person_id, award: award.id, awardLink: award.link_code },
    ...{ letterAward, letterRun, askedAward: asked.id, otherAskedAward: otherAsked.id },
  }
}
