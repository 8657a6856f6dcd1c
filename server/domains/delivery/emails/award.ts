import { z } from 'zod'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
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
import { awardCannotUseEmail } from './award-cannot-use.ts'
import { awardDecidedEmail, awardLockedEmail } from './award-news.ts'
import { awardWords } from './award-words.ts'
import { readChannels } from './channels.ts'
import { signature } from './gift-text.ts'
import { inline } from './html.ts'
import { renderLetter } from './letter.ts'

/** What a message to an award's person is written from, as it is when the message leaves. */
interface AwardAddress {
  awardId: string
  /** How many links it had before this one: a message about an earlier link does not leave. */
  nth: number
  isLive: boolean
  teamName: string
  /** Null for English. */
  language: AwardLanguage | null
  path: string
  email: string | null
  phoneNumber: string | null
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    awardAddresses: (db: Db, awardIds: readonly string[]) => Promise<AwardAddress[]>
  }
}

/** The link of an award, to its person, in their language: plain words, and nothing of how much or why. */
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
    const written = { team: award.teamName, language: award.language ?? 'en', path: award.path }
    if (channel === 'email') return mailTo(address, awardLetter(written, posy.config.publicUrl))
    const text = awardText({ ...written, ...channels.stop(address), publicUrl: posy.config.publicUrl })
    return { kind: 'text', text: { to: address, text } }
  })
}

interface Written {
  team: string
  language: AwardLanguage
  path: string
}

/** The page that stops texts speaks of help, and their language. */
export function awardText({
  team,
  language,
  path,
  publicUrl,
  stopUrl,
  canReply,
}: Written & { publicUrl: string; stopUrl: string; canReply: boolean }): string {
  const words = awardWords[language]
  return `${words.text(signature(team), `${publicUrl}${path}`)}\n${words.stop(`${stopUrl}?lang=${language}`, canReply)}`
}

export function awardLetter({ team: name, language, path }: Written, publicUrl: string) {
  const words = awardWords[language]
  const team = inline(name)
  const { subject, preheader, heading, action, linkHint } = words
  return renderLetter(
    {
      ...{ subject: subject(team), preheader, heading, action, path, showsLink: true },
      body: [words.intro(team), words.safe, words.alone],
      why: words.why(team),
      frame: {
        locale: language === 'en' ? 'en-GB' : language,
        direction: awardLanguages[language].direction,
        ...{ linkHint, sentWith: words.sentWith(team) },
      },
    },
    publicUrl,
  )
}

export const awardEmails: EmailFamily = {
  kinds: [awardMessage, awardCannotUseEmail, awardLockedEmail, awardDecidedEmail],
}
