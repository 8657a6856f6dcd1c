import * as awardContract from '#contract/awards/awards.ts'
import * as grantContract from '#contract/awards/grants.ts'
import * as letterContract from '#contract/awards/letters.ts'
import { toDate } from '#kit/time.ts'
import { cursorPage } from '#server/platform/http/page.ts'
import { command, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, requirePermission } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { settleCannotUse } from './cannot-use.ts'
import { closeGrant, lowerApprovalLimit } from './change-grant.ts'
import { createGrant } from './create-grant.ts'
import { approveAward, declineAward } from './decide-award.ts'
import { countCheck, makeCheckedAward } from './duplicates.ts'
import { cancelAward } from './end-award.ts'
import { fundGrant } from './fund-grant.ts'
import { readGrantReport } from './grant-report.ts'
import { showLink, unlockAward } from './hand-over.ts'
import { dueLetters, runPage } from './letter-queries.ts'
import { awardsPage, grantsPage, readAward, readGrant, requireGrant, requirePerson } from './list-awards.ts'
import type { NewAward } from './make-award.ts'
import { drawLetterRun, printLetters } from './print-letters.ts'
import { requireBatch } from './queries.ts'
import { reissueAward } from './reissue-award.ts'
import { stopCode } from './stop-code.ts'

/** @throws invalid_fields (422) for neither, and for both */
function wantedPerson({
  personId,
  person,
}: {
  personId?: string | undefined
  person?: Exclude<NewAward['person'], { id: string }> | undefined
}) {
  if (personId !== undefined && person === undefined) return { id: personId }
  if (person !== undefined && personId === undefined) return person
  const message = personId === undefined ? 'tell who is helped, here or by personId' : 'must not stand beside personId'
  throw invalidFields([{ path: 'person', message }])
}

const businessNow = ({ clock }: Posy): Date => toDate(clock.now())

export const awardRoutes: Route[] = [
  read(grantContract.listGrants, async ({ posy, db, caller, query }) =>
    cursorPage(await grantsPage(db, caller, query, businessNow(posy)), query, ({ dateCreated, id }) => [
      dateCreated,
      id,
    ]),
  ),
  read(grantContract.getGrant, async ({ posy, db, caller, params }) => ({
    data: await readGrant(db, caller, params.id, businessNow(posy)),
  })),
  command(grantContract.createGrant, async ({ work, caller, body }) => {
    const { maxAward, approvalAbove, ...wanted } = body
    const { id } = await createGrant(work, caller, {
      ...wanted,
      ...{ teamId: member(caller).teamId, maxAwardPence: maxAward, approvalAbovePence: approvalAbove },
    })
    return { data: await readGrant(work.tx, caller, id, work.at) }
  }),
  command(grantContract.fundGrant, async ({ work, caller, params, body }) => {
    requirePermission(caller, 'debit-wallet')
    await fundGrant(work, caller, { grantId: params.id, walletId: body.walletId, amountPence: body.amount })
    return { data: await readGrant(work.tx, caller, params.id, work.at) }
  }),
  command(grantContract.updateGrant, async ({ work, caller, params, body }) => {
    await lowerApprovalLimit(work, caller, { grantId: params.id, approvalAbovePence: body.approvalAbove })
    return { data: await readGrant(work.tx, caller, params.id, work.at) }
  }),
  command(grantContract.closeGrant, async ({ work, caller, params }) => {
    await closeGrant(work, caller, params.id)
    return { data: await readGrant(work.tx, caller, params.id, work.at) }
  }),
  read(grantContract.getGrantReport, async ({ db, caller, params, query }) => ({
    data: await readGrantReport(db, caller, params.id, query),
  })),

  replicaRead(awardContract.listAwards, async ({ db, caller, query }) => {
    if (query.grantId) await requireGrant(db, caller, query.grantId)
    if (query.batchId) await requireBatch(db, caller, query.batchId)
    if (query.personId) await requirePerson(db, caller, query.personId)
    return cursorPage(await awardsPage(db, caller, query), query, ({ dateCreated, id }) => [dateCreated, id])
  }),
  read(awardContract.getAward, async ({ db, caller, params }) => ({ data: await readAward(db, caller, params.id) })),
  command(
    awardContract.createAward,
    async ({ work, caller, body }) => {
      const { amount, person, personId, duplicateReason, ...wanted } = body
      const award = { ...wanted, person: wantedPerson({ personId, person }), amountPence: amount }
      const { id } = await makeCheckedAward(work, caller, award, duplicateReason ?? null)
      return { data: await readAward(work.tx, caller, id) }
    },
    { before: ({ posy, caller }) => countCheck(posy, caller) },
  ),
  command(awardContract.approveAward, async ({ work, caller, params: { id } }) => {
    await approveAward(work, caller, id)
    return { data: await readAward(work.tx, caller, id) }
  }),
  command(awardContract.declineAward, async ({ work, caller, params: { id }, body }) => {
    await declineAward(work, caller, id, body.reason)
    return { data: await readAward(work.tx, caller, id) }
  }),
  command(
    awardContract.cancelAward,
    async ({ work, caller, params: { id }, body }) => {
      await cancelAward(work, caller, id, body.reason)
      return { data: await readAward(work.tx, caller, id) }
    },
    { before: ({ posy, caller, params: { id } }) => stopCode(posy, caller, id) },
  ),
  command(awardContract.unlockAward, async ({ work, caller, params: { id }, body }) => {
    await unlockAward(work, caller, id, body.reason)
    return { data: await readAward(work.tx, caller, id) }
  }),
  command(awardContract.settleCannotUse, async ({ work, caller, params: { id }, body }) => {
    await settleCannotUse(work, caller, id, body.reason)
    return { data: await readAward(work.tx, caller, id) }
  }),
  command(awardContract.showAwardLink, async ({ work, caller, params: { id } }) => ({
    data: await showLink(work, caller, id),
  })),
  command(awardContract.reissueAward, async ({ work, caller, params: { id }, body }) => {
    await reissueAward(work, caller, id, body.reason, body)
    return { data: await readAward(work.tx, caller, id) }
  }),

  read(letterContract.listAwardLetters, async ({ db, caller, query }) => ({
    data: {
      ...(await dueLetters(db, caller, letterContract.MOST_LETTERS)),
      ...(await runPage(db, caller, query)),
    },
  })),
  command(letterContract.printAwardLetters, async ({ work, caller, body }) => ({
    data: await printLetters(work, caller, body.awardIds),
  })),
  read(letterContract.getAwardLettersPdf, async ({ posy, caller, params }) => ({
    data: await drawLetterRun(posy, caller, params.id),
  })),
]
