import sharp from 'sharp'
import type { DrawnGiftwrap } from '#contract/themes/themes.ts'
import { accentSchemes } from '#kit/accent.ts'
import { mix } from '#kit/colour.ts'
import { wrapColours } from './wrap-colours.ts'

export const PREVIEW_SIZE = { width: 1200, height: 630 }

export interface PreviewParts {
  drawing: DrawnGiftwrap
  accentHex: string | null
  /** PNG, as uploads keep them. */
  logo: Buffer | null
  pattern: Buffer | null
}

/** Shown at half of it. */
const LOGO_SIZE = { width: 520, height: 112, margin: 16 }

/**
 * A logo as emails show it: of one size, since old clients know no other way to fit a picture, and on white of its own, since
 * some clients turn what is behind a picture dark.
 */
export function drawEmailLogo(logo: Buffer): Promise<Buffer> {
  const { width, height, margin } = LOGO_SIZE
  const background = '#ffffff'
  return sharp(logo)
    .resize({ width: width - 2 * margin, height: height - 2 * margin, fit: 'contain', background })
    .flatten({ background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png()
    .toBuffer()
}

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

/** A link's picture: the brand's present, with its logo beside it where it has one. Chats show no SVG, so it is a JPEG. */
export const drawPreview = (parts: PreviewParts): Promise<Buffer> =>
  sharp(Buffer.from(previewSvg(parts)))
    .flatten()
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()

function previewSvg({ drawing, accentHex, logo, pattern }: PreviewParts): string {
  const colours = wrapColours[drawing]
  const accent = accentSchemes(accentHex)?.light.accent
  const stage = accent ? mix('#ffffff', accent, 0.16) : colours.stage
  const ribbon = accent ?? colours.ribbon
  const { width, height } = PREVIEW_SIZE
  // The present is drawn within 320 × 332; see web/ui/wraps/gift-box.tsx.
  const left = logo ? 644 : (width - 320 * 1.62) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
${pattern ? definePattern(pattern) : ''}
<rect width="100%" height="100%" fill="${stage}"/>
${pattern ? '<rect width="100%" height="100%" fill="url(#stage)" opacity=".26"/>' : ''}
${logo ? logoCard(logo) : ''}
<g transform="translate(${left} 42) scale(1.62) translate(-40 -96)">
${drawGiftBox({ ...colours, ribbon }, pattern !== null)}
</g>
</svg>`
}

const definePattern = (tile: Buffer) => {
  const pattern = (id: string, transform: string) =>
    `<pattern id="${id}" width="200" height="200" patternUnits="userSpaceOnUse" patternTransform="${transform}">
<image href="${dataUrl(tile)}" width="200" height="200" preserveAspectRatio="xMidYMid slice"/></pattern>`
  return `<defs>${pattern('wrap', 'scale(.52) rotate(8)')}${pattern('stage', 'scale(1.15) rotate(-10)')}</defs>`
}

const logoCard = (logo: Buffer) =>
  `<rect x="84" y="165" width="500" height="300" rx="28" fill="#ffffff"/>
<image href="${dataUrl(logo)}" x="136" y="217" width="396" height="196" preserveAspectRatio="xMidYMid meet"/>`

function drawGiftBox(
  { paper, fold, ribbon }: { paper: string; fold: string; ribbon: string },
  isPatterned: boolean,
): string {
  const shade = mix(ribbon, '#000000', 0.22)
  const box = 'M76 226H324V404a8 8 0 0 1-8 8H84a8 8 0 0 1-8-8Z'
  const patterned = (shape: string) => (isPatterned ? shape.replace('%', 'url(#wrap)') : '')
  return `<ellipse cx="200" cy="412" rx="150" ry="13" fill="#241b2f" opacity=".14"/>
<path d="${box}" fill="${paper}"/>${patterned(`<path d="${box}" fill="%"/>`)}
<path d="M284 226H324V404a8 8 0 0 1-8 8H284Z" fill="${fold}" opacity=".5"/>
<rect x="178" y="226" width="44" height="186" fill="${ribbon}"/><rect x="214" y="226" width="8" height="186" fill="${shade}"/>
<rect x="76" y="236" width="248" height="9" fill="#241b2f" opacity=".16"/>
<rect x="62" y="178" width="276" height="58" rx="7" fill="${paper}"/>
${patterned('<rect x="62" y="178" width="276" height="58" rx="7" fill="%"/>')}
<path d="M292 178h39a7 7 0 0 1 7 7v44a7 7 0 0 1-7 7h-39Z" fill="${fold}" opacity=".45"/>
<rect x="178" y="178" width="44" height="58" fill="${ribbon}"/><rect x="214" y="178" width="8" height="58" fill="${shade}"/>
<path d="M196 168Q150 196 138 236L158 230L166 246Q176 206 202 176Z" fill="${shade}"/>
<path d="M204 168Q250 196 262 236L242 230L234 246Q224 206 198 176Z" fill="${shade}"/>
<path d="M200 164C170 104 108 106 108 142C108 178 168 182 200 170Z" fill="${ribbon}"/>
<path d="M200 164C230 104 292 106 292 142C292 178 232 182 200 170Z" fill="${ribbon}"/>
<path d="M196 164C178 134 138 126 134 144C131 160 172 166 196 166Z" fill="${shade}"/>
<path d="M204 164C222 134 262 126 266 144C269 160 228 166 204 166Z" fill="${shade}"/>
<rect x="182" y="148" width="36" height="34" rx="11" fill="${ribbon}"/>`
}
