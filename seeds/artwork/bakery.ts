import { steam } from './drinks.ts'
import { blade } from './flowers.ts'
import {
  amber,
  around,
  at,
  blush,
  brick,
  butter,
  circle,
  cream,
  crema,
  cut,
  ellipse,
  fern,
  flat,
  kraft,
  kraftDark,
  leaf,
  line,
  mint,
  path,
  peony,
  pink,
  rect,
  rose,
  scallop,
  star,
  strip,
  terracotta,
  white,
} from './paper.ts'

const crust = '#b9733a'
const crumb = '#e8bd84'

/** Ears of wheat, leaning. */
const wheat = (length: number) =>
  strip(amber, 6, `M0 0V${-length}`) +
  [0.5, 0.64, 0.78, 0.92]
    .map(
      (up) =>
        at(0, -length * up, blade(length * 0.22, length * 0.09, butter, amber), { turn: 34 }) +
        at(0, -length * up, blade(length * 0.22, length * 0.09, butter, amber), { turn: -34 }),
    )
    .join('') +
  at(0, -length * 0.96, blade(length * 0.22, length * 0.09, butter, amber))

export const loaf = () =>
  at(-170, 130, wheat(230), { turn: -18 }) +
  at(176, 130, wheat(220), { turn: 20 }) +
  cut(kraftDark, rect(-212, 118, 424, 30, 15)) +
  cut(crust, path('M-176 120C-216 20 -120 -92 0 -92S216 20 176 120Z')) +
  flat(
    '#d29355',
    path('M-150 108C-176 30 -104 -64 0 -66C70 -66 130 -30 150 24C90 -24 -40 -20 -96 30C-126 56 -140 84 -150 108Z'),
  ) +
  line(crumb, 16, 'M-112 24Q-92 -22 -54 -44M-44 8Q-20 -44 20 -60M34 8Q50 -36 84 -50M104 30Q116 0 128 -14')

const bun = (turn: number) =>
  at(
    0,
    0,
    cut(crust, path(scallop(62, 10))) +
      line(crumb, 11, 'M0 4C-14 -8 10 -26 22 -8C38 18 -8 36 -28 16C-54 -14 -18 -50 16 -44') +
      flat(white, circle(-30, -22, 6), circle(28, 30, 5), circle(8, -48, 5), circle(-40, 20, 5), circle(40, -8, 5)),
    { turn },
  )

export const buns = () =>
  cut(blush, rect(-224, -164, 448, 328, 18)) +
  flat(cream, rect(-204, -144, 408, 288, 10)) +
  [0, 1, 2, 3, 4, 5].map((index) => at(-132 + (index % 3) * 132, index < 3 ? -68 : 68, bun(index * 55))).join('') +
  at(-204, 158, strip(peony, 20, 'M0 0H408'))

/** Three layers with fruit on top and candles. */
export const celebrationCake = () =>
  cut(white, ellipse(0, 158, 214, 26)) +
  [-60, 0, 60]
    .map((x) => strip(x ? pink : mint, 13, `M${x} -108V-160`) + cut(amber, ellipse(x, -180, 9, 17)))
    .join('') +
  cut(crumb, rect(-168, 66, 336, 84, 14)) +
  flat(rose, rect(-168, 98, 336, 18)) +
  cut(crumb, rect(-138, -12, 276, 82, 14)) +
  flat(rose, rect(-138, 20, 276, 18)) +
  cut(crumb, rect(-106, -90, 212, 82, 14)) +
  cut(
    cream,
    path(
      'M-116 -74Q-116 -112 -80 -112H80Q116 -112 116 -74C112 -44 92 -46 88 -66C82 -36 54 -36 50 -62C40 -22 12 -26 6 -60C0 -30 -30 -30 -36 -62C-44 -40 -66 -40 -70 -64C-78 -42 -112 -44 -116 -74Z',
    ),
  ) +
  [-74, -26, 24, 76]
    .map((x, index) => cut(index % 2 ? brick : peony, circle(x, -116, 17)) + flat(white, circle(x - 5, -122, 4)))
    .join('')

/** Hands are not needed: dough in a bowl, a rolling pin, flour. */
export const dough = () =>
  at(-120, -120, wheat(150), { turn: -30 }) +
  at(
    96,
    -96,
    cut(kraft, rect(-110, -26, 220, 52, 24)) + cut(kraftDark, rect(-160, -13, 56, 26, 13), rect(104, -13, 56, 26, 13)),
    { turn: 28 },
  ) +
  cut('#f0dcb8', path('M-150 -6C-150 -90 -60 -118 0 -100S150 -80 150 -6Z')) +
  flat(cream, ellipse(-40, -56, 60, 22)) +
  cut(fern, path('M-190 -10H190C190 92 110 160 0 160S-190 92 -190 -10Z')) +
  flat(mint, path('M-190 10H190C188 24 186 36 182 48H-182C-186 36 -188 24 -190 10Z')) +
  [
    [-214, 150],
    [-180, 178],
    [196, 160],
    [220, 120],
  ]
    .map(([x, y]) => flat(white, circle(x!, y!, 9)))
    .join('')

export const croissant = () =>
  cut(white, ellipse(0, 96, 214, 44)) +
  flat('#f3edf0', ellipse(0, 88, 150, 22)) +
  at(
    0,
    16,
    cut(
      crust,
      path(
        'M-196 60C-200 -50 -110 -128 0 -128S200 -50 196 60C160 84 128 54 112 20C84 -8 -84 -8 -112 20C-128 54 -160 84 -196 60Z',
      ),
    ) +
      flat(
        '#d29355',
        path('M-80 -112C-40 -128 40 -128 80 -112C70 -70 66 -40 68 -6C30 -14 -30 -14 -68 -6C-66 -40 -70 -70 -80 -112Z'),
        path(
          'M-150 -74C-130 -92 -112 -100 -96 -106C-92 -70 -92 -30 -100 8C-118 18 -126 30 -132 40C-150 0 -154 -40 -150 -74Z',
        ),
        path('M150 -74C130 -92 112 -100 96 -106C92 -70 92 -30 100 8C118 18 126 30 132 40C150 0 154 -40 150 -74Z'),
      ),
  ) +
  at(0, 40, steam(), { scale: 0.7 })

const tart = (x: number, y: number) =>
  at(
    x,
    y,
    cut(crust, path(scallop(62, 16))) +
      flat(crumb, circle(0, 0, 50)) +
      flat(butter, circle(0, 0, 44)) +
      flat('#8a4b2a', circle(-12, -12, 13), circle(16, 4, 9), circle(-6, 20, 8), circle(14, -22, 6)),
  )

export const tarts = () =>
  cut(kraft, rect(-218, -156, 436, 312, 16)) +
  flat('#e7cba6', rect(-200, -138, 400, 276, 8)) +
  [0, 1, 2, 3, 4, 5].map((index) => tart(-130 + (index % 3) * 130, index < 3 ? -66 : 68)).join('') +
  at(-190, 160, strip(terracotta, 20, 'M0 0H380'))

export const tartStar = () =>
  cut(crust, path(scallop(150, 18))) + flat(butter, circle(0, 0, 118)) + cut(amber, path(star(92)))

/** From above, one slice drawn out. */
export const pizza = () =>
  cut(crust, circle(0, 0, 182)) +
  flat(crumb, circle(0, 0, 164)) +
  flat(brick, circle(0, 0, 152)) +
  flat(
    butter,
    path('M-120 -40C-90 -120 10 -140 60 -100C120 -80 130 10 96 60C60 130 -60 130 -100 70C-130 40 -130 0 -120 -40Z'),
  ) +
  around(5, () => at(0, -92, cut(peony, circle(0, 0, 24)) + flat(rose, circle(-6, -6, 8))), 12) +
  around(5, () => at(0, -56, blade(54, 22), { turn: 60 }), 44) +
  cut(cream, circle(-14, 12, 22), circle(44, -20, 15), circle(-52, -38, 15)) +
  line('#a0522d', 5, 'M0 0L0 -182M0 0L172 58')

export const pizzas = () => at(-70, -16, pizza(), { scale: 0.84 }) + at(92, 70, pizza(), { scale: 0.72, turn: 40 })

export const pizzaKit = () =>
  at(-128, -40, cut(cream, circle(0, 0, 62)) + flat(white, ellipse(-16, -18, 26, 16))) +
  at(-30, -84, cut(cream, circle(0, 0, 56)) + flat(white, ellipse(-14, -18, 24, 14))) +
  at(
    80,
    -60,
    cut(brick, rect(-46, -84, 92, 150, 14)) +
      cut(amber, rect(-50, -110, 100, 34, 8)) +
      flat(cream, rect(-46, -40, 92, 60)) +
      at(0, -10, cut(brick, circle(0, 0, 20)) + line(leaf, 5, 'M0 -18L8 -30')),
  ) +
  at(168, 20, blade(130, 52), { turn: 26 }) +
  at(160, 24, blade(110, 46, mint, fern), { turn: -20 }) +
  cut(kraft, path('M-214 10H214L200 160Q198 172 184 172H-184Q-198 172 -200 160Z')) +
  flat(kraftDark, rect(-214, 10, 428, 26)) +
  at(0, 104, at(0, 0, pizza(), { scale: 0.3 }))

export const pizzaSlice = () =>
  at(
    0,
    -10,
    cut(crust, path('M-140 -110C-60 -156 60 -156 140 -110L124 -78C50 -112 -50 -112 -124 -78Z')) +
      cut(butter, path('M-128 -84C-50 -116 50 -116 128 -84L10 160Q0 174 -10 160Z')) +
      cut(brick, circle(-40, -56, 30), circle(48, -40, 28), circle(0, 34, 26)) +
      flat(rose, circle(-48, -64, 9), circle(40, -48, 9), circle(-6, 28, 8)) +
      at(4, -40, blade(50, 22), { turn: -120 }) +
      at(-20, 30, blade(44, 20), { turn: 100 }),
  )

/** A whisk in a bowl of something dark. */
export const whisking = () =>
  at(
    60,
    -60,
    line(
      '#9a8fa6',
      7,
      'M0 40C-60 0 -40 -70 0 -80C40 -70 60 0 0 40M0 40V-80M0 40C-30 0 -22 -60 0 -80C22 -60 30 0 0 40',
    ) + cut(kraft, rect(-13, -190, 26, 116, 13)),
    { turn: 30 },
  ) +
  cut('#5d3a26', ellipse(0, 4, 176, 46)) +
  flat('#7a4d36', ellipse(-30, -6, 100, 20)) +
  cut(pink, path('M-190 4C-150 50 150 50 190 4C190 100 110 166 0 166S-190 100 -190 4Z')) +
  flat(
    rose,
    path('M-184 50C-120 92 120 92 184 50C180 70 172 84 164 98C90 128 -90 128 -164 98C-172 84 -180 70 -184 50Z'),
  ) +
  at(
    -150,
    -80,
    cut('#5d3a26', rect(-50, -34, 100, 68, 6)) +
      flat(crema, rect(-42, -26, 38, 24, 3), rect(4, -26, 38, 24, 3), rect(-42, 4, 38, 24, 3), rect(4, 4, 38, 24, 3)),
    { turn: -20 },
  )
