import { bow } from './bunches.ts'
import { bottle, flute } from './drinks.ts'
import { blade, daisy, frond, sprig } from './flowers.ts'
import {
  amber,
  at,
  brick,
  butter,
  circle,
  coffee,
  cream,
  crema,
  cut,
  dashed,
  ellipse,
  fern,
  flat,
  heart,
  kraft,
  kraftDark,
  leaf,
  lilac,
  line,
  mint,
  mirrored,
  path,
  peony,
  pink,
  plum,
  rect,
  rose,
  sage,
  scallop,
  star,
  strip,
  terracotta,
  violet,
  white,
} from './paper.ts'

export const icedLatte = () =>
  strip(peony, 15, 'M20 -90L52 -206') +
  `<g opacity=".94">${cut('#f6eee6', path('M-92 -120H92L66 166Q64 180 50 180H-50Q-64 180 -66 166Z'))}</g>` +
  flat(crema, path('M-86 -60H86L66 160Q64 172 50 172H-50Q-64 172 -66 160Z')) +
  flat('#e8cba5', path('M-86 -60H86L80 10C40 40 -20 -10 -78 30Z')) +
  [
    [-40, -40, 12],
    [24, -30, -16],
    [-10, 16, 30],
    [44, 30, 8],
  ]
    .map(([x, y, turn]) => at(x!, y!, cut('#ffffffcc', rect(-24, -24, 48, 48, 9)), { turn: turn! }))
    .join('') +
  cut(white, ellipse(0, -120, 98, 20)) +
  at(150, 130, daisy(48)) +
  at(-150, 150, blade(90, 26), { turn: 60 })

const bean = (x: number, y: number, turn: number) =>
  at(x, y, cut(coffee, ellipse(0, 0, 26, 18)) + line('#b9783f', 5, 'M-18 2Q0 -10 18 -2'), { turn })

export const beansBag = () =>
  cut(kraft, path('M-110 -120H110L124 160Q124 176 108 176H-108Q-124 176 -124 160Z')) +
  flat(kraftDark, path('M-110 -120H-74L-86 176H-108Q-124 176 -124 160Z')) +
  cut(kraftDark, rect(-118, -166, 236, 56, 8)) +
  line(cream, 6, 'M-96 -138H96') +
  cut(cream, rect(-74, -56, 148, 148, 10)) +
  at(0, 18, daisy(56)) +
  bean(-172, 150, 20) +
  bean(-146, 176, -30) +
  bean(166, 146, -14) +
  bean(190, 176, 40) +
  bean(140, 180, 10)

/** A wooden crate of vegetables. */
export const vegBox = () =>
  at(-128, -10, frond(150), { turn: -12 }) +
  at(-150, 0, cut(terracotta, path('M0 20C-24 -20 -20 -70 0 -96C20 -70 24 -20 0 20Z')) + at(0, -92, frond(64)), {
    turn: -16,
  }) +
  at(-104, 4, cut(terracotta, path('M0 20C-24 -20 -20 -70 0 -96C20 -70 24 -20 0 20Z')) + at(0, -92, frond(64)), {
    turn: 4,
  }) +
  at(-30, -20, cut(fern, path(scallop(66, 8))) + flat(mint, path(scallop(44, 7, 20))) + flat(sage, circle(0, 0, 18))) +
  at(
    66,
    -14,
    cut(plum, path('M-36 34C-60 -30 -20 -70 10 -70C40 -70 62 -30 36 34Z')) +
      flat(violet, ellipse(-10, -20, 9, 26)) +
      cut(leaf, path('M-6 -66L10 -96L26 -66Z')),
  ) +
  at(
    138,
    -8,
    cut(brick, circle(0, 0, 44)) + flat('#d2604a', circle(-12, -12, 15)) + line(leaf, 7, 'M0 -40L8 -58M0 -40L-16 -52'),
  ) +
  cut(kraft, rect(-204, 26, 408, 48, 6)) +
  cut(kraft, rect(-204, 84, 408, 48, 6)) +
  cut(kraftDark, rect(-190, 14, 36, 150, 4), rect(154, 14, 36, 150, 4)) +
  at(0, 80, cut(cream, path(scallop(44, 12))) + flat(peony, path(heart(40))))

export const cheeseBoard = () =>
  cut(
    kraftDark,
    path(
      'M-214 40H150C170 40 170 30 190 30H226V84H190C170 84 170 150 150 150H-214Q-230 150 -230 134V56Q-230 40 -214 40Z',
    ),
  ) +
  at(
    -112,
    30,
    cut(butter, path('M-90 50V-20L70 -60Q96 -30 90 50Z')) +
      flat(amber, path('M-90 -20L70 -60Q82 -46 86 -28L-90 6Z')) +
      flat(amber, circle(-44, 28, 11), circle(6, 12, 14), circle(48, 34, 9)),
  ) +
  at(
    52,
    24,
    cut(cream, path('M-70 50V-4Q-70 -34 0 -34T70 -4V50Z')) +
      flat(white, ellipse(0, -4, 70, 28)) +
      flat(lilac, circle(-30, 30, 6), circle(12, 36, 7), circle(40, 26, 5), circle(-8, 22, 5)),
  ) +
  [
    [-26, -56],
    [8, -70],
    [-8, -34],
    [28, -44],
    [44, -72],
  ]
    .map(([x, y]) => cut(plum, circle(x!, y!, 17)) + flat(violet, circle(x! - 5, y! - 5, 5)))
    .join('') +
  at(56, -84, blade(70, 34), { turn: 60 }) +
  at(-176, -20, sprig(120, 4), { turn: -16 })

const juice = (x: number, y: number, colour: string, scale = 1) =>
  at(
    x,
    y,
    cut(
      colour,
      path('M-30 -160H30V-96C30 -70 70 -56 70 -10V150Q70 172 48 172H-48Q-70 172 -70 150V-10C-70 -56 -30 -70 -30 -96Z'),
    ) +
      flat('#ffffff55', path('M-54 -4C-54 -30 -40 -44 -30 -54V140H-54Z')) +
      cut(leaf, rect(-34, -184, 68, 34, 6)) +
      cut(cream, rect(-70, 20, 140, 86, 2)) +
      at(0, 64, cut(brick, circle(-2, 2, 22)) + at(2, -16, blade(26, 12), { turn: 50 })),
    { scale },
  )

export const appleJuice = () =>
  juice(-112, 16, '#e7b13d', 0.86) + juice(112, 16, '#c98a1d', 0.86) + juice(0, 2, '#f0c85c', 0.98)

export const apple = () =>
  cut(
    brick,
    path(
      'M0 -70C-40 -110 -140 -96 -140 10C-140 100 -80 160 -30 150Q0 140 30 150C80 160 140 100 140 10C140 -96 40 -110 0 -70Z',
    ),
  ) +
  flat('#d2604a', path('M-44 -74C-96 -76 -118 -30 -112 20C-100 -30 -76 -56 -44 -74Z')) +
  strip('#6d4426', 13, 'M0 -64Q2 -110 24 -136') +
  at(16, -110, blade(120, 46), { turn: 66 })

export const cider = () =>
  at(-70, 6, juice(0, 0, '#3f6b4c', 0.96)) +
  at(
    96,
    26,
    cut('#fbf4e6', path('M-66 -106H66L52 130Q50 144 36 144H-36Q-50 144 -52 130Z')) +
      flat('#e2a63a', path('M-62 -60H62L52 126Q50 136 36 136H-36Q-50 136 -52 126Z')) +
      flat(cream, path('M-66 -70C-66 -100 66 -100 66 -70V-54H-66Z')) +
      flat('#f7d892', circle(-20, 20, 7), circle(14, -10, 6), circle(24, 60, 7), circle(-10, 86, 5)),
  ) +
  at(186, 150, apple(), { scale: 0.26 })

export const applePunch = () =>
  at(
    0,
    20,
    cut('#fbf4e6', path('M-150 -70H150C150 60 110 140 0 140S-150 60 -150 -70Z')) +
      flat('#cf7a3a', path('M-146 -40H146C142 66 104 130 0 130S-142 66 -146 -40Z')) +
      flat('#e09a58', ellipse(0, -40, 146, 24)),
  ) +
  [
    [-70, -24],
    [10, -16],
    [78, -30],
  ]
    .map(([x, y], index) =>
      at(
        x!,
        y!,
        cut(index % 2 ? brick : amber, circle(0, 0, 34)) +
          flat(index % 2 ? cream : butter, circle(0, 0, 26)) +
          at(0, 0, flat(index % 2 ? brick : amber, path(star(20, 6, 0.4)))),
      ),
    )
    .join('') +
  at(120, -90, cut('#8a5a35', rect(-12, -90, 24, 150, 8)) + line('#6d4426', 5, 'M0 -80V50'), { turn: 24 }) +
  at(-150, -110, flat('#6d4426', path(star(40, 8, 0.4)))) +
  cut(cream, ellipse(0, 164, 120, 18)) +
  strip('#fbf4e6', 18, 'M148 -30C200 -30 200 50 128 56')

const tin = (colour: string, shade: string, label: string) =>
  cut(colour, path('M-84 -110H84V140Q84 156 68 156H-68Q-84 156 -84 140Z')) +
  flat(shade, path('M-84 -110H-52V156H-68Q-84 156 -84 140Z')) +
  cut(shade, rect(-94, -150, 188, 50, 14)) +
  cut(cream, ellipse(0, 24, 62, 72)) +
  at(0, 24, label)

const teaLeaf = () =>
  at(0, 44, blade(64, 24), { turn: -34 }) + at(0, 44, blade(64, 24), { turn: 34 }) + at(0, 40, blade(78, 24))

export const teaCaddy = () =>
  at(-30, 0, tin(leaf, '#124d37', teaLeaf())) +
  at(
    126,
    96,
    line(kraftDark, 4, 'M0 -60C-40 -110 -70 -60 -90 -90') +
      cut(cream, path('M-40 -60H40V60H-40Z')) +
      flat('#8a5a35', rect(-30, 0, 60, 50, 4)) +
      cut(peony, rect(-106, -110, 36, 36, 4)),
    { turn: 10 },
  )

export const officeTea = () =>
  [
    [-170, peony, '#8f1a47'],
    [-86, amber, '#b5781a'],
    [0, leaf, '#124d37'],
    [86, violet, plum],
    [170, terracotta, brick],
  ]
    .map(([x, colour, shade], index) =>
      at(x as number, index % 2 ? 30 : 6, tin(colour as string, shade as string, teaLeaf()), { scale: 0.56 }),
    )
    .join('') + cut(kraft, rect(-230, 116, 460, 26, 8))

export const easterEgg = () =>
  cut(
    '#4a2c22',
    path('M0 -180C-90 -180 -136 -60 -136 30C-136 110 -76 160 0 160S136 110 136 30C136 -60 90 -180 0 -180Z'),
  ) +
  flat('#6d4030', path('M-40 -150C-90 -110 -106 -20 -100 40C-80 -40 -60 -100 -40 -150Z')) +
  flat(rose, path('M-134 10Q0 60 134 10V58Q0 108 -134 58Z')) +
  dashed(cream, 9, 'M-116 36Q0 82 116 36') +
  at(0, -70, flat('#8a5640', path(star(36, 8, 0.5)))) +
  flat('#8a5640', circle(-54, -40, 9), circle(54, -40, 9), circle(-44, 124, 9), circle(44, 124, 9), circle(0, 138, 9)) +
  at(0, 46, bow(pink, peony), { scale: 0.9 }) +
  at(-168, 160, daisy(40)) +
  at(170, 164, daisy(34, { petal: butter }))

/** A paper house with a light behind every window. */
export const advent = () =>
  cut(brick, rect(-150, -70, 300, 250, 6)) +
  cut(leaf, path('M-184 -64L0 -196L184 -64L168 -40L0 -160L-168 -40Z')) +
  flat(leaf, path('M-150 -54L0 -160L150 -54V-40H-150Z')) +
  [0, 1, 2, 3]
    .flatMap((column) => [0, 1, 2].map((row) => [column, row] as const))
    .map(([column, row]) =>
      at(
        -106 + column * 71,
        -6 + row * 64,
        cut((column + row) % 3 ? butter : cream, rect(-24, -24, 48, 46, 5)) + line(brick, 5, 'M0 -22V20M-22 0H22'),
      ),
    )
    .join('') +
  at(0, -92, cut(amber, path(star(26)))) +
  cut(white, path('M-230 176Q-120 146 0 170T230 168C190 214 -190 216 -230 176Z')) +
  [
    [-196, -30],
    [-170, -130],
    [190, -20],
    [166, -140],
    [-214, 80],
    [214, 80],
  ]
    .map(([x, y]) => flat(white, circle(x!, y!, 8)))
    .join('')

const lemon = (x: number, y: number, turn: number) =>
  at(
    x,
    y,
    cut(butter, circle(0, 0, 44)) +
      flat(cream, circle(0, 0, 36)) +
      [0, 60, 120, 180, 240, 300]
        .map((each) => at(0, 0, flat('#f2cd5c', path('M-10 -28Q0 -36 10 -28L0 -4Z')), { turn: each }))
        .join(''),
    { turn },
  )

export const gin = () =>
  at(-90, 0, bottle('#9cc4c9', '#cfe6e8', leaf, at(0, -8, sprig(70, 4)))) +
  at(
    96,
    30,
    `<g opacity=".92">${cut('#eef6f7', path('M-80 -120H80L64 130Q62 146 46 146H-46Q-62 146 -64 130Z'))}</g>` +
      flat('#d5eaec', path('M-74 -40H74L62 128Q60 138 46 138H-46Q-60 138 -62 128Z')) +
      at(-24, 20, flat('#ffffffcc', rect(-24, -24, 48, 48, 8)), { turn: 18 }) +
      at(28, 64, flat('#ffffffcc', rect(-22, -22, 44, 44, 8)), { turn: -12 }),
  ) +
  lemon(150, -72, 12) +
  at(60, -70, sprig(120, 4), { turn: -18 })

export const wineCase = () =>
  [-150, -90, -30, 30, 90, 150]
    .map((x, index) =>
      at(
        x,
        -40 + (index % 2) * 12,
        cut(
          ['#2f4a3d', '#8f1a47', '#e7c25a', '#2f4a3d', '#f2b7a4', '#8f1a47'][index]!,
          path('M-14 -130H14V-66C14 -50 26 -40 26 -20V90H-26V-20C-26 -40 -14 -50 -14 -66Z'),
        ) + cut([peony, amber, leaf, brick, rose, amber][index]!, rect(-17, -136, 34, 44, 5)),
      ),
    )
    .join('') +
  cut(kraft, path('M-206 0H206V160Q206 174 192 174H-192Q-206 174 -206 160Z')) +
  flat(kraftDark, rect(-206, 0, 412, 26)) +
  cut(kraftDark, rect(-60, 52, 120, 26, 13)) +
  at(
    0,
    122,
    line(leaf, 6, 'M-90 0Q-60 -20 -30 0T30 0T90 0') +
      cut(plum, circle(-50, 14, 12), circle(-30, 20, 12), circle(-40, 32, 12)) +
      at(50, 0, blade(40, 20), { turn: 120 }),
  )

export const sparklingTea = () =>
  at(-6, 0, bottle('#e9d9a8', '#f7eecb', leaf, at(0, -20, daisy(34)))) +
  at(-128, 34, flute(), { turn: -8 }) +
  at(120, 34, flute(), { turn: 8 }) +
  at(-110, 160, daisy(30)) +
  at(120, 170, daisy(24))

/** A cardboard box with a week in it. */
export const foodParcel = () =>
  at(
    -130,
    -30,
    cut(brick, rect(-40, -70, 80, 130, 8)) +
      flat(cream, rect(-40, -34, 80, 54)) +
      at(0, -8, cut(brick, circle(0, 0, 18))),
  ) +
  at(
    -46,
    -60,
    cut(butter, rect(-44, -90, 88, 170, 6)) +
      flat(amber, rect(-44, -40, 88, 60)) +
      line(butter, 6, 'M-24 -20H24M-24 0H24'),
  ) +
  at(50, -30, cut(cream, path('M-40 70V-40L-20 -76H20L40 -40V70Z')) + flat('#6f9fc0', path('M-40 0H40V40H-40Z'))) +
  at(
    128,
    -4,
    cut('#b9733a', path('M-58 50C-66 -20 -30 -60 0 -60S66 -20 58 50Z')) +
      line('#e8bd84', 9, 'M-30 0Q-20 -26 -4 -34M6 2Q16 -24 32 -30'),
  ) +
  at(-176, -6, frond(120), { turn: -30 }) +
  cut(kraft, path('M-212 20H212L204 160Q202 174 188 174H-188Q-202 174 -204 160Z')) +
  flat(kraftDark, rect(-212, 20, 424, 24)) +
  mirrored(cut('#e7cba6', path('M-212 22L-256 -22L-234 -42L-196 20Z'))) +
  at(0, 110, cut(peony, path(heart(64))))

export const larderJar = () =>
  cut(amber, rect(-86, -150, 172, 44, 10)) +
  cut(
    '#f0e2c8',
    path(
      'M-80 -104H80C112 -80 112 -60 112 -30V120Q112 150 82 150H-82Q-112 150 -112 120V-30C-112 -60 -112 -80 -80 -104Z',
    ),
  ) +
  flat(brick, path('M-104 -10H104V118Q104 142 80 142H-80Q-104 142 -104 118Z')) +
  cut(cream, rect(-70, 20, 140, 84, 8)) +
  at(0, 62, cut(peony, path(heart(56))))
