import { z } from 'zod'
import { accentSchemes } from '#kit/accent.ts'
import {
  CODE_MINUTES,
  claimCodeIssued,
  claimCodeMessages,
  claimUrl,
  deriveClaimCode,
} from '#server/domains/superhugggs/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import {
  cancelled,
  type EmailContent,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { readChannels } from './channels.ts'
import { copy } from './copy.en-GB.ts'
import { emailBrands } from './email-brands.ts'
import { signature } from './gift-text.ts'
import { html, inline } from './html.ts'
import { bigCode, type EmailBrand, emailPage, heading, link, logoRow, paragraph, small } from './layout.ts'

const enGB = {
  claimCode: {
    subject: (code: string, from: string) => `${code} is your code for a gift from ${from}`,
    preheader: (minutes: number) => `Enter it within ${minutes} minutes to claim your gift.`,
    heading: 'Your code',
    intro: (from: string) => `Enter this code on the page where you asked for it, to claim your gift from ${from}:`,
    validity: (minutes: number) =>
      `It works for ${minutes} minutes, once, and only in the browser you asked for it with. Never pass it on.`,
    page: 'The page is',
    notYou: 'Did you not ask for a code? Leave this email: without the code no one can claim a gift in your name.',
  },
  text: (code: string, from: string, minutes: number, optOut: string) =>
    `${code} is your code to claim a gift from ${from}. It works for ${minutes} minutes.\n${optOut}`,
}

/** To someone who claims a gift at a shared link, by email or text. */
const claimCodeMessage = messageKind({
  template: 'claim-code',
  detail: z.object({ codeId: z.string() }),
  compose: composeClaimCodes,
})

/** The code is worked out here, the moment it leaves, and stored nowhere. */
async function composeClaimCodes(posy: Posy, messages: readonly QueuedMessage<{ codeId: string }>[]) {
  const codes = await claimCodeMessages(
    posy.db,
    messages.map(({ detail }) => detail.codeId),
    new Date(posy.wall.nowMs()),
  )
  const byCode = new Map(codes.map((code) => [code.codeId, code]))
  const brandByTeam = await emailBrands(posy, codes)
  const addressed = codes.map(({ phoneNumber, address }) =>
    phoneNumber ? ({ channel: 'sms', address: phoneNumber } as const) : ({ channel: 'email', address } as const),
  )
  const channels = await readChannels(posy, addressed)
  return writeEach(posy, messages, ({ detail: { codeId } }) => {
    const code = byCode.get(codeId)
    if (!code?.isOpen) return cancelled('code is used, over or replaced')
    const { phoneNumber, address } = code
    const channel = phoneNumber ? 'sms' : 'email'
    const to = phoneNumber ?? address
    if (!to) return cancelled('address was erased')
    const blocked = channels.whyBlocked({ channel, address: to })
    if (blocked) return blocked
    const [from, digits] = [code.fromName, deriveClaimCode(posy, codeId)]
    if (phoneNumber) {
      const text = enGB.text(digits, signature(from), CODE_MINUTES, channels.optOut(to))
      return { kind: 'text', text: { to, text } }
    }
    const url = claimUrl(posy, code.shortcode)
    const [brand, { teamName }] = [brandByTeam(code), code]
    return mailTo(to, claimCodeEmail({ from, teamName, brand, code: digits, minutes: CODE_MINUTES, url }))
  })
}

export interface ClaimCodeEmail {
  /** Who gives the gift, as they sign. */
  from: string
  teamName: string
  brand: EmailBrand
  code: string
  minutes: number
  /** The page where the code is asked for. */
  url: string
}

/** No button: the code goes back into the page that asked for it, in the same browser. */
export function claimCodeEmail({ from: sender, teamName, brand, code, minutes, url }: ClaimCodeEmail): EmailContent {
  const words = enGB.claimCode
  const from = inline(sender)
  const accents = accentSchemes(brand.accentHex)
  const subject = words.subject(code, from)
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader: words.preheader(minutes),
    ...(brand.logoUrl && { header: logoRow(brand.logoUrl, inline(teamName)) }),
    accents,
    body: html`${heading(words.heading)}${paragraph(words.intro(from))}${bigCode(code)}${paragraph(words.validity(minutes))}${small(html`${words.page} ${link(url, url, accents?.light.text)}`)}`,
    footer: html`${small(words.notYou)}${small(copy.sentWith)}`,
  })
  const text = [
    words.heading,
    words.intro(from),
    code,
    words.validity(minutes),
    `${words.page} ${url}`,
    words.notYou,
    copy.sentWith,
  ]
  return { subject, html: page, text: text.join('\n\n') }
}

/** Queues the message that carries a code, unless the code has been replaced meanwhile. */
async function queueClaimCode(work: Work, codeId: string): Promise<void> {
  const [code] = await claimCodeMessages(work.tx, [codeId], new Date(work.posy.wall.nowMs()))
  if (!code?.isOpen) return
  await queueMessage(work, claimCodeMessage, {
    dedupeKey: `claim-code/${codeId}`,
    channel: code.phoneNumber ? 'sms' : 'email',
    recipientId: code.recipientId,
    teamId: code.teamId,
    detail: { codeId },
  })
}

export const claimCodeEmails: EmailFamily = {
  kinds: [claimCodeMessage],
  subscribe(posy) {
    onEvent(posy, claimCodeIssued, (work, { codeId }) => queueClaimCode(work, codeId))
  },
}
