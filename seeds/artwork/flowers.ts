import {
  amber,
  around,
  at,
  blush,
  butter,
  circle,
  cut,
  ellipse,
  fern,
  flat,
  leaf,
  line,
  mint,
  path,
  peony,
  pink,
  polar,
  rose,
  scallop,
  strip,
  violet,
  white,
} from './paper.ts'

/** A leaf standing on the origin, folded along its middle. */
export function blade(length: number, width: number, colour = fern, fold = leaf): string {
  const side = `C${width} ${-length * 0.35} ${width} ${-length * 0.75} 0 ${-length}`
  return (
    cut(colour, path(`M0 0${side}C${-width} ${-length * 0.75} ${-width} ${-length * 0.35} 0 0Z`)) +
    flat(fold, path(`M0 0${side}Z`))
  )
}

/** A twig standing on the origin with pairs of leaves, smaller towards its tip. */
export function sprig(
  length: number,
  pairs: number,
  { colour = fern, fold = leaf, size = 0.42, lean = 48 } = {},
): string {
  const stem = strip(fold, Math.max(4, length / 45), `M0 0V${-length * 0.9}`)
  const leaves = Array.from({ length: pairs }, (_, index) => {
    const up = 0.16 + (0.68 * index) / Math.max(1, pairs - 1)
    const long = length * size * (1 - up * 0.55)
    const one = (turn: number) => at(0, -length * up, blade(long, long * 0.36, colour, fold), { turn })
    return one(-lean) + one(lean)
  })
  return stem + leaves.join('') + at(0, -length * 0.84, blade(length * size * 0.6, length * size * 0.2, colour, fold))
}

/** Many narrow leaflets: a frond. */
export const frond = (length: number, { colour = fern, fold = leaf } = {}) =>
  sprig(length, 8, { colour, fold, size: 0.34, lean: 62 })

/** Round leaves in pairs, like eucalyptus. */
export function eucalyptus(length: number, { colour = mint, stem = fern } = {}): string {
  const discs = [0.2, 0.4, 0.6, 0.8].map((up) => {
    const r = length * 0.13 * (1.15 - up * 0.6)
    return cut(colour, circle(-r * 0.95, -length * up, r)) + cut(colour, circle(r * 0.95, -length * up - r * 0.5, r))
  })
  return strip(stem, 5, `M0 0V${-length}`) + discs.join('') + cut(colour, circle(0, -length, length * 0.07))
}

export function berries(length: number, { colour = peony, stem = leaf } = {}): string {
  const twigs = [-30, 0, 28].map((turn, index) => {
    const [x, y] = polar(turn, length * (index === 1 ? 0.5 : 0.4))
    return {
      d: `M0 ${-length * 0.5}Q${x * 0.3} ${-length * 0.5 + y * 0.6} ${x} ${-length * 0.5 + y}`,
      x,
      y: -length * 0.5 + y,
    }
  })
  return (
    strip(stem, 5, `M0 0V${-length * 0.5}${twigs.map((twig) => twig.d).join('')}`) +
    twigs
      .map(
        ({ x, y }) =>
          cut(colour, circle(x, y, length * 0.085)) +
          flat(white, circle(x - length * 0.025, y - length * 0.03, length * 0.02)),
      )
      .join('')
  )
}

export function daisy(radius: number, { petal = white, middle = amber, petals = 12 } = {}): string {
  const ring = around(petals, () => ellipse(0, -radius * 0.62, radius * 0.17, radius * 0.38))
  return (
    cut(petal, ring) +
    cut(middle, circle(0, 0, radius * 0.27)) +
    flat(butter, circle(-radius * 0.07, -radius * 0.07, radius * 0.09))
  )
}

/** Rosettes on rosettes, paler towards the middle. */
export function peonyFlower(
  radius: number,
  colours: [string, string, string, string] = [peony, rose, pink, blush],
): string {
  const [first, second, third, fourth] = colours
  return (
    cut(first, path(scallop(radius * 0.84, 9))) +
    cut(second, path(scallop(radius * 0.64, 8, 12))) +
    cut(third, path(scallop(radius * 0.44, 7, 30))) +
    cut(fourth, path(scallop(radius * 0.24, 5)))
  )
}

export const goldPeony = (radius: number) => peonyFlower(radius, [amber, '#e8b24f', butter, '#fdf0d2'])

export const whitePeony = (radius: number) => peonyFlower(radius, ['#f6dfe6', '#fbeaf0', '#fdf4f7', butter])

export function tulip(height: number, colour = rose, dark = peony): string {
  const w = height * 0.36
  const side = `M0 0C${-w} 0 ${-w} ${-height * 0.5} ${-w * 0.8} ${-height}C${-w * 0.4} ${-height * 0.85} 0 ${-height * 0.5} 0 0Z`
  return (
    cut(
      dark,
      path(
        `M0 0C${-w * 0.7} ${-height * 0.4} ${-w * 0.3} ${-height * 0.9} 0 ${-height * 1.06}C${w * 0.3} ${-height * 0.9} ${w * 0.7} ${-height * 0.4} 0 0Z`,
      ),
    ) +
    cut(colour, path(side)) +
    at(0, 0, cut(colour, path(side)), { flip: true })
  )
}

/** A bell on a bent stem, as of a bluebell. */
const bell = (size: number, colour: string) =>
  cut(
    colour,
    path(
      `M${-size * 0.3} ${-size}C${-size * 0.7} ${-size * 0.2} ${-size * 0.6} 0 ${-size * 0.8} ${size * 0.2}Q${-size * 0.4} 0 ${-size * 0.25} ${size * 0.25}Q0 0 ${size * 0.25} ${size * 0.25}Q${size * 0.4} 0 ${size * 0.8} ${size * 0.2}C${size * 0.6} 0 ${size * 0.7} ${-size * 0.2} ${size * 0.3} ${-size}Q0 ${-size * 1.25} ${-size * 0.3} ${-size}Z`,
    ),
  )

/** Where each bell hangs, how it swings, its size, and the stalk it hangs by. */
const bells: [x: number, y: number, turn: number, size: number, stalk: string][] = [
  [88, -88, -10, 40, 'M60 -140Q80 -146 86 -128'],
  [20, -52, 4, 44, 'M14 -108L18 -96'],
  [-70, -6, 12, 42, 'M-13 -50Q-50 -86 -68 -46'],
  [52, 26, -8, 42, 'M-24 2Q26 -60 48 -14'],
]

export const bluebell = (colour = violet) =>
  strip(leaf, 9, 'M-30 170C-40 60 -30 -110 60 -140') +
  at(-38, 170, blade(190, 30), { turn: -24 }) +
  at(-24, 170, blade(150, 26), { turn: 22 }) +
  bells.map(([x, y, turn, size, stalk]) => line(leaf, 7, stalk) + at(x, y, bell(size, colour), { turn })).join('')

export const thistle = (tuft = violet, dark = '#5b3a63') =>
  strip(leaf, 12, 'M0 190V20') +
  at(0, 150, blade(120, 24), { turn: -58 }) +
  at(0, 130, blade(120, 24), { turn: 58 }) +
  cut(tuft, path('M-78 -30L-100 -130L-62 -96L-48 -160L-20 -108L0 -172L20 -108L48 -160L62 -96L100 -130L78 -30Z')) +
  flat(dark, path('M-50 -30L-56 -96L-26 -60L0 -120L26 -60L56 -96L50 -30Z')) +
  cut(fern, path('M-80 -34C-70 -60 70 -60 80 -34C84 20 44 66 0 66C-44 66 -84 20 -80 -34Z')) +
  line(leaf, 6, 'M-62 -22L-40 4L-18 -22L4 4L26 -22L48 4L66 -20M-44 22L-22 44L0 22L22 44L44 22')
