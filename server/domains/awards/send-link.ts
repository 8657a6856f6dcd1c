import { awardMessages, queueMessage } from '#server/domains/delivery/index.ts'
import { asSystem, type Hooks, type Posy, type Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { type AwardRecord, type DeliverBy, isOneOf, liveStatuses } from './award.ts'
import { writeAward } from './change-award.ts'
import { addressesOfAwards, countLinks, isThere, lockAnyAward, noteOfAward } from './queries.ts'

interface Reachable {
  email: string | null
  phone_number: string | null
  postal_address: string[] | null
}

/** @throws invalid_fields (422) for a way that does not reach the person */
export function requireReachable(deliverBy: DeliverBy, person: Reachable): void {
  const needed = { sms: person.phone_number, email: person.email, letter: person.postal_address, hand: true }[deliverBy]
  const message = { sms: 'needs a phone number', email: 'needs an email address', letter: 'needs a postal address' }
  if (!needed && deliverBy !== 'hand')
    throw invalidFields([{ path: 'deliverBy', code: 'required', message: message[deliverBy] }])
}

/** The link that an award has now leaves by text or email, once; those by letter or hand leave with a case worker. */
export async function sendLink(work: Work, award: AwardRecord): Promise<void> {
  if (award.deliver_by !== 'sms' && award.deliver_by !== 'email') return
  const nth = await countLinks(work.tx, award.id)
  await queueMessage(work, awardMessages.link, {
    ...{ dedupeKey: `award:${award.id}:${nth}`, channel: award.deliver_by, teamId: award.team_id },
    ...{ awardId: award.id, detail: { nth } },
  })
}

/** What messages to people are written from. */
export const awardAddresses: Hooks['awardAddresses'] = async (db, awardIds) => {
  const rows = await addressesOfAwards(db, awardIds)
  return rows.map(({ status, linkCode, ...award }) => ({
    ...{ ...award, isLive: isOneOf(status, liveStatuses), path: `/a/${linkCode}` },
  }))
}

/** How a message fared, in the award's timeline: an email that left counts as delivered until it comes back. */
export async function noteMessage(posy: Posy, { awardId, nth, channel, status, isLost }: MessageNews): Promise<void> {
  await asSystem(posy, async (work) => {
    if (!(await isThere(work.tx, awardId))) return
    const award = await lockAnyAward(work.tx, awardId)
    if (nth !== (await countLinks(work.tx, awardId))) return
    if (isLost) return noteOfAward(work, award, `not delivered by ${channel}: ${status}`)
    const hasArrived = status === 'delivered' || (status === 'sent' && channel === 'email')
    if (hasArrived && isOneOf(award.status, ['issued', 'reissued']))
      await writeAward(work, award, { status: 'delivered' }, `by ${channel}`)
  })
}

interface MessageNews {
  awardId: string
  nth: number
  channel: string
  status: string
  isLost: boolean
}
