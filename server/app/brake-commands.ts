import { askForReversal, expiryBatches, reverseExpiry } from '#server/domains/hugggs/expiry/index.ts'
import { takeBackAndCharge } from '#server/domains/purchases/documents/index.ts'
import { openHolds, releaseHold } from '#server/platform/brake.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { commandActor } from './setup/command.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `posy due held`. @returns 1 when anything waits */
export async function listHolds({ db }: Posy): Promise<number> {
  const holds = await openHolds(db)
  for (const { id, source, heldAt, size, usual } of holds)
    print(`${id}  ${source}  since ${heldAt.toISOString()}  ${size} due, ${usual} were to be expected`)
  if (holds.length === 0) print('Nothing is held.')
  return holds.length ? 1 : 0
}

export async function releaseHeld(posy: Posy, wish: { id: string; operator: string; reason: string }): Promise<number> {
  const isReleased = await transact(posy, { actor: operatorActor }, (work) => releaseHold(work, wish))
  print(isReleased ? 'It runs within a second, where a worker runs.' : 'Nothing of that id is held.')
  return isReleased ? 0 : 1
}

/** `posy expiry batches`: what the expiry job ended lately, the newest first. */
export async function listExpiryBatches(posy: Posy): Promise<number> {
  for (const { id, at, gifts, reversed, askedBy } of await expiryBatches(posy, 50))
    print(
      `${id}  ${at.toISOString()}  ${gifts} gifts${reversed ? `, ${reversed} taken back` : ''}${askedBy ? `, asked for by ${askedBy}` : ''}`,
    )
  return 0
}

/** `posy expiry reverse`. @returns 1 while it waits for a second operator or where gifts were refused */
export async function reverseExpiryBatch(
  posy: Posy,
  { code, ...wish }: { batchId: string; operator: string; reason: string; code?: string | undefined },
): Promise<number> {
  const actor = await commandActor(posy, { operator: wish.operator, code })
  if (!(await askForReversal(posy, wish, actor))) {
    print('Asked for. Another operator confirms it with the same command; alone, you can after 24 hours.')
    return 1
  }
  const { reversed, refused } = await reverseExpiry(posy, wish.batchId, takeBackAndCharge)
  print(`${reversed} gifts are what they were before.`)
  for (const { hugggId, why } of refused) print(`${hugggId}: ${why}`)
  return refused.length ? 1 : 0
}
