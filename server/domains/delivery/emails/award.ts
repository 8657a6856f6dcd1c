import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import {
  cancelled,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { readChannels } from './channels.ts'
import { signature } from './gift-text.ts'
import { inline } from './html.ts'
import { renderLetter } from './letter.ts'

const enGB = {
  text: (team: string, url: string, optOut: string) =>
    `${team} has help for you. Open this page to get it: ${url}\nYou pay nothing. We never ask for bank details.\n${optOut}`,
  subject: (team: string) => `Help for you from ${team}`,
  preheader: 'Open the page to choose how to get it.',
  heading: 'Help for you',
  intro: (team: string) => `${team} has help for you. Open the page to choose how to get it.`,
  safe: 'You pay nothing. We never ask for your bank details.',
  alone: 'Keep this link to yourself: it is for you alone.',
  action: 'Open the page',
  why: (team: string) => `You get this because ${team} is helping you. Ask them if you did not expect it.`,
}

/** What a message to an award's person is written from, as it is when the message leaves. */
interface AwardAddress {
  awardId: string
  /** How many links it had before this one: a message about an earlier link does not leave. */
  nth: number
  isLive: boolean
  teamName: string
  path: string
  email: string | null
  phoneNumber: string | null
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    awardAddresses: (db: Db, awardIds: readonly string[]) => Promise<AwardAddress[]>
  }
}

/** The link of an award, to its person: plain words, and nothing of how much or why. */
export const awardMessage = messageKind({
  template: 'award',
  detail: z.object({ nth: z.int() }),
  compose: composeAwards,
})

async function composeAwards(posy: Posy, messages: readonly QueuedMessage<{ nth: number }>[]) {
  const found = await posy.hooks.awardAddresses(
    posy.db,
    messages.flatMap(({ awardId }) => awardId ?? []),
  )
  const awards = new Map(found.map((award) => [award.awardId, award]))
  const addressed = messages.flatMap(({ channel, awardId }) => {
    const award = awards.get(awardId ?? '')
    return award ? [{ channel, address: channel === 'sms' ? award.phoneNumber : award.email }] : []
  })
  const channels = await readChannels(posy, addressed)
  return writeEach(posy, messages, ({ channel, awardId, detail }) => {
    const award = awards.get(awardId ?? '')
    if (!award?.isLive) return cancelled('the award has ended')
    if (award.nth !== detail.nth) return cancelled('the award has a newer link')
    const address = channel === 'sms' ? award.phoneNumber : award.email
    if (!address) return cancelled('address was erased')
    const blocked = channels.whyBlocked({ channel, address })
    if (blocked) return blocked
    const { teamName: team, path } = award
    if (channel === 'email') return mailTo(address, awardLetter(team, path, posy.config.publicUrl))
    const text = enGB.text(signature(team), `${posy.config.publicUrl}${path}`, channels.optOut(address))
    return { kind: 'text', text: { to: address, text } }
  })
}

const awardLetter = (team: string, path: string, publicUrl: string) =>
  renderLetter(
    {
      ...{ subject: enGB.subject(inline(team)), preheader: enGB.preheader, heading: enGB.heading },
      body: [enGB.intro(team), enGB.safe, enGB.alone],
      ...{ action: enGB.action, path, why: enGB.why(team), showsLink: true },
    },
    publicUrl,
  )

export const awardEmails: EmailFamily = { kinds: [awardMessage] }
