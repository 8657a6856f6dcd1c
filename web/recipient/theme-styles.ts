import type { Look, Shape } from '#contract/themes/themes.ts'
import { type AccentScheme, accentSchemes } from '#kit/accent.ts'
import { fontFace, fontStack } from '#web/ui/brand-fonts.ts'
import { giftwrapNamed } from '#web/ui/wraps/index.ts'
import { wrapStyles } from '#web/ui/wraps/wrap-styles.ts'

/** The page's colours, fonts and shapes for one look, as CSS. Everything in it is ours or a checked hex colour. */
export function themeStyles(look: Look): string {
  const accents = accentSchemes(look.accentHex)
  const wrap = wrapStyles(giftwrapNamed(look.giftwrap), accents?.light.accent)
  const { heading, body } = look.typography
  const faces = [...new Set([heading, body])].map(fontFace).join('')
  const colours = accents
    ? `:root{${variables(accents.light)}}@media (prefers-color-scheme:dark){:root{${variables(accents.dark)}}}`
    : ''
  return `${faces}${wrap}:root{--serif:${fontStack(heading)};--sans:${fontStack(body)};${radii(look.shapes)}}${colours}`
}

function variables({ accent, strong, onAccent, text, wash }: AccentScheme): string {
  return `--accent:${accent};--accent-strong:${strong};--on-accent:${onAccent};--accent-text:${text};--accent-wash:${wash}`
}

const controlRadius: Record<Shape, string> = { square: '2px', rounded: '10px', round: '999px' }
/** What holds several lines is never a pill. */
const boxRadius: Record<Shape, string> = { square: '2px', rounded: '12px', round: '22px' }

const radii = ({ button, form, alert, panel }: Look['shapes']): string =>
  [
    `--radius-button:${controlRadius[button]}`,
    `--radius-form:${form === 'round' ? '18px' : controlRadius[form]}`,
    `--radius-alert:${alert === 'rounded' ? '10px' : boxRadius[alert]}`,
    `--radius-card:${boxRadius[panel]}`,
  ].join(';')
