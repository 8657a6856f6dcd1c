import { drawnGiftwraps, isDrawn, type Look, type ModelTheme, standardLook } from '#contract/themes/themes.ts'
import type { Session } from '#web/session/session.ts'
import { humanise } from '#web/ui/format.ts'

/** The team's own themes, and those it inherits; none where they cannot be read. */
export async function ownThemes(session: Session): Promise<ModelTheme[]> {
  const themes = await session.api.listThemes({})
  return themes.ok ? themes.value.data.filter((theme): theme is ModelTheme => theme.type === 'model') : []
}

/** What gifts without a theme of their own look like: the team's default comes before its parent's. */
export const defaultTheme = (themes: readonly ModelTheme[]): ModelTheme | undefined =>
  themes.find(({ isDefault }) => isDefault)

/** What was chosen, where the reader may choose it; else the team's own. */
export const themeToSend = (session: Session, chosen: string | undefined): string =>
  chosen && session.can(isDrawn(chosen) ? 'use-giftwrap' : 'use-theme') ? chosen : 'default'

/** How a gift of this theme will look. */
export function lookOfTheme(themeId: string | null, themes: readonly ModelTheme[]): Look {
  const drawn = drawnGiftwraps.find((name) => name === themeId)
  if (drawn) return { ...standardLook, giftwrap: drawn }
  const theme = themes.find(({ id }) => id === themeId) ?? defaultTheme(themes)
  return theme?.look ?? standardLook
}

/** What a gift of this theme is wrapped in, by its name. */
export function themeName(themeId: string | null, themes: readonly ModelTheme[]): string {
  if (themeId && isDrawn(themeId)) return humanise(themeId)
  const theme = themes.find(({ id }) => id === themeId) ?? defaultTheme(themes)
  return theme?.name ?? 'Our own'
}
