/** Cut paper: flat shapes in the product's palette, each casting the same soft shadow on the sheet below. */

export const ink = '#241b2f'
export const white = '#ffffff'
export const cream = '#fbf7f2'
export const kraft = '#d8b48a'
export const kraftDark = '#bd9468'
export const coffee = '#5d3a26'
export const crema = '#b9783f'
export const peony = '#b3245b'
export const rose = '#dd5c86'
export const pink = '#f58fb3'
export const blush = '#f9d3df'
export const leaf = '#1b6b4d'
export const fern = '#3f8f6b'
export const mint = '#8cc3a6'
export const sage = '#d3e8dc'
export const amber = '#dd9a2c'
export const butter = '#f7d892'
export const brick = '#b8442f'
export const terracotta = '#cf7350'
export const plum = '#5b3a63'
export const violet = '#8d6a96'
export const lilac = '#d9c6e0'
export const night = '#2c2138'
export const steel = '#9a8fa6'
export const mist = '#ece5f0'

/** A number as it stands in a file: one decimal, no noise. */
const round = (value: number): string => String(Math.round(value * 10) / 10)

const numbers = (text: string) => text.replace(/-?\d+\.\d\d+/g, (value) => round(Number(value)))

export const circle = (x: number, y: number, r: number) => `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}"/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, turn = 0) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}"${turn ? ` transform="rotate(${round(turn)} ${round(x)} ${round(y)})"` : ''}/>`

export const rect = (x: number, y: number, width: number, height: number, r = 0) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${r ? ` rx="${round(r)}"` : ''}/>`

export const path = (d: string) => `<path d="${numbers(d)}"/>`

/** A hole is what two outlines of one path leave between them. */
export const holed = (d: string) => `<path fill-rule="evenodd" d="${numbers(d)}"/>`

/** Printed on the sheet it lies on. */
export const flat = (fill: string, ...shapes: string[]) => `<g fill="${fill}">${shapes.join('')}</g>`

/** A sheet of its own: it casts a shadow. */
export const cut = (fill: string, ...shapes: string[]) => lifted(fill, 5, ...shapes)

export const lifted = (fill: string, height: number, ...shapes: string[]) =>
  `<g fill="${ink}" fill-opacity=".15" transform="translate(0 ${height})">${shapes.join('')}</g>${flat(fill, ...shapes)}`

const stroke = (colour: string, width: number, d: string, extra = '') =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${extra} d="${numbers(d)}"/>`

/** A printed line. */
export const line = (colour: string, width: number, d: string) => stroke(colour, width, d)

/** A strip of paper. */
export const strip = (colour: string, width: number, d: string) =>
  stroke(ink, width, d, ' stroke-opacity=".15" transform="translate(0 5)"') + stroke(colour, width, d)

export const dashed = (colour: string, width: number, d: string) => stroke(colour, width, d, ' stroke-dasharray="1 14"')

/** Puts something somewhere, turned by degrees and scaled. */
export const at = (x: number, y: number, what: string, { turn = 0, scale = 1, flip = false } = {}) => {
  const scaled = flip ? ` scale(${-scale} ${scale})` : scale === 1 ? '' : ` scale(${scale})`
  return `<g transform="translate(${round(x)} ${round(y)})${turn ? ` rotate(${round(turn)})` : ''}${scaled}">${what}</g>`
}

/** The same thing on both sides. */
export const mirrored = (what: string) => what + at(0, 0, what, { flip: true })

/** Several of a kind round a middle. */
export const around = (count: number, what: (index: number) => string, start = 0) =>
  Array.from({ length: count }, (_, index) => at(0, 0, what(index), { turn: start + (360 / count) * index })).join('')

/** A point on a circle, by degrees clockwise from the top. */
export const polar = (degrees: number, radius: number): [number, number] => [
  Math.sin((degrees * Math.PI) / 180) * radius,
  -Math.cos((degrees * Math.PI) / 180) * radius,
]

/** The outline of a rosette: a circle whose edge is a ring of bumps. */
export function scallop(radius: number, lobes: number, start = 0): string {
  const points = Array.from({ length: lobes }, (_, index) => polar(start + (360 / lobes) * index, radius))
  const bump = radius * Math.sin(Math.PI / lobes) * 1.06
  const arcs = points
    .map((_, index) => points[(index + 1) % lobes]!)
    .map(([x, y]) => `A${round(bump)} ${round(bump)} 0 0 1 ${round(x)} ${round(y)}`)
  return `M${round(points[0]![0])} ${round(points[0]![1])}${arcs.join('')}Z`
}

/** A star's outline. */
export function star(radius: number, points = 5, inner = 0.45): string {
  const corners = Array.from({ length: points * 2 }, (_, index) =>
    polar((180 / points) * index, index % 2 ? radius * inner : radius),
  )
  return `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

/** A heart whose point is at the origin's foot. */
export const heart = (size: number) => {
  const s = size / 100
  return `M0 ${90 * s}C${-130 * s} ${-10 * s} ${-80 * s} ${-100 * s} 0 ${-40 * s}C${80 * s} ${-100 * s} ${130 * s} ${-10 * s} 0 ${90 * s}Z`
}

/** Numbers that look random and are the same on every run. */
export function dice(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
}

/** A soft closed outline round a middle, a little different at every seed. */
export function blob(x: number, y: number, rx: number, ry: number, seed: number, wobble = 0.07): string {
  const roll = dice(seed)
  const count = 10
  const points = Array.from({ length: count }, (_, index) => {
    const [dx, dy] = polar((360 / count) * index + roll() * 10, 1 + (roll() - 0.5) * 2 * wobble)
    return [x + dx * rx, y + dy * ry] as const
  })
  const point = (index: number) => points[(index + count) % count]!
  const curves = points.map((_, index) => {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)]
    const control = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
    ]
    return `C${[...control, to[0], to[1]].map(round).join(' ')}`
  })
  return `M${round(points[0]![0])} ${round(points[0]![1])}${curves.join('')}Z`
}
