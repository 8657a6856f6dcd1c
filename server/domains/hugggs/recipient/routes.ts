import * as contract from '#contract/hugggs/recipient.ts'
import { toDate } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { command, type Read, type Route, read } from '#server/platform/http/route.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { findGift, type GiftRecord } from '../gifts/index.ts'
import { countRefusal, refuseCode } from '../refusals/index.ts'
import { chooseGift } from './choose-gift.ts'
import { claimGift } from './claim-gift.ts'
import { serializeRecipientGift } from './gift-page.ts'
import { openGift } from './open-gift.ts'
import { reactToGift } from './react-to-gift.ts'
import { revealGift } from './reveal-gift.ts'

const page = async (posy: Posy, db: Db | Tx, gift: GiftRecord, at: Date) => ({
  data: await serializeRecipientGift(posy, db, gift, at),
})
const pageIn = (work: Work, gift: GiftRecord) => page(work.posy, work.tx, gift, work.at)

/** Known to exist before the transaction opens: the count of wrong guesses outlives its refusal. */
const options = {
  before: async ({ posy, params, request }: Pick<Read<typeof contract.openGift>, 'posy' | 'params' | 'request'>) => {
    await findGift(posy, request.address, params.shortcode)
  },
}

export const recipientRoutes: Route[] = [
  read(contract.getGift, async ({ posy, db, params, request }) =>
    page(posy, db, await findGift(posy, request.address, params.shortcode), toDate(posy.clock.now())),
  ),
  command(contract.openGift, async ({ work, params }) => pageIn(work, await openGift(work, code(params))), options),
  command(
    contract.chooseGift,
    async ({ work, params, body }) => pageIn(work, await chooseGift(work, code(params), body.productId)),
    options,
  ),
  command(
    contract.claimGift,
    async ({ work, params, body }) => pageIn(work, await claimGift(work, code(params), body.over18)),
    options,
  ),
  read(contract.revealGift, async ({ posy, db, params, caller, request }) => {
    await findGift(posy, request.address, params.shortcode)
    const { actor } = caller
    const gift = await revealGift(posy, code(params), { actor, requestId: request.requestId })
    return page(posy, db, gift, toDate(posy.clock.now()))
  }),
  command(
    contract.reactToGift,
    async ({ work, params, body }) => pageIn(work, await reactToGift(work, code(params), body)),
    options,
  ),
  command(
    contract.refuseCode,
    async ({ work, params, body }) => pageIn(work, await refuseCode(work, code(params), body)),
    {
      before: async ({ posy, params, request: { address } }) => {
        const { id: hugggId } = await findGift(posy, address, params.shortcode)
        await countRefusal(posy, { hugggId, address })
      },
    },
  ),
]

const code = (params: { shortcode: string }) => params.shortcode.toLowerCase()
