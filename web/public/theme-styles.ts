import { type AccentScheme, accentSchemes } from '../ui/colour/accent.ts'
import { giftwrapNamed } from '../ui/wraps/index.ts'
import { wrapStyles } from '../ui/wraps/wrap-styles.ts'

/** The page's colours for one gift, as CSS. Everything in it comes from our own tables or is a checked hex colour. */
export function themeStyles(giftwrap: string, accentHex: string | null): string {
  const accents = accentSchemes(accentHex)
  const wrap = wrapStyles(giftwrapNamed(giftwrap), accents?.light.accent)
  if (!accents) return wrap
  return `${wrap}:root{${variables(accents.light)}}@media (prefers-color-scheme:dark){:root{${variables(accents.dark)}}}`
}

function variables({ accent, strong, onAccent, text, wash }: AccentScheme): string {
  return `--accent:${accent};--accent-strong:${strong};--on-accent:${onAccent};--accent-text:${text};--accent-wash:${wash}`
}
