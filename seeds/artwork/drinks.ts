import { blade, daisy, sprig } from './flowers.ts'
import {
  amber,
  around,
  at,
  circle,
  coffee,
  cream,
  crema,
  cut,
  ellipse,
  flat,
  leaf,
  line,
  path,
  peony,
  plum,
  rect,
  scallop,
  star,
  strip,
  white,
} from './paper.ts'

/** From above, with a daisy in the foam. */
export const flatWhite = () =>
  cut(white, circle(0, 0, 190)) +
  flat('#f4e9ee', circle(0, 0, 152)) +
  at(0, 0, cut(peony, rect(118, -24, 96, 48, 24)), { turn: -28 }) +
  cut(peony, circle(0, 0, 132)) +
  flat('#8f1a47', circle(0, 0, 114)) +
  flat(coffee, circle(0, 2, 107)) +
  flat(crema, circle(0, 4, 99)) +
  flat('#f3dfc4', path(scallop(72, 11))) +
  flat(crema, path(scallop(60, 11))) +
  flat(
    '#f8ecd9',
    around(11, () => ellipse(0, -44, 11, 27)),
  ) +
  flat(crema, circle(0, 0, 14)) +
  at(-206, 130, daisy(56)) +
  at(-150, 176, blade(80, 20), { turn: 100 })

/** From the side, on its saucer, steaming. */
export const cup = (body = peony, shade = '#8f1a47', emblem = at(0, 18, daisy(52))) =>
  cut(white, ellipse(0, 136, 176, 30)) +
  flat('#efe4ea', ellipse(0, 130, 112, 15)) +
  strip(body, 24, 'M92 -24C176 -50 178 64 76 66') +
  cut(body, path('M-112 -66H112C112 46 74 124 0 124C-74 124 -112 46 -112 -66Z')) +
  cut(shade, ellipse(0, -66, 112, 25)) +
  flat(coffee, ellipse(0, -62, 98, 18)) +
  flat(crema, ellipse(0, -59, 84, 12)) +
  emblem +
  steam()

export const steam = () =>
  strip(white, 13, 'M-44 -112C-74 -140 -16 -160 -44 -194') +
  strip(white, 13, 'M4 -120C-26 -152 34 -172 4 -214') +
  strip(white, 13, 'M52 -112C22 -140 80 -160 52 -194')

export const bottle = (glass: string, shine: string, foil: string, label: string) =>
  cut(
    glass,
    path('M-24 -190H24V-104C24 -76 60 -66 60 -20V170Q60 186 44 186H-44Q-60 186 -60 170V-20C-60 -66 -24 -76 -24 -104Z'),
  ) +
  flat(shine, path('M-44 -18C-44 -50 -30 -60 -22 -76V-60C-30 -44 -34 -30 -34 -10V150H-44Z')) +
  cut(foil, rect(-28, -196, 56, 62, 6)) +
  cut(cream, rect(-60, 10, 120, 104, 2)) +
  at(0, 92, label)

export const wineGlass = (wine: string) =>
  line('#ffffff', 7, 'M0 60V142') +
  cut(white, ellipse(0, 148, 54, 11)) +
  `<g opacity=".9">${cut('#f6eef2', path('M-62 -90H62C66 10 40 64 0 64C-40 64 -66 10 -62 -90Z'))}</g>` +
  flat(wine, path('M-60 -30H60C56 24 36 52 0 52C-36 52 -56 24 -60 -30Z')) +
  flat('#ffffff55', ellipse(0, -30, 60, 8))

export const redWine = () =>
  at(
    -70,
    0,
    bottle(
      '#2f4a3d',
      '#5d7c6b',
      peony,
      at(0, -10, sprig(66, 3)) + cut(peony, circle(-12, -22, 8), circle(4, -14, 8), circle(-4, -32, 8)),
    ),
  ) + at(104, 34, wineGlass('#8f1a47'))

export const flute = () =>
  line(white, 6, 'M0 70V150') +
  cut(white, ellipse(0, 154, 42, 9)) +
  `<g opacity=".92">${cut('#fbf4e6', path('M-34 -120H34C36 -10 26 70 0 74C-26 70 -36 -10 -34 -120Z'))}</g>` +
  flat('#f2cd76', path('M-33 -78H33C32 6 22 58 0 62C-22 58 -32 6 -33 -78Z')) +
  flat('#fdf0d2', circle(-8, 20, 5), circle(8, -8, 6), circle(-4, -38, 5), circle(12, -56, 4))

export const sparkling = () =>
  at(-6, 0, bottle(leaf, '#3f8f6b', amber, cut(amber, path(star(26, 8, 0.6))))) +
  at(-128, 34, flute(), { turn: -8 }) +
  at(120, 34, flute(), { turn: 8 }) +
  [
    [-60, -206],
    [70, -196],
    [110, -150],
    [-118, -168],
    [40, -236],
  ]
    .map(([x, y], index) => cut(index % 2 ? amber : white, circle(x!, y!, 9 - (index % 3) * 2)))
    .join('')

/** A vine leaf's worth of grapes. */
export const grapes = () => {
  const rows = [4, 3, 3, 2, 1]
  const fruit = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, index) => [(index - (count - 1) / 2) * 74, -70 + row * 58] as const),
  )
  return (
    strip(leaf, 12, 'M0 -120Q10 -160 50 -184') +
    at(10, -120, blade(150, 60), { turn: 70 }) +
    at(-10, -116, blade(140, 56), { turn: -64 }) +
    fruit
      .map(
        ([x, y], index) =>
          cut(index % 2 ? plum : '#7a3f6d', circle(x, y, 42)) + flat('#b98bb0', circle(x - 12, y - 14, 9)),
      )
      .join('')
  )
}
