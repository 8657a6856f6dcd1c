import { awardMessages } from '#server/domains/delivery/index.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { type AwardRecord, BIRTH_DATE_TRIES, isOneOf, liveStatuses } from './award.ts'
import { writeAward } from './change-award.ts'
import { newProof } from './proof.ts'
import { type FoundAward, LOCKED_NOTE, lockAnyAward, noteOfAward, personById } from './queries.ts'
import { tellHelpers } from './tell-helpers.ts'

type Opened = { proof: string } | 'ended' | 'locked' | 'unasked' | { triesLeft: number }

/**
 * Opens an award to its person. Tries are counted under the award's lock, so that of many sent at once three learn anything; a right one
 * starts the count again, and while it is locked a right one is answered as a wrong one.
 * @returns null where there is nothing to open: it has ended, or is locked
 * @throws invalid_fields (422) for a wrong date of birth, saying how many tries are left; for none, which costs no try
 */
export async function openAward(
  posy: Posy,
  { award }: FoundAward,
  birthDate: string | undefined,
): Promise<string | null> {
  const opened = await transact(posy, { actor: recipientActor }, (work) => tryToOpen(work, award, birthDate))
  if (opened === 'unasked') throw invalidFields([{ path: 'dateOfBirth', code: 'required', message: 'is needed' }])
  if (typeof opened === 'string') return null
  if ('proof' in opened) return opened.proof
  posy.security.note('gift-guessed', { reason: 'wrong date of birth of an award' })
  throw invalidFields([
    { path: 'dateOfBirth', code: 'wrong', message: `is not the one that is known; tries left: ${opened.triesLeft}` },
  ])
}

async function tryToOpen(work: Work, { id, link_code }: AwardRecord, birthDate: string | undefined): Promise<Opened> {
  const { posy, tx } = work
  const award = await lockAnyAward(tx, id)
  if (award.link_code !== link_code || !isOneOf(award.status, liveStatuses)) return 'ended'
  if (award.birth_date_tries >= BIRTH_DATE_TRIES) return 'locked'
  const { date_of_birth: known } = await personById(tx, award.person_id)
  if (known !== null && birthDate === undefined) return 'unasked'
  if (known !== null && known !== birthDate) return countTry(work, award)
  await tx.updateTable('award').set({ birth_date_tries: 0 }).where('id', '=', id).execute()
  if (isOneOf(award.status, ['issued', 'reissued', 'delivered'])) await writeAward(work, award, { status: 'opened' })
  return { proof: newProof(posy.secret, link_code, posy.wall.nowMs()) }
}

async function countTry(work: Work, award: AwardRecord): Promise<Opened> {
  const tries = award.birth_date_tries + 1
  await work.tx.updateTable('award').set({ birth_date_tries: tries }).where('id', '=', award.id).execute()
  if (tries < BIRTH_DATE_TRIES) return { triesLeft: BIRTH_DATE_TRIES - tries }
  const note = await noteOfAward(work, award, `${LOCKED_NOTE}three wrong dates of birth`)
  await tellHelpers(work, award, awardMessages.locked, note!)
  return 'locked'
}
