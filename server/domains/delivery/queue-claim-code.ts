import { claimCodeMessages } from '#server/domains/superhugggs/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { queueMessage } from './queue-message.ts'

/** Queues the message that carries a code, unless the code has been replaced meanwhile. */
export async function queueClaimCode(work: Work, codeId: string): Promise<void> {
  const [code] = await claimCodeMessages(work.tx, [codeId], new Date(work.posy.wall.nowMs()))
  if (!code?.isOpen) return
  await queueMessage(work, {
    template: 'claim-code',
    dedupeKey: `claim-code/${codeId}`,
    channel: code.phoneNumber ? 'sms' : 'email',
    recipientId: code.recipientId,
    teamId: code.teamId,
    detail: { codeId },
  })
}
