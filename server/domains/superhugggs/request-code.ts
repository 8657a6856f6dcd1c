import { newId } from '#kit/ids.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { toDate } from '#kit/time.ts'
import { addRecipients } from '#server/domains/purchases/record/index.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { recipientActor } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import { CODE_LIMITS, CODE_MINUTES, deriveClaimToken, derivePersonKey, mostOpenCodes } from './claim-codes.ts'
import { requireAllowed, requireOpenShareable } from './claim-rules.ts'
import { claimCodeIssued } from './events.ts'
import { findSuperHuggg } from './find-superhuggg.ts'
import { lockPerson, openCodes, type SuperHugggRecord } from './queries.ts'
import { claimState } from './superhuggg.ts'

export interface CodeRequest {
  shortcode: string
  email?: string | undefined
  phoneNumber?: string | undefined
  /** Anyone who asks, for limits. */
  clientAddress: string
  requestId: string
}

/** How often it is written down that people are put off. */
const NOTED_EVERY_MS = 60_000

/**
 * Sends a code to an address or number, after everything that speaks against it has been looked at: no one is written
 * to who could not claim. The answer is the same whether or not that person has claimed before. Earlier codes stay good, each
 * in the browser that asked for it: no one takes a code from whom it was sent to.
 * @throws not_found, wrong_state, restricted, invalid_fields, too_many_requests
 */
export async function requestClaimCode(posy: Posy, request: CodeRequest): Promise<{ claim: string; expiresAt: Date }> {
  const shared = await findSuperHuggg(posy, request.clientAddress, request.shortcode)
  requireOpenShareable(claimState(shared, toDate(posy.clock.now())))
  const address = addressFor(shared, request)
  await requireAllowed(posy.db, shared, address)
  const personKey = derivePersonKey(posy, address)
  await countCode(posy, shared, { personKey, clientAddress: request.clientAddress })
  const id = newId()
  const now = posy.wall.nowMs()
  const expiresAt = new Date(now + CODE_MINUTES * 60_000)
  await transact(posy, { actor: recipientActor, requestId: request.requestId }, async (work) => {
    await lockPerson(work.tx, shared.id, personKey)
    const [recipientId] = await addRecipients(work, { id: shared.transaction_ids[0]!, teamId: shared.team_id }, [
      shared.claim_method === 'email' ? { email: address } : { phone_number: address },
    ])
    await work.tx
      .insertInto('superhuggg_code')
      .values({
        id,
        superhuggg_id: shared.id,
        recipient_id: recipientId!,
        person_key: personKey,
        created_at: new Date(now),
        expires_at: expiresAt,
      })
      .execute()
    await work.emit(claimCodeIssued, { codeId: id })
  })
  return { claim: deriveClaimToken(posy, id), expiresAt }
}

/** Where the code goes: as the gift is claimed, in the form it is kept in. */
function addressFor(shared: SuperHugggRecord, { email, phoneNumber }: CodeRequest): string {
  if (shared.claim_method === 'email') {
    if (email) return email
    throw invalidFields([
      { path: 'email', message: 'this gift is claimed with an email address', code: 'wrong_method' },
    ])
  }
  const wrong = (message: string, code: string) => invalidFields([{ path: 'phone_number', message, code }])
  if (!phoneNumber) throw wrong('this gift is claimed with a mobile number', 'wrong_method')
  const read = readMobileNumber(phoneNumber, shared.territory)
  if (read.number === null) throw wrong(numberProblems[read.problem], read.problem)
  // Texts abroad are dear, and what fraud lives on: only where the sender asked for them.
  if (read.isAbroad && shared.number_prefixes.length === 0)
    throw new Problem('restricted', 'This gift is for numbers of its own country.', {
      help: 'Use another number, or ask the person who sent you the link.',
      details: [{ path: 'phone_number', message: 'is a number abroad', code: 'restricted' }],
    })
  return read.number
}

/** Anyone who asks too often from one place counts against themselves alone, before any limit that others share. */
async function countCode(
  posy: Posy,
  shared: SuperHugggRecord,
  { personKey, clientAddress }: { personKey: string; clientAddress: string },
): Promise<void> {
  const { perClientHour, perAddressAndClientHour, perAddressAndClientDay, perAddressHour } = CODE_LIMITS
  await countFrom(posy, clientAddress, perClientHour, (network) => `claim-code client ${network}`)
  const asked = (span: string) => (network: string) => `claim-code ${span} ${personKey} ${network}`
  await countFrom(posy, clientAddress, perAddressAndClientHour, asked('hour'))
  await countFrom(posy, clientAddress, perAddressAndClientDay, asked('day'))
  await requireFewOpen(posy, shared)
  await countAttempt(posy, `claim-code hour ${personKey}`, perAddressHour)
}

/**
 * Codes of a gift count while they are open: what is used or has lapsed is given back, and its sender may let people ask
 * again at once.
 * @throws too_many_requests (429) with Retry-After: when the oldest lapses
 */
async function requireFewOpen(posy: Posy, shared: SuperHugggRecord): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const { open, nextLapse } = await openCodes(posy.db, shared, now)
  if (open < mostOpenCodes(shared)) return
  await posy.db
    .updateTable('superhuggg')
    .set({ codes_refused_at: now })
    .where('id', '=', shared.id)
    .where((gift) =>
      gift.or([
        gift('codes_refused_at', 'is', null),
        gift('codes_refused_at', '<', new Date(now.getTime() - NOTED_EVERY_MS)),
      ]),
    )
    .execute()
  throw new Problem('too_many_requests', 'Very many people are asking for a code just now.', {
    help: 'Please try again in a few minutes. The gifts are still here.',
    retryAfterSeconds: Math.max(1, Math.ceil(((nextLapse ?? now).getTime() - now.getTime()) / 1000)),
  })
}
