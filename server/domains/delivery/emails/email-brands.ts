import { emailLogoUrl, looksByIds, storedLook } from '#server/domains/themes/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { EmailBrand } from './layout.ts'

/** What a purchase says of its look. */
interface Dressed {
  theme_id: string
  look_id: string | null
}

/** How the emails about some purchases look. */
export async function emailBrands(
  posy: Posy,
  purchases: readonly Dressed[],
): Promise<(purchase: Dressed) => EmailBrand> {
  const looks = await looksByIds(posy.db, [...new Set(purchases.flatMap(({ look_id }) => look_id ?? []))])
  return ({ theme_id, look_id }) => {
    const { drawing, branding, logo } = storedLook({ themeId: theme_id, look: looks.get(look_id ?? '') ?? null })
    const logoUrl = logo && look_id ? emailLogoUrl(posy, look_id) : null
    return { giftwrap: drawing, accentHex: branding.accentHex, logoUrl }
  }
}
