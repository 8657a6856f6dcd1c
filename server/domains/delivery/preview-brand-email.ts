import type { z } from 'zod'
import type { previewBrandEmail as endpoint } from '#contract/themes/themes.ts'
import { toDate } from '#kit/time.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import { drawEmailLogo } from '#server/domains/themes/index.ts'
import { readOwnUpload } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { giftEmail } from './emails/gift.ts'

const EXPIRY_DAYS = 90

/**
 * A gift's email as it would look with a brand that is still being made. Its logo is in the page, since no look keeps it yet.
 * @throws invalid_fields (422) for a logo that is no upload of the caller's teams
 */
export async function previewBrandEmail(
  posy: Posy,
  caller: Principal,
  { accentHex, drawing, logo }: z.output<typeof endpoint.body>,
) {
  const team = await teamById(posy.db, member(caller).teamId)
  const picture = logo && (await readOwnUpload(posy, caller, { path: 'logo', keyOrUrl: logo }))
  const { subject, html } = giftEmail({
    from: team.name,
    teamName: team.name,
    recipientName: 'Alex',
    message: 'Thank you for a wonderful year. We could not have done it without you.',
    brand: {
      giftwrap: drawing,
      accentHex,
      logoUrl: picture ? `data:image/png;base64,${(await drawEmailLogo(picture)).toString('base64')}` : null,
    },
    url: `${posy.config.publicUrl}/g/preview`,
    expiresAt: toDate(posy.clock.now().add({ hours: 24 * EXPIRY_DAYS })),
  })
  return { subject, html }
}
