import { renderLetter } from '#server/domains/delivery/emails/letter.ts'
import type { Reader, UserEmail, UserMessage } from '#server/domains/delivery/emails/user-email.ts'
import type { EmailContent } from '#server/domains/delivery/messages/message-kind.ts'

const reader: Reader = {
  address: 'sam@fernhill.test',
  firstName: 'Sam',
  zone: 'Europe/London',
  wantsReceipts: true,
  wantsAllowances: true,
  wantsReactions: true,
}
const message: Omit<UserMessage<unknown>, 'detail'> = {
  ...{
    id: 'message',
    channel: 'email',
    teamId: 'team',
    userId: 'user',
    recipientId: null,
    inviteId: null,
    awardId: null,
  },
  ...{ hugggId: 'gift', transactionId: 'purchase', reader },
}

/** An email as it is written from what its row holds and what was looked up for it, without a database. */
export function writtenEmail<Detail, Loaded>(
  { write }: UserEmail<Detail, Loaded>,
  { firstName = 'Sam', detail, ...about }: Partial<UserMessage<unknown>> & { detail: Detail; firstName?: string },
  loaded: Loaded,
): EmailContent {
  const written = write({ ...message, ...about, detail, reader: { ...reader, firstName } }, loaded)
  if (!written || !('heading' in written)) throw new Error(`nothing was written: ${JSON.stringify(written)}`)
  return renderLetter(written, 'https://posy.example')
}
