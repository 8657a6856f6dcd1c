import { sql } from 'kysely'
import type { z } from 'zod'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import {
  type Composed,
  type MessageKind,
  mailTo,
  messageKind,
  type QueuedMessage,
  userIsGone,
  writeEach,
} from '../messages/message-kind.ts'
import { type Letter, renderLetter } from './letter.ts'

/** Someone who signs in, as they are when the email leaves. */
export interface Reader {
  address: string
  /** Empty where it is not known. */
  firstName: string
  zone: string
  wantsReceipts: boolean
  wantsAllowances: boolean
  wantsReactions: boolean
}

export type UserMessage<Detail> = QueuedMessage<Detail> & { reader: Reader }

export interface UserEmail<Detail, Loaded> extends MessageKind<Detail> {
  write: Write<Detail, Loaded>
}

/** @returns nothing where what it is about is gone */
type Write<Detail, Loaded> = (message: UserMessage<Detail>, loaded: Loaded) => Letter | Composed | undefined

/** An email to someone who signs in; to one who left, and to programs, nothing leaves. */
export function userEmail<Detail, Loaded = undefined>(email: {
  template: string
  detail: z.ZodType<Detail>
  /** What the emails say beyond what their rows hold, looked up for all at once. */
  load?: (posy: Posy, messages: readonly UserMessage<Detail>[]) => Promise<Loaded>
  write: Write<Detail, Loaded>
}): UserEmail<Detail, Loaded> {
  const { template, detail, load, write } = email
  const compose = async (posy: Posy, queued: readonly QueuedMessage<Detail>[]) => {
    const readers = await loadReaders(
      posy.db,
      queued.map(({ userId }) => userId),
    )
    const messages = queued.flatMap((message) => {
      const reader = readers.get(message.userId ?? '')
      return reader ? [{ ...message, reader }] : []
    })
    const loaded = (await load?.(posy, messages)) as Loaded
    const written = writeEach(posy, messages, (message) => {
      const said = write(message, loaded)
      return said && 'heading' in said
        ? mailTo(message.reader.address, renderLetter(inTeam(said, message.teamId), posy.config.publicUrl))
        : said
    })
    for (const { id, userId } of queued) if (!readers.has(userId ?? '')) written.set(id, userIsGone)
    return written
  }
  return { ...messageKind({ template, detail, compose }), write }
}

/** Where pages begin that are a person’s own, in whichever team they act, or that their link opens. Every other is a team’s. */
const OWN_PAGES =
  /^\/(profile|allowances|sign-in|sign-up|forgot-password|reset-password|change-email|verify-email|sso|join)\b/

/** The address of a page that says which team it is of, so that a reader who acts in another one is led there. */
export function pageOfTeam(path: string, teamId: string | null): string {
  if (!teamId || !path || OWN_PAGES.test(path) || /[?&]team=/.test(path)) return path
  const [address, fragment] = path.split('#')
  return `${address}${address!.includes('?') ? '&' : '?'}team=${teamId}${fragment ? `#${fragment}` : ''}`
}

export const inTeam = (letter: Letter, teamId: string | null): Letter =>
  letter.path ? { ...letter, path: pageOfTeam(letter.path, teamId) } : letter

async function loadReaders(db: Db, userIds: readonly (string | null)[]): Promise<Map<string, Reader>> {
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('contact_preference as wish', (join) => join.on(sql<boolean>`wish.email = lower(app_user.email)`))
    .select(['app_user.id', 'app_user.email', 'app_user.first_name', 'app_user.zone'])
    .select(['wish.receipts', 'wish.allowances', 'wish.reaction_summary'])
    .where('app_user.id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('app_user.deactivated_at', 'is', null)
    .where('app_user.is_service', '=', false)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        address: row.email,
        firstName: row.first_name ?? '',
        zone: row.zone ?? BUSINESS_ZONE,
        wantsReceipts: row.receipts ?? true,
        wantsAllowances: row.allowances ?? true,
        wantsReactions: row.reaction_summary ?? true,
      },
    ]),
  )
}

/** The names of the teams that messages are about. */
export async function loadTeamNames(
  { db }: Posy,
  messages: readonly { teamId: string | null }[],
): Promise<Map<string | null, string>> {
  const ids = messages.flatMap(({ teamId }) => teamId ?? [])
  const teams = await db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(teams.map(({ id, name }) => [id, name]))
}
