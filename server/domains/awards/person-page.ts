import type { PersonAward } from '#contract/awards/person-page.ts'
import { type AwardRail, awardRails } from '#contract/core/rails.ts'
import { isoOrNull } from '#kit/time.ts'
import { giftGuesser, limitGiftGuesses } from '#server/domains/hugggs/gifts/index.ts'
import { openCode, type RailOrder } from '#server/domains/rails/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { BIRTH_DATE_TRIES, isOneOf, liveStatuses } from './award.ts'
import { readLinkCode } from './link-code.ts'
import { isProof } from './proof.ts'
import { awardShops, type FoundAward, findByLink, newestOrder, railsOfAward } from './queries.ts'

/**
 * The award behind a link's code. Only misses count, as of gifts: unknown and malformed codes get one answer, and so do requests that no
 * one has approved.
 * @throws not_found, too_many_requests
 */
export function findAward(posy: Posy, address: string, given: string): Promise<FoundAward> {
  const guesser = giftGuesser(address)
  return limitGiftGuesses(posy, guesser, 'award', async () => {
    const code = readLinkCode(given)
    return code === null
      ? null
      : findByLink(posy.db, { code, buckets: guesser.buckets, times: guesser.times, now: new Date(posy.wall.nowMs()) })
  })
}

export const isProven = (posy: Posy, { award }: FoundAward, proof: string | undefined): boolean =>
  isProof(posy.secret, award.link_code, posy.wall.nowMs(), proof)

/** What the person sees: an ended award says so to anyone with its link, everything else only to the one who has opened it. */
export async function serializePersonAward(
  posy: Posy,
  found: FoundAward,
  proof: string | undefined,
): Promise<PersonAward> {
  const { award } = found
  const isOpen = isProven(posy, found, proof)
  const nothing = {
    amountPence: null,
    expiresAt: null,
    ways: [],
    shops: [],
    code: null,
    isRefused: award.cannot_use !== null,
  }
  const seen: PersonAward = {
    ...{ state: closedState(found), teamName: found.teamName, language: found.language },
    asksBirthDate: found.asksBirthDate,
    triesLeft: Math.max(0, BIRTH_DATE_TRIES - award.birth_date_tries),
    ...{ proof: isOpen ? (proof ?? null) : null, currency: award.currency, ...nothing },
  }
  if (seen.state !== 'closed' || !isOpen) return seen
  const order = await newestOrder(posy.db, award.id, award.issues)
  const open = { ...seen, amountPence: award.amount_pence, expiresAt: isoOrNull(award.expires_at) }
  if (order?.state === 'made') return { ...open, state: 'code', code: serializeCode(posy, found, order) }
  if (order?.state === 'asking') return { ...open, state: 'waiting' }
  const rails = (await railsOfAward(posy.db, award.id)) as AwardRail[]
  return {
    ...{ ...open, state: 'choose' },
    ways: rails.map((rail) => ({ rail, validDays: awardRails[rail].validDays })),
    shops: rails.includes('voucher') ? await awardShops(posy.db) : [],
  }
}

function closedState({ award, isReplaced }: FoundAward): PersonAward['state'] {
  if (isReplaced) return 'replaced'
  if (award.status === 'cashed' || award.status === 'expired' || award.status === 'cancelled') return award.status
  if (!isOneOf(award.status, liveStatuses)) return 'replaced'
  return award.birth_date_tries >= BIRTH_DATE_TRIES ? 'locked' : 'closed'
}

function serializeCode(posy: Posy, { award }: FoundAward, order: RailOrder): PersonAward['code'] {
  const { code, pin, url, barcode } = openCode(posy.secret, order)
  const rail = order.rail as AwardRail
  const isBought = awardRails[rail].settlement === 'onFetch'
  return {
    ...{ rail, shop: order.shop, code, pin, url },
    barcode: barcode ?? (code ? { kind: 'code128', text: code } : null),
    leftPence: award.amount_pence - (isBought ? order.cashed_pence : award.paid_pence),
    isOver: order.expires_at !== null && order.expires_at.getTime() < posy.clock.now().epochMilliseconds,
  }
}
