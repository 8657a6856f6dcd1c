import { blade, daisy, eucalyptus, frond, peonyFlower, sprig } from './flowers.ts'
import { at, blob, cut, dice, flat, holed, lifted, path, rect, scallop } from './paper.ts'

/** Outer sheet, middle sheet, inner sheet, and the paper at the bottom of the box. */
type Sheets = [string, string, string, string]

const sheets = {
  peony: ['#b3245b', '#d9577f', '#f5bccd', '#fbe9ef'],
  blush: ['#f0a3bc', '#f7c6d5', '#fbe2ea', '#fff6f9'],
  leaf: ['#1b6b4d', '#4a9674', '#b9dcc9', '#eaf5ef'],
  sage: ['#8fc0a6', '#bbdac9', '#ddeee5', '#f6fbf8'],
  amber: ['#c98a1d', '#e6b450', '#f8dc9e', '#fdf4de'],
  butter: ['#efc76c', '#f6dc9c', '#fbecc6', '#fffaee'],
  night: ['#241b2f', '#43345a', '#7c6a96', '#d8cce4'],
  dusk: ['#5b3a63', '#8d6a96', '#d0b9d8', '#f5eef8'],
  lilac: ['#b7a0c6', '#d3c2dd', '#e9dfef', '#faf7fc'],
  brick: ['#a83a28', '#cf6a50', '#f2bfae', '#fdeee9'],
  paper: ['#e3d2bd', '#efe2d2', '#f8f0e6', '#fffdfa'],
} satisfies Record<string, Sheets>

export type SheetName = keyof typeof sheets

/**
 * A shadow is drawn with the outline of the sheet that casts it: written once, used twice. The first of two equal
 * groups, the shadow, points to the second.
 */
function sharing(content: string): string {
  let next = 0
  return content.replace(
    /(<g fill="#241b2f" fill-opacity="\.15" transform="translate\(0 \d+\)">)((?:(?!<g fill).)+?)<\/g>(<g fill="[^"]+">)\2<\/g>/g,
    (whole, shadow: string, shapes: string, sheet: string) => {
      if (shapes.length < 60) return whole
      const id = (next++).toString(36)
      return `${shadow.replace('<g', `<use href="#${id}"`).replace('>', '/>')}${sheet}<g id="${id}">${shapes}</g></g>`
    },
  )
}

const frame = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${sharing(content)}</svg>\n`

const outer = (width: number, height: number) => `M-20 -20H${width + 20}V${height + 20}H-20Z`

/** What grows out of the frame between two sheets. */
function growth(name: SheetName, roll: () => number): string {
  const [fold, colour] = sheets[name]
  const kinds = [
    frond(210, { colour, fold }),
    sprig(200, 4, { colour, fold }),
    eucalyptus(200, { colour, stem: fold }),
    blade(190, 46, colour, fold),
  ]
  return kinds[Math.floor(roll() * kinds.length)]!
}

/** A picture of a product, 4:3: sheets with a hole in the middle, twigs growing in, and the thing itself. */
export function picture(name: SheetName, seed: number, motif: string): string {
  const [first, second, third, ground] = sheets[name]
  const roll = dice(seed)
  const corners = [
    [30, 590, 34],
    [770, 590, -34],
    [30, 20, 146],
    [770, 20, -146],
  ] as const
  const skipped = Math.floor(roll() * 4)
  const twigs = corners
    .map(([x, y, turn], index) =>
      index === skipped ? '' : at(x, y, growth(name, roll), { turn: turn + (roll() - 0.5) * 16, scale: 0.78 }),
    )
    .join('')
  return frame(
    800,
    600,
    flat(ground, rect(0, 0, 800, 600)) +
      lifted(third, 8, holed(outer(800, 600) + blob(400, 300, 312, 236, seed + 1, 0.05))) +
      lifted(second, 8, holed(outer(800, 600) + blob(400, 300, 362, 276, seed + 2, 0.06))) +
      twigs +
      lifted(first, 9, holed(outer(800, 600) + blob(400, 300, 418, 316, seed + 3, 0.06))) +
      at(400, 306, motif),
  )
}

/** A brand's mark: a rosette of its colour on paper, with its emblem. */
export function mark(name: SheetName, emblem: string, scale = 0.62): string {
  const [first, , third, ground] = sheets[name]
  return frame(
    400,
    400,
    flat(ground, rect(0, 0, 400, 400)) +
      at(200, 200, cut(first, path(scallop(158, 18))) + flat(third, `<circle r="142"/>`) + at(0, 0, emblem, { scale })),
  )
}

/** A segment's picture: the same box without a frame of twigs, wide, with flowers in two corners. */
export function banner(name: SheetName, seed: number, motif: string): string {
  const [first, second, third, ground] = sheets[name]
  return frame(
    800,
    450,
    flat(ground, rect(0, 0, 800, 450)) +
      lifted(third, 8, holed(outer(800, 450) + blob(400, 225, 350, 186, seed, 0.05))) +
      lifted(second, 8, holed(outer(800, 450) + blob(400, 225, 398, 218, seed + 1, 0.06))) +
      at(64, 420, peonyFlower(86, [first, second, third, ground])) +
      at(742, 34, daisy(64, { petal: ground, middle: first })) +
      at(160, 452, blade(120, 30, second, first), { turn: 40 }) +
      at(640, 0, blade(120, 30, second, first), { turn: -140 }) +
      at(400, 228, motif, { scale: 0.82 }),
  )
}
