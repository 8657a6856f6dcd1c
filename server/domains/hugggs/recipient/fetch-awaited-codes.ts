import { asSystem, type Posy } from '#server/platform/posy.ts'
import { systemActor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { giveUpCode, takeAwaited } from '../vouchers/index.ts'
import { revealGift } from './reveal-gift.ts'

const BATCH = 20

/** Asks once more, as their recipients did, for codes that were not to be had, and refunds gifts that waited for too long. */
export async function fetchAwaitedCodes(posy: Posy, now: Date): Promise<void> {
  for (let taken = BATCH; taken === BATCH; ) {
    const gifts = await asSystem(posy, (work) => takeAwaited(work, now, BATCH))
    taken = gifts.length
    for (const { id, shortcode } of gifts) {
      await askOnce(posy, shortcode)
      await asSystem(posy, (work) => giveUpCode(work, id))
    }
  }
}

async function askOnce(posy: Posy, shortcode: string): Promise<void> {
  try {
    await revealGift(posy, shortcode, { actor: systemActor })
  } catch (error) {
    // No code today, or the gift is no longer one that waits: both are settled after this.
    if (!(error instanceof Problem)) throw error
  }
}
