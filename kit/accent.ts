import { contrast, mix } from './colour.ts'

const white = '#ffffff'
const black = '#000000'
const ink = '#241b2f'
/** What the accent's text stands on, in light and dark pages: paper and surface, as in tokens.css. */
const grounds = { light: ['#fbf7f2', '#ffffff'], dark: ['#17121d', '#211a29'] }
/** WCAG 2.2 AA for text. */
const enough = 4.5
/** A button darker than this on a dark page is not seen as one. */
const seen = 2

export interface AccentScheme {
  accent: string
  /** The accent under a pointer. */
  strong: string
  onAccent: string
  /** The accent as text, links and focus rings. */
  text: string
  /** A breath of the accent, for the background of a chosen thing. */
  wash: string
}

/** A team's colour made readable in both schemes, or null when it is not a colour: the page's own accent stays. */
export function accentSchemes(hex: string | null): { light: AccentScheme; dark: AccentScheme } | null {
  if (!hex || !/^#?[0-9a-f]{6}$/i.test(hex)) return null
  const colour = `#${hex.replace('#', '').toLowerCase()}`
  return { light: scheme(colour, grounds.light, black), dark: scheme(colour, grounds.dark, white) }
}

/** `towards` is where text goes to stand out from these grounds: black on light pages, white on dark ones. */
function scheme(colour: string, on: string[], towards: string): AccentScheme {
  const shown = towards === white ? shiftUntil(colour, white, (lifted) => contrast(lifted, on[1]!) >= seen) : colour
  const { accent, onAccent } = legibleButton(shown)
  return {
    accent,
    strong: mix(accent, onAccent === white ? black : white, 0.16),
    onAccent,
    text: shiftUntil(colour, towards, (candidate) => on.every((ground) => contrast(candidate, ground) >= enough)),
    wash: mix(on[1]!, colour, 0.09),
  }
}

/** Ink or white on the colour, whichever reads better; colours halfway between are darkened until white does. */
function legibleButton(colour: string): { accent: string; onAccent: string } {
  if (contrast(colour, ink) >= enough) return { accent: colour, onAccent: ink }
  return { accent: shiftUntil(colour, black, (candidate) => contrast(candidate, white) >= enough), onAccent: white }
}

function shiftUntil(colour: string, towards: string, good: (candidate: string) => boolean): string {
  for (let amount = 0; amount < 1; amount += 0.04) {
    const candidate = mix(colour, towards, amount)
    if (good(candidate)) return candidate
  }
  return towards
}
