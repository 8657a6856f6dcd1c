import {
  type BrandingSettings,
  type DrawnGiftwrap,
  isDrawn,
  type Look,
  standardBranding,
} from '#contract/themes/themes.ts'
import { uploadUrl } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'

export interface KeptPicture {
  id: string
  content_type: 'image/png' | 'image/jpeg'
}

/** A look as it is stored with a theme's version. Pictures are kept by id: where the product is reached may change. */
export interface StoredLook {
  branding: BrandingSettings
  logo: KeptPicture | null
  drawing: DrawnGiftwrap
  pattern: KeptPicture | null
}

/** Of a purchase that names no theme, in a team without a default of its own. */
const FIRST_GIFTWRAP: DrawnGiftwrap = 'peony'

/** What was stored, or for a purchase without a stored look the box that its theme names; a retired box falls back. */
export const storedLook = ({ themeId, look }: { themeId: string; look: StoredLook | null }): StoredLook =>
  look ?? {
    branding: standardBranding,
    logo: null,
    drawing: isDrawn(themeId) ? themeId : FIRST_GIFTWRAP,
    pattern: null,
  }

export const serializePicture = (posy: Pick<Posy, 'config'>, picture: KeptPicture | null) =>
  picture && { key: picture.id, url: uploadUrl(posy, picture) }

/** Its logo as emails show it. */
export const emailLogoUrl = ({ config }: Pick<Posy, 'config'>, lookId: string): string =>
  `${config.publicUrl}/looks/${lookId}-logo.png`

/** @param lookId of a look that is stored */
export function serializeLook(
  posy: Pick<Posy, 'config'>,
  { branding, logo, drawing, pattern }: StoredLook,
  lookId: string | null,
): Look {
  const { accentHex, typography, button, form, alert, panel } = branding
  return {
    giftwrap: isDrawn(drawing) ? drawing : FIRST_GIFTWRAP,
    patternUrl: serializePicture(posy, pattern)?.url ?? null,
    logoUrl: serializePicture(posy, logo)?.url ?? null,
    previewUrl: lookId && (accentHex || logo || pattern) ? `${posy.config.publicUrl}/looks/${lookId}.jpg` : null,
    accentHex,
    typography,
    shapes: { button: button.shape, form: form.shape, alert: alert.shape, panel: panel.shape },
  }
}
