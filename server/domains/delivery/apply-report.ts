import { sql } from 'kysely'
import { markSent } from '#server/domains/hugggs/sender/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { isLost, type MessageStatus, tellsMore } from './delivery-status.ts'
import { type BlockReason, blockAddress, type Channel } from './messages/contact-address.ts'
import { listUndeliveredGifts, recordUndelivered, tellAward } from './outbox.ts'

/** What a provider says of one message, its signature checked. */
export interface DeliveryReport {
  /** The provider's name of the report: the same one again changes nothing. */
  key: string
  messageId: string
  channel: Channel
  status: MessageStatus
  providerId: string | null
  reason: string | null
  /** The address is to get nothing more. */
  block: { address: string; as: BlockReason } | null
}

/** Takes reports of a provider, each once and in any order; those of messages we do not have are passed over. */
export async function applyReports(posy: Posy, reports: readonly DeliveryReport[]): Promise<void> {
  if (reports.length === 0) return
  // In one order, so that two batches never wait for each other.
  const sorted = [...reports].sort((a, b) => (a.messageId < b.messageId ? -1 : a.messageId > b.messageId ? 1 : 0))
  await asSystem(posy, async (work) => {
    for (const report of sorted) await applyReport(work, report)
  })
}

async function applyReport(work: Work, report: DeliveryReport): Promise<void> {
  const message = await lockMessage(work, report)
  if (!message || !(await isNew(work, report))) return
  if (report.block) await blockAddress(work, report.channel, report.block.address, report.block.as)
  if (!tellsMore(report.channel, report.status, message.status)) return
  const lost = isLost(report.channel, report.status)
  await work.tx
    .updateTable('outgoing_message')
    .set({
      status: report.status,
      status_updated_at: work.at,
      // It has left, whether or not the worker that sent it has said so yet.
      sent_at: message.sentAt ?? work.at,
      leased_until: null,
      failed_at: lost ? new Date(work.posy.wall.nowMs()) : null,
      ...(report.reason ? { last_error: report.reason } : {}),
      ...(report.providerId ? { provider_id: report.providerId } : {}),
    })
    .where('id', '=', report.messageId)
    .execute()
  await tellAward(work, { ...message, channel: report.channel, status: report.status })
  if (message.template !== 'gift' || !message.hugggId || !message.transactionId) return
  if (message.status === 'pending')
    await markSent(work, await listUndeliveredGifts(work.tx, [report.messageId]), 'message sent')
  const { hugggId, transactionId } = message
  if (lost && !isLost(report.channel, message.status))
    await recordUndelivered(work, report.messageId, { hugggId, transactionId })
}

const lockMessage = ({ tx }: Work, { messageId, channel }: DeliveryReport) =>
  tx
    .selectFrom('outgoing_message')
    .select(['status', 'template', 'huggg_id as hugggId', 'transaction_id as transactionId', 'sent_at as sentAt'])
    .select(['award_id', 'detail'])
    .$narrowType<{ status: MessageStatus }>()
    .where('id', '=', messageId)
    .where('channel', '=', channel)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function isNew({ tx, at }: Work, { key, messageId, status, reason }: DeliveryReport): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into delivery_report (key, message_id, status, reason, received_at) values (${key}, ${messageId}, ${status}, ${reason}, ${at})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}
