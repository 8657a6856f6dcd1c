import { type BrandingSettings, type DrawnGiftwrap, drawnGiftwraps, standardBranding } from '#contract/themes/themes.ts'
import { exactText, file, text, ticked } from '#web/http/read-form.ts'
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

/** The editor's form, as it is saved and as its preview is drawn. */
export const themeShape = {
  name: exactText,
  isDefault: ticked,
  accentHex: text,
  ...{ heading: text, body: text, drawing: text },
  ...{ button: text, form: text, alert: text, panel: text },
  ...{ emoji1: text, emoji2: text, emoji3: text, emoji4: text, emoji5: text },
  ...{ logo: text, logoPath: text, logoFile: file, logoGone: ticked },
  ...{ pattern: text, patternPath: text, patternFile: file, patternGone: ticked },
}

/** What the editor's action answers where it stays open. */
export interface ThemeOutcome {
  failure?: Failure
  /** A picture that was kept while the form is still open. */
  kept?: { kind: 'logo' | 'pattern'; picture: Picture }
}
