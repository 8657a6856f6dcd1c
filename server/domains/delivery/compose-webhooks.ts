import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { webhookDisabledEmail } from './emails/webhook-disabled-email.ts'
import { webhookMessages } from './queries.ts'

export async function composeDisabledWebhooks(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await webhookMessages(posy.db, ids), ({ address, host, reason }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/team/webhooks`
    return mailTo(address, webhookDisabledEmail(copyFor('en-GB'), { host, reason, url }))
  })
}
