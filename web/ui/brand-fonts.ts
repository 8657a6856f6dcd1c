import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url'
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url'
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url'
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url'
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url'
import type { FontFamily } from '#contract/themes/themes.ts'

interface Font {
  name: string
  url: string
  /** What shows until it is there, and where it has no letter. */
  kind: 'serif' | 'sans-serif'
  /** On every page already. */
  isOurs?: true
}

const fonts: Record<FontFamily, Font> = {
  figtree: { name: 'Figtree', url: figtree, kind: 'sans-serif', isOurs: true },
  fraunces: { name: 'Fraunces', url: fraunces, kind: 'serif', isOurs: true },
  inter: { name: 'Inter', url: inter, kind: 'sans-serif' },
  lora: { name: 'Lora', url: lora, kind: 'serif' },
  montserrat: { name: 'Montserrat', url: montserrat, kind: 'sans-serif' },
  nunito: { name: 'Nunito', url: nunito, kind: 'sans-serif' },
  'playfair-display': { name: 'Playfair Display', url: playfairDisplay, kind: 'serif' },
  'space-grotesk': { name: 'Space Grotesk', url: spaceGrotesk, kind: 'sans-serif' },
}

export const fontNames = Object.entries(fonts).map(([value, { name }]) => ({ value, label: name }))

const fallback = { serif: 'Georgia,"Times New Roman",serif', 'sans-serif': 'system-ui,"Segoe UI",Roboto,sans-serif' }

export const fontStack = (family: FontFamily): string =>
  `"${fonts[family].name} Variable",${fallback[fonts[family].kind]}`

/** The rule that brings a font; empty for those that every page has. */
export function fontFace(family: FontFamily): string {
  const { name, url, isOurs } = fonts[family]
  if (isOurs) return ''
  return `@font-face{font-family:"${name} Variable";font-weight:100 900;font-display:swap;src:url("${url}") format("woff2")}`
}
