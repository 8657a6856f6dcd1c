import * as contract from '#contract/superhugggs/super-hugggs.ts'
import { iso, toDate } from '#kit/time.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { clearClaimCodes, endSuperHuggg, pauseSuperHuggg } from './change-superhuggg.ts'
import { claimSuperHuggg } from './claim-superhuggg.ts'
import { findSuperHuggg } from './find-superhuggg.ts'
import { highballRoute } from './highball-meta.ts'
import { listClaims, superHugggInScope } from './queries.ts'
import { requestClaimCode } from './request-code.ts'
import { serializeClaim, serializeShareableGift, serializeSuperHuggg } from './serialize.ts'
import { shareFile } from './share-files.ts'

const answerIn = async (work: Work, caller: Principal, id: string) =>
  serializeSuperHuggg(work.posy, work.tx, await superHugggInScope(work.tx, caller, id, work.at), work.at)

export const superHugggRoutes: Route[] = [
  read(contract.getSuperHuggg, async ({ posy, db, caller, params }) => {
    const at = toDate(posy.clock.now())
    return { data: await serializeSuperHuggg(posy, db, await superHugggInScope(db, caller, params.id, at), at) }
  }),
  read(contract.listSuperHugggClaims, async ({ posy, db, caller, params, query, request }) => {
    const { claimed } = await superHugggInScope(db, caller, params.id, toDate(posy.clock.now()))
    const rows = await listClaims(db, params.id, { page: query.page, perPage: query.per_page })
    return offsetPage(rows.map(serializeClaim), claimed, { ...query, url: request.url })
  }),
  read(contract.downloadSuperHugggFile, async ({ posy, db, caller, params }) => {
    const shared = await superHugggInScope(db, caller, params.id, toDate(posy.clock.now()))
    return { data: await shareFile(posy, shared, params.file) }
  }),
  command(contract.pauseSuperHuggg, async ({ work, caller, params }) => {
    await pauseSuperHuggg(work, caller, { id: params.id, isPaused: true })
    return { data: await answerIn(work, caller, params.id) }
  }),
  command(contract.resumeSuperHuggg, async ({ work, caller, params }) => {
    await pauseSuperHuggg(work, caller, { id: params.id, isPaused: false })
    return { data: await answerIn(work, caller, params.id) }
  }),
  command(contract.clearClaimCodes, async ({ work, caller, params }) => {
    await clearClaimCodes(work, caller, params.id)
    return { data: await answerIn(work, caller, params.id) }
  }),
  command(contract.endSuperHuggg, async ({ work, caller, params }) => {
    const { cancelled, refundedPence } = await endSuperHuggg(work, caller, params.id)
    return { data: { cancelled, refunded: refundedPence, superhuggg: await answerIn(work, caller, params.id) } }
  }),
  read(contract.getShareableGift, async ({ posy, db, params, request }) => ({
    data: await serializeShareableGift(
      posy,
      db,
      await findSuperHuggg(posy, request.address, params.shortcode),
      toDate(posy.clock.now()),
    ),
  })),
  read(contract.requestClaimCode, async ({ posy, params, body, request }) => {
    const { claim, expiresAt } = await requestClaimCode(posy, {
      shortcode: params.shortcode,
      email: body.email,
      phoneNumber: body.phone_number,
      clientAddress: request.address,
      requestId: request.requestId,
    })
    return { data: { claim, expiresAt: iso(expiresAt) } }
  }),
  read(contract.claimShareableGift, async ({ posy, params, body, request }) => ({
    data: await claimSuperHuggg(posy, {
      shortcode: params.shortcode,
      ...body,
      clientAddress: request.address,
      requestId: request.requestId,
    }),
  })),
  highballRoute,
]
