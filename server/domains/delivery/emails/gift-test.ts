import { z } from 'zod'
import { knownTeamName } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { cancelled, type EmailContent, type EmailFamily, mailTo } from '../messages/message-kind.ts'
import { emailBrands } from './email-brands.ts'
import { giftEmail } from './gift.ts'
import { pageOfTeam, userEmail } from './user-email.ts'

/** What a draft says to its first recipient. */
interface DraftLetter {
  from: string
  recipientName: string | null
  message: string | null
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    /** Null where it has been bought or thrown away. */
    draftLetter: (db: Db | Tx, orderId: string) => Promise<DraftLetter | null>
  }
}

interface DraftGift {
  orderId: string
  teamId: string
  themeId: string
  lookId: string | null
  /** ISO instant. */
  expiresAt: string
}

/** A draft as its first recipient's email, by what it says now; nothing where it is no draft any longer. */
export async function draftGiftEmail(
  posy: Posy,
  { orderId, teamId, themeId, lookId, expiresAt }: DraftGift,
  { isTest }: { isTest: boolean },
): Promise<EmailContent | null> {
  const letter = await posy.hooks.draftLetter(posy.db, orderId)
  if (!letter) return null
  const { teamName } = await posy.db
    .selectFrom('team')
    .select(knownTeamName.as('teamName'))
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const dressed = { theme_id: themeId, look_id: lookId }
  const dress = await emailBrands(posy, [dressed])
  return giftEmail({
    ...letter,
    from: letter.from || teamName,
    teamName,
    brand: dress(dressed),
    // Of a gift that does not exist there is no link: its owner may see the draft, and no one else.
    url: `${posy.config.publicUrl}${pageOfTeam(`/send/${orderId}/preview`, teamId)}`,
    expiresAt: new Date(expiresAt),
    isTest,
  })
}

/** To whom is writing a draft, by their own wish: what its first recipient would get. */
export const giftTestEmail = userEmail({
  template: 'gift-test',
  detail: z.object({
    orderId: z.string(),
    themeId: z.string(),
    lookId: z.string().nullable(),
    expiresAt: z.string(),
  }),
  load: async (posy, messages) =>
    new Map(
      await Promise.all(
        messages.map(async ({ id, teamId, detail }) => {
          const email = teamId ? await draftGiftEmail(posy, { ...detail, teamId }, { isTest: true }) : null
          return [id, email] as const
        }),
      ),
    ),
  write({ id, reader }, emails) {
    const email = emails.get(id)
    return email ? mailTo(reader.address, email) : cancelled('draft was bought or thrown away')
  },
})

export const giftTestEmails: EmailFamily = { kinds: [giftTestEmail] }
