import type { StopReason } from '#contract/payments/automatic-top-ups.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { topUpStoppedEmail } from './emails/top-up-stopped-email.ts'
import { walletLowEmail } from './emails/wallet-low-email.ts'
import { toUsers, walletMessages } from './queries.ts'

export async function composeLowWallets(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await walletMessages(posy.db, ids), ({ address, isLow, walletId, ...about }) => {
    if (!address) return userIsGone
    if (!isLow) return { kind: 'cancel', why: 'wallet has been topped up' }
    const url = `${posy.config.publicUrl}/wallets/${walletId}/card`
    return mailTo(address, walletLowEmail(copyFor('en-GB'), { ...about, url }))
  })
}

/** As it was when it stopped: who has set it again meanwhile knows more. */
export async function composeStoppedTopUps(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  const rows = await toUsers(posy.db, ids).select(['app_user.first_name as firstName', 'message.detail']).execute()
  return eachById(rows, ({ address, firstName, detail }) => {
    if (!address) return userIsGone
    const { walletId, walletName, because } = detail as unknown as StoppedTopUp
    const url = `${posy.config.publicUrl}/wallets/${walletId}/automatic`
    const email = { firstName: firstName ?? '', walletName, because, url }
    return mailTo(address, topUpStoppedEmail(copyFor('en-GB'), email))
  })
}

interface StoppedTopUp {
  walletId: string
  walletName: string
  because: StopReason
}
