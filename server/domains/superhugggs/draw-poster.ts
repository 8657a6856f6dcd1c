import type { ClaimMethod } from '#contract/orders/purchase.ts'
import type { DrawnGiftwrap } from '#contract/themes/themes.ts'
import { accentSchemes } from '#kit/accent.ts'
import { wrapColours } from '#server/domains/themes/index.ts'
import { drawParagraph, paragraphHeight } from '#server/platform/pdf/paragraph.ts'
import { A4, drawWhole, INK, openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import type { Face } from '#server/platform/pdf/text.ts'
import { qrCode } from './qr-code.ts'

const MARGIN = 56
const WIDTH = A4.width - 2 * MARGIN
const LOGO = { width: 220, height: 38 }
/** The white card the code stands on, and the code itself. */
const CARD = { y: 330, side: 300, code: 236 }

export interface Poster {
  /** Where people claim. */
  url: string
  giftwrap: DrawnGiftwrap
  /** The brand's colour, for the ribbon; null: the box's own. */
  accentHex: string | null
  /** PNG, as uploads keep it. */
  logo: Buffer | null
  fromName: string
  teamName: string
  claimMethod: ClaimMethod
  madeAt: Date
}

/** One A4 page for a wall: who it is from, how to claim, the code and the same address in letters. */
export function drawPoster(poster: Poster): Promise<Buffer> {
  const pdf = openPdf({ title: `A gift from ${poster.fromName}`, author: poster.teamName, at: poster.madeAt })
  return drawWhole(pdf, () => {
    drawWrapping(pdf, poster)
    drawWords(pdf, poster)
    drawCode(pdf, poster.url)
  })
}

/** The page is the present: paper above, a ribbon across and down behind the card, and a bow. */
function drawWrapping(pdf: Pdf, { giftwrap, accentHex, logo }: Poster): void {
  const { stage, paper, fold, ...own } = wrapColours[giftwrap]
  const ribbon = accentSchemes(accentHex)?.light.accent ?? own.ribbon
  const middle = A4.width / 2
  const across = CARD.y + CARD.side / 2
  pdf.rect(0, 0, A4.width, A4.height).fill(stage)
  pdf.roundedRect(28, 250, A4.width - 56, 460, 18).fill(paper)
  pdf.rect(28, 690, A4.width - 56, 20).fill(fold)
  pdf.rect(middle - 22, 250, 44, 460).fill(ribbon)
  pdf.rect(28, across - 22, A4.width - 56, 44).fill(ribbon)
  for (const side of [-1, 1])
    pdf
      .moveTo(middle, 252)
      .bezierCurveTo(middle + side * 30, 190, middle + side * 120, 190, middle + side * 104, 236)
      .bezierCurveTo(middle + side * 96, 262, middle + side * 40, 262, middle, 252)
      .fill(ribbon)
  pdf.roundedRect(middle - 15, 234, 30, 30, 8).fill(fold)
  if (logo) pdf.image(logo, middle - LOGO.width / 2, 18, { fit: [LOGO.width, LOGO.height], align: 'center' })
}

function drawWords(pdf: Pdf, { fromName, teamName, claimMethod, url }: Poster): void {
  const title = `A gift from ${fromName}, for you`
  fitted(pdf, title, { y: 62, height: 88, largest: 38 })
  const proof = claimMethod === 'email' ? 'email address' : 'mobile number'
  fitted(pdf, `Scan the code and claim yours with your ${proof}.`, {
    y: 156,
    height: 22,
    largest: 17,
    face: 'medium',
  })
  fitted(pdf, url.replace(/^https?:\/\//, ''), { y: 730, height: 36, largest: 26 })
  fitted(pdf, `${teamName} · sent with Posy`, { y: 784, height: 18, largest: 12, face: 'medium' })
}

interface Line {
  y: number
  height: number
  largest: number
  face?: Face
}

/** Text in the middle, as large as its place allows, never cut. */
function fitted(pdf: Pdf, text: string, { y, height, largest, face = 'bold' }: Line): void {
  let size = largest
  while (size > 8 && paragraphHeight(pdf, text, { face, size, width: WIDTH }) > height) size--
  drawParagraph(pdf, text, { x: MARGIN, y, face, size, width: WIDTH, colour: INK, align: 'center' })
}

function drawCode(pdf: Pdf, url: string): void {
  const { size, path } = qrCode(url)
  const x = (A4.width - CARD.side) / 2
  const inset = (CARD.side - CARD.code) / 2
  pdf.roundedRect(x, CARD.y, CARD.side, CARD.side, 20).fill('#ffffff')
  pdf
    .save()
    .translate(x + inset, CARD.y + inset)
    .scale(CARD.code / size)
  pdf.path(path).fill('#000000')
  pdf.restore()
  pdf.link(x, CARD.y, CARD.side, CARD.side, url)
}
