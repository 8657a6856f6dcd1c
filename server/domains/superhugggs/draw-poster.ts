import type { ClaimMethod } from '#contract/orders/purchase.ts'
import type { DrawnGiftwrap } from '#contract/themes/themes.ts'
import { accentSchemes } from '#kit/accent.ts'
import { withoutEmoji } from '#kit/clean-text.ts'
import { wrapColours } from '#server/domains/themes/index.ts'
import { drawParagraph, paragraphHeight } from '#server/platform/pdf/paragraph.ts'
import { A4, drawWhole, INK, openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import type { Face } from '#server/platform/pdf/text.ts'
import { qrCode } from './qr-code.ts'

const MARGIN = 56
const WIDTH = A4.width - 2 * MARGIN
const LOGO = { width: 220, height: 38 }
/** The white card the code stands on, and the code itself. */
const CARD = { y: 346, side: 290, code: 230 }
/** What stands above the bow. */
const WORDS_END = 236
/** The paper around it. */
const PAPER = { y: 286, height: 410 }

export interface Poster {
  /** Where people claim. */
  url: string
  giftwrap: DrawnGiftwrap
  /** The brand's colour, for the ribbon; null: the box's own. */
  accentHex: string | null
  /** PNG, as uploads keep it. */
  logo: Buffer | null
  fromName: string
  /** What each person gets. */
  productName: string
  /** To all of them. */
  message: string | null
  teamName: string
  claimMethod: ClaimMethod
  madeAt: Date
}

/** One A4 page for a wall: who it is from, what it is, how to claim, the code and the same address in letters. */
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
  const { y, height } = PAPER
  pdf.roundedRect(28, y, A4.width - 56, height, 18).fill(paper)
  pdf.rect(28, y + height - 20, A4.width - 56, 20).fill(fold)
  pdf.rect(middle - 22, y, 44, height).fill(ribbon)
  pdf.rect(28, across - 22, A4.width - 56, 44).fill(ribbon)
  for (const side of [-1, 1])
    pdf
      .moveTo(middle, y + 2)
      .bezierCurveTo(middle + side * 30, y - 48, middle + side * 110, y - 48, middle + side * 98, y - 12)
      .bezierCurveTo(middle + side * 92, y + 12, middle + side * 40, y + 12, middle, y + 2)
      .fill(ribbon)
  pdf.roundedRect(middle - 15, y - 14, 30, 30, 8).fill(fold)
  if (logo) pdf.image(logo, middle - LOGO.width / 2, 18, { fit: [LOGO.width, LOGO.height], align: 'center' })
}

function drawWords(pdf: Pdf, { productName, message, teamName, claimMethod, url, ...poster }: Poster): void {
  const fromName = withoutEmoji(poster.fromName) || teamName
  const titled = fitted(pdf, `A gift from ${fromName}, for you`, { y: 62, height: 82, largest: 34 })
  const named = fitted(pdf, withoutEmoji(productName), { y: titled + 2, height: 22, largest: 17, face: 'medium' })
  const words = withoutEmoji(message ?? '')
  if (words)
    fitted(pdf, words, { y: named + 8, height: WORDS_END - named - 8, largest: 15, smallest: 11, face: 'regular' })
  const proof = claimMethod === 'email' ? 'email address' : 'mobile number'
  fitted(pdf, `Scan the code and claim yours with your ${proof}, or type this address:`, {
    y: 712,
    height: 20,
    largest: 15,
    face: 'medium',
  })
  fitted(pdf, url.replace(/^https?:\/\//, ''), { y: 738, height: 34, largest: 26 })
  fitted(pdf, `${withoutEmoji(teamName)} · sent with Posy`, { y: 790, height: 18, largest: 12, face: 'medium' })
}

interface Line {
  y: number
  height: number
  largest: number
  smallest?: number
  face?: Face
}

/**
 * Text in the middle, as large as its place allows, in lines of like length. What is too long even so ends in dots.
 * @returns where it ends
 */
function fitted(pdf: Pdf, text: string, { y, height, largest, smallest = 8, face = 'bold' }: Line): number {
  const heightAt = (size: number, words = text, width = WIDTH) => paragraphHeight(pdf, words, { face, size, width })
  let size = largest
  while (size > smallest && heightAt(size) > height) size--
  let shown = text
  while (heightAt(size, shown) > height) shown = `${shown.replace(/\s*\S{1,20}…?$/u, '')}…`
  const width = balancedWidth(WIDTH, (tried) => heightAt(size, shown, tried))
  const x = (A4.width - width) / 2
  drawParagraph(pdf, shown, { x, y, face, size, width, colour: INK, align: 'center' })
  return y + heightAt(size, shown, width)
}

/** The least width at which text is no taller, so that no line has one word alone. */
function balancedWidth(width: number, heightAt: (width: number) => number): number {
  const tallest = heightAt(width)
  let [narrow, wide] = [0, width]
  while (wide - narrow > 2) {
    const middle = (narrow + wide) / 2
    if (heightAt(middle) > tallest) narrow = middle
    else wide = middle
  }
  return wide
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
