import PostalMime from 'postal-mime'
import type { SandboxMessage } from '#contract/sandbox/messages.ts'
import { newId } from '#kit/ids.ts'
import { iso, toDate } from '#kit/time.ts'
import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReceivedMail } from '../smtp/sandbox.ts'

/** Stores a mail once per recipient, as a mailbox would: the same Message-ID twice is there twice. */
export async function storeMail(
  { db, clock }: { db: Db; clock: BusinessClock },
  { to, raw }: ReceivedMail,
): Promise<void> {
  const mail = await PostalMime.parse(raw)
  await clock.refresh()
  const rows = to.map((recipient) => ({
    id: newId(),
    channel: 'email' as const,
    recipient: recipient.toLowerCase(),
    subject: mail.subject ?? '',
    body_text: (mail.text ?? '').trimEnd(),
    body_html: mail.html ?? '',
    message_id: mail.messageId ?? null,
    sent_at: toDate(clock.now()),
  }))
  await db.insertInto('sandbox_message').values(rows).execute()
}

/** Newest first; `to` is a whole address or phone number, in any case. */
export async function listMessages(
  db: Db,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<SandboxMessage[]> {
  let query = db.selectFrom('sandbox_message').selectAll().orderBy('ordinal', 'desc').limit(limit)
  if (to !== undefined) query = query.where('recipient', '=', asAddress(to))
  return (await query.execute()).map(serializeSandboxMessage)
}

export async function findMessage(db: Db, id: string): Promise<SandboxMessage | null> {
  const row = await db.selectFrom('sandbox_message').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? serializeSandboxMessage(row) : null
}

/** No address or number holds a space: one there was a `+` that the caller did not encode. */
const asAddress = (to: string): string => to.toLowerCase().replaceAll(' ', '+')

interface Row {
  id: string
  channel: SandboxMessage['channel']
  recipient: string
  subject: string
  body_text: string
  body_html: string
  message_id: string | null
  sent_at: Date
}

const serializeSandboxMessage = (row: Row): SandboxMessage => ({
  id: row.id,
  channel: row.channel,
  to: row.recipient,
  subject: row.subject,
  text: row.body_text,
  html: row.body_html,
  links: linksIn(row.body_html, row.body_text),
  messageId: row.message_id,
  sentAt: iso(row.sent_at),
})

/** Where a reader could go from here: the hrefs of the HTML, then the addresses in the text, each once, in order. */
export function linksIn(html: string, text: string): string[] {
  const hrefs = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    decodeEntities(match[1] ?? match[2] ?? ''),
  )
  const urls = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([url]) => url.replace(/[.,;:!?)\]]+$/, ''))
  return [...new Set([...hrefs, ...urls])].filter((url) => /^https?:\/\//i.test(url))
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#34': '"',
  '#38': '&',
}
const decodeEntities = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|apos|#39|#34|#38);/g, (_, name: string) => entities[name]!)
