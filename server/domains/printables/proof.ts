import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { drawPrintables, findOverflows } from './draw-printable.ts'
import { printedLink } from './links.ts'
import { loadJob } from './load-job.ts'
import { dataFlaws, type Flaw, type Item } from './printable.ts'
import { findPrintable } from './queries.ts'
import { noTemplate } from './request-pdf.ts'
import { keepAnHour } from './temporary-files.ts'

const MOST_CARDS = 12

export interface PrintProof {
  proofUrl: string
  longest: { row: number; hugggId: string }
  cards: number
  codesRead: number
  flaws: Flaw[]
}

/** The cards worth looking at before all are printed: the one with the longest name, and those with flaws. */
export async function proveCards(posy: Posy, caller: Principal, transactionId: string): Promise<PrintProof> {
  await transactionInScope(posy.db, caller, transactionId)
  const printable = await findPrintable(posy.db, transactionId)
  if (!printable) throw noTemplate()
  const { design, items } = await loadJob(posy, posy.db, printable)
  if (items.length === 0) throw new Problem('wrong_state', 'No gift of this purchase is left to print.')
  const flaws = [
    ...items.flatMap((item) => dataFlaws(design.recipientFields, item)),
    ...(await findOverflows(design, items)),
  ].sort((a, b) => a.row - b.row)
  const longest = items.reduce((best, item) => (longestValue(item) > longestValue(best) ? item : best))
  const flawed = new Set(flaws.map(({ row }) => row))
  const shown = [longest, ...items.filter((item) => item !== longest && flawed.has(item.row))].slice(0, MOST_CARDS)
  const { pdf } = drawPrintables({ ...design, mark: 'Proof' }, shown, { at: printable.updated_at })
  const scrapKey = await keepAnHour(posy, printable.team_id, pdf)
  return {
    proofUrl: printedLink(posy, caller, { scrapKey }),
    longest: { row: longest.row, hugggId: longest.hugggId },
    cards: items.length,
    codesRead: shown.filter(isReadBack).length,
    flaws,
  }
}

const longestValue = ({ data }: Item) => Math.max(0, ...Object.values(data).map((value) => value.length))

/** What a scanner reads from the symbol is what the card says. */
function isReadBack({ url }: Item): boolean {
  const rows = encodeQR(url, 'raw', { ecc: 'quartile', border: 4 })
  const [scale, size] = [4, rows.length * 4]
  const data = new Uint8Array(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    const isDark = rows[Math.floor(Math.floor(at / size) / scale)]![Math.floor((at % size) / scale)]
    data.fill(isDark ? 0 : 255, at * 4, at * 4 + 3)
    data[at * 4 + 3] = 255
  }
  return decodeQR({ width: size, height: size, data }) === url
}
