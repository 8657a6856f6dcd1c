import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { walletLowEmail } from './emails/wallet-low-email.ts'
import { walletMessages } from './queries.ts'

export async function composeLowWallets(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await walletMessages(posy.db, ids), ({ address, isLow, walletId, ...about }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    if (!isLow) return { kind: 'cancel', why: 'wallet has been topped up' }
    const url = `${posy.config.publicUrl}/wallets/${walletId}/card`
    return mailTo(address, walletLowEmail(copyFor('en-GB'), { ...about, url }))
  })
}
