import { sql } from 'kysely'
import type { LiveGiftChoice } from '#contract/operator/people.ts'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import { clearReminders } from '#server/domains/delivery/index.ts'
import { isAnyLive, listLiveGifts } from '#server/domains/hugggs/index.ts'
import { cancelHugggs } from '#server/domains/hugggs/sender/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import type { KnownPerson } from '#server/platform/personal-data.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'
import { forgetAttempts } from '#server/platform/throttle.ts'
import { addToList } from './erased-list.ts'
import { erasureBlocks, findPerson, listPersonalRecords, loadPersonRecords, personLookupKeys } from './find-person.ts'
import { sealPerson, unsealPerson } from './sealed-person.ts'

export const ERASE_PERSON_JOB = 'privacy.erase'
const PURPOSE = 'posy person erasure'
/** What a gift's timeline says. */
const CANCELLED_FOR = 'its recipient asked to be forgotten'

interface Asked {
  person: string
  liveGifts: LiveGiftChoice
  operator: string | null
}

const blocked = (blocks: readonly string[]) =>
  new Problem('wrong_state', `They cannot be erased yet. ${blocks.join(' ')}`, {
    help: 'Have the team make someone else an admin first. Nothing was erased.',
  })

/**
 * Asks for a person to be forgotten: by a job, once none of their gifts still runs. What would still be said to them
 * stops at once, and gifts that are to be cancelled are.
 * @throws not_found (404) where nothing is held; wrong_state (409) for a team's last admin, or where it was asked already
 */
export async function erasePerson(work: Work, { person: typed, liveGifts, operator }: Asked) {
  const person = await findPerson(work.tx, typed)
  if (!(await listPersonalRecords(work.posy, work.tx, person)).length) throw notFound('person')
  const blocks = await erasureBlocks(work.posy, work.tx, person)
  if (blocks.length) throw blocked(blocks)
  return askErasure(work, { id: newId(), person, liveGifts, operator })
}

export async function askErasure(
  work: Work,
  {
    id,
    person,
    liveGifts,
    operator,
  }: { id: string; person: KnownPerson; liveGifts: LiveGiftChoice; operator: string | null },
): Promise<{ id: string; state: 'pending'; waitsFor: number }> {
  const { tx, posy, at } = work
  const keys = personLookupKeys(posy, person)
  await sql`select pg_advisory_xact_lock(hashtext(key)) from unnest(${[...keys].sort()}::text[]) as key`.execute(tx)
  const { rows } = await sql`select from person_erasure where state = 'pending' and keys && ${keys}::text[]`.execute(tx)
  if (rows.length) throw new Problem('wrong_state', 'This person is to be erased already.')
  await clearReminders(tx, person)
  const waitsFor = await settleLiveGifts(work, person, liveGifts)
  await tx
    .insertInto('person_erasure')
    .values({
      ...{ id, state: 'pending', live_gifts: liveGifts, sealed: sealPerson(posy, PURPOSE, id, person), keys },
      ...{ waits_for: waitsFor, asked_by: operator, asked_at: at, look_after: waitsFor.length ? at : lookAgain(at) },
    })
    .execute()
  if (waitsFor.length === 0) await work.send(ERASE_PERSON_JOB, { id })
  return { id, state: 'pending', waitsFor: waitsFor.length }
}

/** Cancels what can be, where that was chosen. @returns the gifts that still run */
async function settleLiveGifts(work: Work, person: KnownPerson, choice: LiveGiftChoice): Promise<string[]> {
  const live = (await listLiveGifts(work.tx, person)).map(({ id }) => id)
  if (choice === 'wait' || live.length === 0) return live
  const { changedIds } = await cancelHugggs(work, null, { hugggIds: live }, CANCELLED_FOR)
  return live.filter((id) => !changedIds.includes(id))
}

const LOOK_AGAIN_MS = 600_000
const lookAgain = (at: Date) => new Date(at.getTime() + LOOK_AGAIN_MS)

/** Of those whose gifts have all ended. */
const isDue = sql`state = 'pending' and not ${isAnyLive(sql`person_erasure.waits_for`)}`

export const nextErasureAt = sql<Date | null>`select min(look_after) from person_erasure where ${isDue}`

/** Sends the job for each that is due. One that fails has its tries by the queue, and is asked for again later. */
export const sendDueErasures = (posy: Posy, now: Date): Promise<void> =>
  asSystem(posy, async (work) => {
    const { rows } = await sql<{ id: string }>`
      update person_erasure set look_after = ${lookAgain(now)} where look_after <= ${now} and ${isDue} returning id`.execute(
      work.tx,
    )
    for (const { id } of rows) await work.send(ERASE_PERSON_JOB, { id })
  })

/**
 * Carries an erasure out, in one transaction over all domains, the highest floor first. Before it, the person is put on the
 * list outside of the database; after it, files go. Killed anywhere, it is done again with the same end.
 */
export async function carryOutErasure(posy: Posy, id: string): Promise<void> {
  const found = await posy.db.selectFrom('person_erasure').selectAll().where('id', '=', id).executeTakeFirst()
  const row = jobRecord(found, 'erasure')
  if (row.state === 'pending' && row.sealed) {
    const { userId, emails, phones } = unsealPerson(posy, PURPOSE, id, row.sealed)
    const isReady = await asSystem(posy, async (work) => {
      const person = await loadPersonRecords(work.tx, { userId, emails, phones })
      // A gift may have been sent to them since.
      const waitsFor = await settleLiveGifts(work, person, row.live_gifts)
      const blocks = waitsFor.length ? [] : await erasureBlocks(posy, work.tx, person)
      await work.tx
        .updateTable('person_erasure')
        .set({
          waits_for: waitsFor,
          ...(blocks.length && { state: 'blocked', problem: blocks.join(' '), ended_at: work.at }),
        })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .execute()
      return waitsFor.length === 0 && blocks.length === 0
    })
    if (!isReady) return
    await addToList(posy, { id, erasedAt: iso(new Date(posy.wall.nowMs())), liveGifts: row.live_gifts, keys: row.keys })
    await asSystem(posy, (work) => eraseEverywhere(work, id))
  }
  await removeFiles(posy, id)
}

async function eraseEverywhere(work: Work, id: string): Promise<void> {
  const { tx, posy, at } = work
  const { rows } = await sql<{ sealed: Uint8Array; keys: string[] }>`
    select sealed, keys from person_erasure where id = ${id} and state = 'pending' for update`.execute(tx)
  if (!rows[0]) return
  const { userId, emails, phones } = unsealPerson(posy, PURPOSE, id, rows[0].sealed)
  const person = await loadPersonRecords(tx, { userId, emails, phones })
  for (const data of [...posy.hooks.personalData].reverse()) await data.erase(work, person)
  // Limits that name whom they count for. Guesses at an account are kept by hash, and are its owner’s to forget.
  await forgetAttempts(tx, [...person.emails, ...person.phones])
  await sql`update person_export set expires_at = least(expires_at, ${at}) where state <> 'gone' and keys && ${rows[0].keys}::text[]`.execute(
    tx,
  )
  await tx
    .updateTable('person_erasure')
    .set({ state: 'erased', sealed: null, ended_at: at, waits_for: [] })
    .where('id', '=', id)
    .execute()
  await work.audit('person.erased', { kind: 'personErasure', id }, { detail: { account: userId } })
}

async function removeFiles(posy: Posy, id: string): Promise<void> {
  const row = await posy.db
    .selectFrom('person_erasure')
    .select(['state', 'files_removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.state !== 'erased' || row.files_removed_at) return
  for (const data of posy.hooks.personalData) await data.removeFiles?.(posy)
  await posy.db
    .updateTable('person_erasure')
    .set({ files_removed_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', id)
    .execute()
}

/** @throws not_found (404); wrong_state (409) once it has been carried out */
export async function withdrawErasure(work: Work, id: string): Promise<{ id: string; state: 'withdrawn' }> {
  const row = found(
    await work.tx.selectFrom('person_erasure').select('state').where('id', '=', id).forUpdate().executeTakeFirst(),
    'erasure',
  )
  if (row.state !== 'pending' && row.state !== 'blocked')
    throw new Problem(
      'wrong_state',
      row.state === 'erased' ? 'They have been erased already.' : 'It is withdrawn already.',
    )
  await work.tx
    .updateTable('person_erasure')
    .set({ state: 'withdrawn', sealed: null, waits_for: [], ended_at: work.at })
    .where('id', '=', id)
    .execute()
  return { id, state: 'withdrawn' }
}
