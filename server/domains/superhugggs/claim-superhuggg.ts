import { sql } from 'kysely'
import { recordHappening } from '#server/domains/hugggs/change/index.ts'
import { assignRecipients, holdSpendCap, requireWithinCap } from '#server/domains/hugggs/sender/index.ts'
import { addRecipients } from '#server/domains/purchases/record/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import {
  CODE_TRIES,
  deriveClaimCode,
  deriveOldPersonKey,
  derivePersonKey,
  isSame,
  readClaimToken,
} from './claim-codes.ts'
import { refusal, requireAllowed } from './claim-rules.ts'
import { superHugggClaimed } from './events.ts'
import { findSuperHuggg } from './find-superhuggg.ts'
import { lockPerson, type SuperHugggRecord } from './queries.ts'
import { claimState } from './superhuggg.ts'

export interface Claim {
  shortcode: string
  /** What the browser kept. */
  claim: string
  code: string
  clientAddress: string
  requestId: string
}

/** The gift that is theirs now; `again` where they have claimed all of theirs before, and this is the last of them. */
interface Claimed {
  shortcode: string
  again?: true
}

/**
 * Claims a gift for anyone who proves their address. The try is counted first and for good; the claim is one
 * transaction.
 * @throws invalid_fields for wrong digits; wrong_state for a code that is over, or when no gift is left; not_found
 */
export async function claimSuperHuggg(posy: Posy, claim: Claim): Promise<Claimed> {
  const shared = await findSuperHuggg(posy, claim.clientAddress, claim.shortcode)
  const proven = await tryCode(posy, shared, claim)
  return transact(posy, { actor: recipientActor, requestId: claim.requestId }, (work) => takeGift(work, shared, proven))
}

const codeIsOver = () =>
  new Problem('wrong_state', 'This code is no longer valid.', {
    help: 'Ask for a new code, and enter it in the same browser.',
  })

interface Proven {
  codeId: string
  /** Who asked for the code, as they were known then. */
  personKey: string
  address: string
}

async function tryCode(posy: Posy, shared: SuperHugggRecord, asked: Claim): Promise<Proven> {
  const { claim, code } = asked
  const codeId = readClaimToken(posy, claim)
  if (!codeId) throw codeIsOver()
  const now = new Date(posy.wall.nowMs())
  const { rows } = await sql<{ attempts: number; person_key: string; address: string }>`
    update superhuggg_code as code set attempts = attempts + 1 from recipient
    where recipient.id = code.recipient_id and code.id = ${codeId} and superhuggg_id = ${shared.id} and used_at is null and replaced_at is null
      and expires_at > ${now} and attempts < ${CODE_TRIES}
    returning attempts, person_key, coalesce(recipient.email, recipient.phone_number) as address`.execute(posy.db)
  const tried = rows[0]
  if (!tried) throw codeIsOver()
  const proven = { codeId, personKey: tried.person_key, address: tried.address }
  if (await isTheirs(posy, shared, proven, code)) return proven
  const { clientAddress: address, requestId } = asked
  posy.security.note('claim-code-wrong', { reason: 'wrong code', account: tried.person_key, address, requestId })
  const left = CODE_TRIES - tried.attempts
  const message =
    left > 0
      ? `is not the code we sent; ${left} more ${left === 1 ? 'try' : 'tries'}`
      : 'is not the code we sent; ask for a new one'
  throw invalidFields([{ path: 'code', message, code: left > 0 ? 'wrong_code' : 'no_tries_left' }])
}

/**
 * Any code that was sent to them for this gift and is open proves the address: people take the one of the newest mail.
 * @throws wrong_state for another one that was used
 */
async function isTheirs(posy: Posy, { id }: SuperHugggRecord, { codeId, personKey }: Proven, code: string) {
  if (isSame(deriveClaimCode(posy, codeId), code)) return true
  const others = await posy.db
    .selectFrom('superhuggg_code')
    .select(['id', 'used_at'])
    .where('superhuggg_id', '=', id)
    .where('person_key', '=', personKey)
    .where('id', '<>', codeId)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .execute()
  const same = others.filter((one) => isSame(deriveClaimCode(posy, one.id), code))
  if (same.length > 0 && same.every(({ used_at }) => used_at)) throw codeIsOver()
  return same.length > 0
}

async function takeGift(work: Work, shared: SuperHugggRecord, { codeId, address }: Proven): Promise<Claimed> {
  const { tx } = work
  const personKey = derivePersonKey(work.posy, address)
  await holdSpendCap(work, shared.team_id)
  await lockPerson(tx, shared.id, personKey)
  const code = await lockCode(work, codeId)
  const row = await tx
    .selectFrom('superhuggg')
    .selectAll()
    .where('id', '=', shared.id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (row.ended_at) throw refusal('ended')
  if (row.paused_at) throw refusal('paused')
  await requireAllowed(tx, shared, address)
  const personKeys = [personKey, deriveOldPersonKey(work.posy, address)]
  const had = await countClaims(tx, shared, personKeys)
  if (had >= shared.per_person) {
    const shortcode = await lastClaimed(work, shared, personKeys)
    await closeCode(work, codeId)
    return { shortcode, again: true }
  }
  const gift = await nextFree(tx, shared, work.at)
  if (!gift) throw noneLeft(shared, work.at)
  await requireWithinCap(work, {
    ...{ teamId: shared.team_id, pence: shared.face_pence, currency: shared.currency },
    ...{ address, path: code.email ? 'email' : 'phone_number' },
  })
  const recipientId = await recipientFor(work, shared, code, gift.transaction_id)
  await assignRecipients(work, [{ hugggId: gift.id, recipientId }])
  await recordHappening(work, [gift.id], 'claimed at the shared link')
  await tx
    .insertInto('superhuggg_claim')
    .values({
      huggg_id: gift.id,
      superhuggg_id: shared.id,
      team_id: shared.team_id,
      person_key: personKey,
      nth: had + 1,
      claimed_at: work.at,
    })
    .execute()
  await closeCode(work, codeId)
  await work.emit(superHugggClaimed, { hugggId: gift.id, transactionId: gift.transaction_id })
  return { shortcode: gift.shortcode }
}

const closeCode = ({ tx, posy }: Work, codeId: string) =>
  tx
    .updateTable('superhuggg_code')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', codeId)
    .execute()

/** The code, so that it is used once however often it arrives at the same moment. */
async function lockCode({ tx }: Work, codeId: string) {
  const code = await tx
    .selectFrom('superhuggg_code as code')
    .innerJoin('recipient', 'recipient.id', 'code.recipient_id')
    .select(['code.used_at', 'code.recipient_id', 'recipient.email', 'recipient.phone_number'])
    .select('recipient.transaction_id')
    .where('code.id', '=', codeId)
    .forNoKeyUpdate('code')
    .executeTakeFirstOrThrow()
  if (code.used_at) throw codeIsOver()
  return code
}

/** How many of the gifts they have claimed; their row of claims is held. */
async function countClaims(tx: Tx, { id }: SuperHugggRecord, personKeys: readonly string[]): Promise<number> {
  const { had } = await tx
    .selectFrom('superhuggg_claim')
    .select(sql<number>`coalesce(max(nth), 0)`.as('had'))
    .where('superhuggg_id', '=', id)
    .where('person_key', 'in', personKeys)
    .executeTakeFirstOrThrow()
  return had
}

/**
 * The gift they claimed last, for who has proven again that the address is theirs.
 * @throws wrong_state where it goes to another address by now
 */
async function lastClaimed(
  { tx, posy }: Work,
  { id, per_person }: SuperHugggRecord,
  personKeys: readonly string[],
): Promise<string> {
  const last = await tx
    .selectFrom('superhuggg_claim')
    .innerJoin('huggg', 'huggg.id', 'superhuggg_claim.huggg_id')
    .innerJoin('recipient', 'recipient.id', 'huggg.recipient_id')
    .select(['huggg.shortcode', 'recipient.email', 'recipient.phone_number'])
    .where('superhuggg_claim.superhuggg_id', '=', id)
    .where('superhuggg_claim.person_key', 'in', personKeys)
    .orderBy('superhuggg_claim.nth', 'desc')
    .executeTakeFirst()
  const address = last?.email ?? last?.phone_number
  if (last && address && personKeys[0] === derivePersonKey(posy, address)) return last.shortcode
  throw new Problem(
    'wrong_state',
    per_person === 1 ? 'You have claimed your gift already.' : `You have claimed your ${per_person} gifts already.`,
    { help: 'We sent you its link when you claimed it.' },
  )
}

interface FreeGift {
  id: string
  shortcode: string
  transaction_id: string
}

/**
 * The next gift no one has, its row taken. Those that others are taking at this moment are passed over; only when there
 * is none besides do we wait for what happens to them, so that no one is turned away while one is left.
 */
async function nextFree(tx: Tx, shared: SuperHugggRecord, at: Date): Promise<FreeGift | undefined> {
  for (const waits of [sql`skip locked`, sql``]) {
    for (const transactionId of shared.transaction_ids) {
      const { rows } = await sql<FreeGift>`
        select id, shortcode, transaction_id from huggg
        where transaction_id = ${transactionId} and recipient_id is null and status_id = 1 and viewed_date is null and expiry_date >= ${at}
        order by ordinal limit 1 for no key update ${waits}`.execute(tx)
      if (rows[0]) return rows[0]
    }
  }
  return undefined
}

function noneLeft(shared: SuperHugggRecord, at: Date): Problem {
  const state = claimState({ ...shared, has_free: false }, at)
  return refusal(state === 'preparing' || state === 'expired' ? state : 'claimed')
}

/** The row with the address; a gift of a later purchase needs one of that purchase. */
async function recipientFor(
  work: Work,
  { team_id }: SuperHugggRecord,
  code: { recipient_id: string; transaction_id: string; email: string | null; phone_number: string | null },
  transactionId: string,
): Promise<string> {
  if (code.transaction_id === transactionId) return code.recipient_id
  const { email, phone_number } = code
  const [id] = await addRecipients(work, { id: transactionId, teamId: team_id }, [{ email, phone_number }])
  return id!
}
