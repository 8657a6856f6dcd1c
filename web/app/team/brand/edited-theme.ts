import { type BrandingSettings, type DrawnGiftwrap, drawnGiftwraps, standardBranding } from '#contract/themes.ts'
import type { Failure } from '#web/ui/kit/failure.ts'

export interface Picture {
  key: string
  url: string
}

/** What the editor begins with. */
export interface EditedTheme {
  id: string | null
  name: string
  isDefault: boolean
  branding: BrandingSettings
  drawing: DrawnGiftwrap
  logo: Picture | null
  pattern: Picture | null
}

export const fresh: EditedTheme = {
  id: null,
  name: '',
  isDefault: false,
  branding: standardBranding,
  drawing: drawnGiftwraps[0],
  logo: null,
  pattern: null,
}

/** What the editor's action answers where it stays open. */
export interface Outcome {
  failure?: Failure
  /** A picture that was kept while the form is still open. */
  kept?: { kind: 'logo' | 'pattern'; picture: Picture }
}
