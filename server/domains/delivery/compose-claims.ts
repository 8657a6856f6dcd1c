import { CODE_MINUTES, claimCodeMessages, claimUrl, deriveClaimCode } from '#server/domains/superhugggs/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { readChannels } from './compose-texts.ts'
import { type Composed, eachById, mailTo } from './composed.ts'
import { emailBrands } from './email-brands.ts'
import { claimCodeEmail } from './emails/claim-code-email.ts'
import { copyFor } from './emails/copy.ts'
import { signature } from './gift-text.ts'
import { listClaimCodes } from './queries.ts'

/** The code is worked out here, the moment it leaves, and stored nowhere. */
export async function composeClaimCodes(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const messages = await listClaimCodes(posy.db, ids)
  const codes = await claimCodeMessages(
    posy.db,
    messages.map(({ codeId }) => codeId),
    new Date(posy.wall.nowMs()),
  )
  const byCode = new Map(codes.map((code) => [code.codeId, code]))
  const brandByTeam = await emailBrands(posy, codes)
  const addressed = codes.map(({ phoneNumber, address }) =>
    phoneNumber ? ({ channel: 'sms', address: phoneNumber } as const) : ({ channel: 'email', address } as const),
  )
  const channels = await readChannels(posy, addressed)
  return eachById(messages, ({ codeId }) => {
    const code = byCode.get(codeId)
    if (!code?.isOpen) return { kind: 'cancel', why: 'code is used, over or replaced' }
    const { phoneNumber, address } = code
    const channel = phoneNumber ? 'sms' : 'email'
    const to = phoneNumber ?? address
    if (!to) return { kind: 'cancel', why: 'address was erased' }
    const blocked = channels.whyBlocked({ channel, address: to })
    if (blocked) return blocked
    const [from, digits] = [code.fromName, deriveClaimCode(posy, codeId)]
    if (phoneNumber) {
      const text = copyFor('en-GB').texts.claimCode(digits, signature(from), CODE_MINUTES, channels.optOut(to))
      return { kind: 'text', text: { to, text } }
    }
    const url = claimUrl(posy, code.shortcode)
    const [brand, { teamName }] = [brandByTeam(code), code]
    const email = claimCodeEmail(copyFor('en-GB'), { from, teamName, brand, code: digits, minutes: CODE_MINUTES, url })
    return mailTo(to, email)
  })
}
