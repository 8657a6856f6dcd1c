import { sql } from 'kysely'
import { listAdmins } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { count } from './copy.en-GB.ts'
import { oneLine } from './html.ts'

/** What emails to senders say alike. */
export const enGB = {
  more: (many: number) => (many === 1 ? 'And one more.' : `And ${count(many)} more.`),
  why: 'You get this because you sent the gift, or look after the team whose program did.',
}

/** Of `recipient` and its `colleague`: the name, else the address; null where neither is kept. */
export const recipientNamed = sql<string | null>`coalesce(nullif(recipient.name, ''),
  nullif(trim(colleague.first_name || ' ' || colleague.surname), ''), recipient.email, colleague.email, recipient.phone_number)`

const SHOWN = 10

/** The first ten of some lines, and how many there are besides. */
export function firstLines(all: readonly string[]): { shown: string[]; more: string | false } {
  const hidden = all.length - SHOWN
  return { shown: all.slice(0, SHOWN).map(oneLine), more: hidden > 0 && enGB.more(hidden) }
}

/** The purchase that a gift belongs to, and who sent it. */
export interface GiftSender {
  id: string
  teamId: string
  senderId: string
  isService: boolean
}

export const giftSender = [
  'transaction.id',
  'transaction.team_id as teamId',
  'sender.id as senderId',
  'sender.is_service as isService',
] as const

export const findGiftSender = (db: Db | Tx, hugggId: string): Promise<GiftSender> =>
  db
    .selectFrom('huggg')
    .innerJoin('transaction', 'transaction.id', 'huggg.transaction_id')
    .innerJoin('app_user as sender', 'sender.id', 'huggg.sender_id')
    .select(giftSender)
    .where('huggg.id', '=', hugggId)
    .executeTakeFirstOrThrow()

/** Who sent a gift; the team's admins where a program did. */
export const peopleToTell = async (work: Work, { teamId, senderId, isService }: GiftSender): Promise<string[]> =>
  isService ? (await listAdmins(work.tx, teamId)).map(({ id }) => id) : [senderId]
