import { mix } from '#kit/colour.ts'
import { type Html, html } from './html.ts'

interface Colours {
  paper: string
  fold: string
  ribbon: string
  ribbonFold: string
}

/** The colours of the giftwraps that the gift's page draws; a theme that names none of these gets the first. */
const giftwraps = {
  peony: { paper: '#f6cfd8', fold: '#e9b3c0', ribbon: '#b3245b', ribbonFold: '#8f1a47' },
  fern: { paper: '#2f5c47', fold: '#234836', ribbon: '#d9843f', ribbonFold: '#b96a2b' },
  citrus: { paper: '#1f6b69', fold: '#175250', ribbon: '#f5c242', ribbonFold: '#d3a22a' },
  bluebell: { paper: '#34449c', fold: '#27347c', ribbon: '#f6e7c4', ribbonFold: '#dcc99c' },
  winter: { paper: '#24574d', fold: '#1a4139', ribbon: '#c5364a', ribbonFold: '#a12638' },
  confetti: { paper: '#f3d9ea', fold: '#e2bfd7', ribbon: '#5d4fb0', ribbonFold: '#483c8f' },
} as const satisfies Record<string, Colours>

const giftwrapColours = (name: string): Colours =>
  Object.hasOwn(giftwraps, name) ? giftwraps[name as keyof typeof giftwraps] : giftwraps.peony

const RIBBON_PX = 30
const LOOP = 'display:inline-block;width:62px;height:38px;font-size:0;line-height:0;vertical-align:bottom;'

/**
 * The top of a wrapped present, drawn with table cells: paper, a ribbon down the middle and one across, a bow where
 * they meet; the ribbon in a brand's own colour. At the top of a page its corners are the page's. Clients that know no rounded corners get the ribbons without the bow.
 */
export function giftBox(
  giftwrap: string,
  { isTop = true, accent }: { isTop?: boolean; accent?: string | undefined } = {},
): Html {
  const { paper, fold, ...own } = giftwrapColours(giftwrap)
  const { ribbon, ribbonFold } = accent ? { ribbon: accent, ribbonFold: mix(accent, '#000000', 0.22) } : own
  const side = (
    heightPx: number,
    colour: string,
    inner: { corners?: string; align?: string; content?: Html } = {},
  ) => html`
<td bgcolor="${colour}" align="${inner.align ?? 'left'}" valign="bottom" height="${heightPx}" style="height:${heightPx}px;line-height:0;font-size:0;background-color:${colour};${inner.corners && `border-radius:${inner.corners};`}">${inner.content ?? html`&nbsp;`}</td>`
  const middle = (heightPx: number, colour: string, content: Html = html`&nbsp;`) => html`
<td bgcolor="${colour}" width="${RIBBON_PX}" height="${heightPx}" style="width:${RIBBON_PX}px;height:${heightPx}px;line-height:0;font-size:0;background-color:${colour};">${content}</td>`
  const knot = html`<div style="height:${RIBBON_PX}px;background-color:${ribbonFold};border-radius:9px;font-size:0;line-height:0;">&nbsp;</div>`
  const loop = (corners: string) =>
    html`<!--[if !mso]><!--><div style="${LOOP}border:9px solid ${ribbon};background-color:${ribbonFold};border-radius:${corners};">&nbsp;</div><!--<![endif]-->`
  return html`<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;">
<tr>${side(28, paper, isTop ? { corners: '12px 0 0 0' } : {})}${middle(28, ribbon)}${side(28, paper, isTop ? { corners: '0 12px 0 0' } : {})}</tr>
<tr>${side(56, paper, { align: 'right', content: loop('46px 34px 6px 46px') })}${middle(56, ribbon)}${side(56, paper, { content: loop('34px 46px 46px 6px') })}</tr>
<tr bgcolor="${ribbon}" style="background-color:${ribbon};">${side(RIBBON_PX, ribbon)}${middle(RIBBON_PX, ribbon, knot)}${side(RIBBON_PX, ribbon)}</tr>
<tr>${side(44, paper)}${middle(44, ribbon)}${side(44, paper)}</tr>
<tr>${side(10, fold)}${middle(10, ribbonFold)}${side(10, fold)}</tr>
</table>`
}
