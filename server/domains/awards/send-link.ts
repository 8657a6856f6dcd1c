import { awardMessages } from '#server/domains/delivery/index.ts'
import { asSystem, type Hooks, type Posy, type Work } from '#server/platform/posy.ts'
import { type AwardRecord, type DeliverBy, isOneOf, liveStatuses } from './award.ts'
import { writeAward } from './change-award.ts'
import { addressesOfAwards, countLinks, isThere, lockAnyAward, noteOfAward } from './queries.ts'

interface Reachable {
  email?: string | null
  phoneNumber?: string | null
  postalAddress?: string[] | null
}

/** What a way to deliver misses of the person, if anything. */
export function whyUnreachable(deliverBy: DeliverBy, person: Reachable): string | null {
  const { phoneNumber, email, postalAddress } = person
  const has = { sms: phoneNumber, email, letter: postalAddress, hand: true }[deliverBy]
  const needs = { sms: 'a phone number', email: 'an email address', letter: 'a postal address', hand: '' }[deliverBy]
  return has ? null : `needs ${needs}`
}

/** The link that an award has now leaves by text or email, once; those by letter or hand leave with a case worker. */
export async function sendLink(work: Work, award: AwardRecord): Promise<void> {
  const message = linkMessage(award, await countLinks(work.tx, award.id))
  if (message) await awardMessages.queue(work, awardMessages.link, { teamId: award.team_id, messages: [message] })
}

/** A link's message, once for each link; null where a case worker hands it over. */
export const linkMessage = ({ id, deliver_by: channel }: Pick<AwardRecord, 'id' | 'deliver_by'>, nth: number) =>
  channel === 'sms' || channel === 'email'
    ? { awardId: id, channel, dedupeKey: `award:${id}:${nth}`, detail: { nth } }
    : null

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
    const by = channel === 'sms' ? 'by text' : `by ${channel}`
    if (isLost) {
      await noteOfAward(work, award, `not delivered ${by}: ${status}`)
      return
    }
    const hasArrived = status === 'delivered' || (status === 'sent' && channel === 'email')
    if (hasArrived && isOneOf(award.status, ['issued', 'reissued']))
      await writeAward(work, award, { status: 'delivered' }, by)
  })
}

interface MessageNews {
  awardId: string
  nth: number
  channel: string
  status: string
  isLost: boolean
}
