import { bottle, cup, steam, wineGlass } from './drinks.ts'
import { blade, daisy, sprig } from './flowers.ts'
import { fish, plate } from './food.ts'
import {
  amber,
  around,
  at,
  blush,
  brick,
  butter,
  circle,
  coffee,
  cream,
  crema,
  cut,
  ellipse,
  fern,
  flat,
  ink,
  kraft,
  kraftDark,
  line,
  mint,
  night,
  path,
  peony,
  pink,
  plum,
  rect,
  rose,
  scallop,
  star,
  steel,
  strip,
  terracotta,
  white,
} from './paper.ts'

const egg = (x: number, y: number) =>
  at(x, y, cut(white, path(scallop(50, 7))) + cut(amber, circle(-2, -2, 22)) + flat(butter, circle(-8, -8, 7)))

export const breakfast = () =>
  plate(
    egg(-44, -46) +
      egg(44, -64) +
      at(-66, 48, cut('#b9733a', rect(-42, -48, 84, 96, 20)) + flat('#e8bd84', rect(-32, -38, 64, 76, 14)), {
        turn: -20,
      }) +
      at(
        40,
        36,
        cut(brick, circle(0, 0, 32)) + flat('#d2604a', circle(0, 0, 24)) + line(butter, 5, 'M-12 0H12M0 -12V12'),
      ) +
      at(88, -6, cut(brick, circle(0, 0, 28)) + flat('#d2604a', circle(0, 0, 20))) +
      at(6, 96, blade(80, 30), { turn: 80 }) +
      at(10, 92, blade(70, 26, mint, fern), { turn: 110 }),
  )

export const fishSupper = () =>
  plate(
    at(-6, -32, fish('#d9953f', '#f0c272'), { scale: 0.72, turn: -14 }) +
      [-60, -36, -12, 12, 36]
        .map((x, index) =>
          at(x, 70 - (index % 2) * 14, cut(amber, rect(-9, -40, 18, 80, 5)) + flat(butter, rect(-5, -36, 7, 72, 3)), {
            turn: -30 + index * 16,
          }),
        )
        .join('') +
      [
        [70, 46],
        [88, 60],
        [72, 70],
        [94, 42],
        [58, 62],
      ]
        .map(([x, y]) => cut(fern, circle(x!, y!, 11)))
        .join('') +
      at(96, -50, cut(butter, path('M-34 20A38 38 0 0 1 34 20Z')) + line(amber, 4, 'M0 16V-10M0 16L-20 0M0 16L20 0')),
  )

const drawBowl = (x: number, y: number, filling: string, top = '') =>
  at(x, y, cut(steel, circle(0, 0, 47)) + flat(filling, circle(0, 0, 37)) + top)

/** A steel plate with six small bowls. */
export const thali = () =>
  cut('#b3a8be', circle(0, 0, 192)) +
  flat('#d9d2e0', circle(0, 0, 174)) +
  around(6, (index) =>
    drawBowl(
      0,
      -112,
      [amber, brick, fern, butter, terracotta, cream][index]!,
      flat('#ffffff66', ellipse(-10, -14, 14, 6)),
    ),
  ) +
  cut(cream, circle(0, 0, 58)) +
  flat(white, circle(-14, -16, 9), circle(10, 4, 8), circle(-8, 20, 7), circle(22, -20, 6)) +
  at(
    150,
    130,
    cut('#e8bd84', path('M-64 40L0 -64L64 40Q0 64 -64 40Z')) +
      flat('#b9733a', circle(-16, 16, 7), circle(18, 22, 6), circle(2, -12, 6)),
    { turn: 20 },
  )

export const ramen = () =>
  at(30, -150, strip(kraftDark, 12, 'M0 110L110 -50M-26 104L66 -66')) +
  cut('#f0c272', ellipse(0, -20, 186, 58)) +
  flat('#d9953f', ellipse(0, -16, 168, 46)) +
  line(
    butter,
    9,
    'M-140 -14C-110 -40 -80 8 -50 -18S0 -44 30 -14S90 -40 130 -10M-120 2C-90 -20 -60 20 -30 0S30 -20 60 6',
  ) +
  at(-70, -30, cut(white, ellipse(0, 0, 42, 32)) + cut(amber, circle(0, 0, 18))) +
  at(
    62,
    -32,
    cut(pink, path(scallop(32, 9))) + flat(white, circle(0, 0, 18)) + line(rose, 5, 'M-8 0C-8 -10 8 -10 8 0'),
  ) +
  at(10, 4, blade(64, 22), { turn: 84 }) +
  at(-6, -40, cut(fern, rect(-8, -50, 70, 56, 4)), { turn: -12 }) +
  cut(plum, path('M-192 -20C-150 52 150 52 192 -20C192 84 110 156 0 156S-192 84 -192 -20Z')) +
  flat(
    peony,
    path('M-186 22C-130 74 130 74 186 22C184 40 178 56 170 70C96 108 -96 108 -170 70C-178 56 -184 40 -186 22Z'),
  ) +
  cut(plum, rect(-72, 146, 144, 26, 10)) +
  at(-40, 60, steam(), { scale: 0.66 })

const dumpling = (x: number, y: number) =>
  at(
    x,
    y,
    cut(cream, path('M-58 24C-58 -22 -28 -44 0 -44S58 -22 58 24Z')) +
      line('#d8b48a', 5, 'M-34 -18L-20 10M-12 -32L-6 6M12 -32L8 6M34 -18L22 10') +
      flat('#d29355', ellipse(0, 22, 50, 8)),
  )

export const dumplings = () =>
  cut(kraft, ellipse(0, 60, 214, 92)) +
  cut('#e7cba6', ellipse(0, 40, 200, 80)) +
  line(kraftDark, 5, 'M-150 10L150 80M-170 44L110 104M-110 -16L170 54') +
  dumpling(-96, 6) +
  dumpling(24, -10) +
  dumpling(-46, 62) +
  dumpling(90, 46) +
  at(170, 122, cut(night, ellipse(0, 0, 54, 26)) + flat('#5d3a26', ellipse(0, -4, 42, 16))) +
  at(-20, 70, steam(), { scale: 0.72 })

/** A deep bowl of something hot, with bread beside it. */
export const hotDinner = () =>
  at(
    150,
    84,
    cut('#b9733a', path('M-62 44C-70 -20 -30 -52 0 -52S70 -20 62 44Z')) +
      line('#e8bd84', 9, 'M-34 4Q-24 -20 -8 -28M0 6Q12 -20 28 -28'),
  ) +
  cut(brick, ellipse(-30, -14, 164, 48)) +
  flat('#d2604a', ellipse(-30, -10, 146, 38)) +
  flat(amber, circle(-90, -18, 15), circle(-20, -26, 13), circle(40, -8, 14)) +
  flat(fern, circle(-56, -2, 9), circle(6, 6, 9), circle(70, -18, 8)) +
  cut(fern, path('M-198 -14C-160 44 100 44 138 -14C138 84 66 150 -30 150S-198 84 -198 -14Z')) +
  at(-30, 92, daisy(36)) +
  at(-34, 66, steam(), { scale: 0.76 })

export const porridge = () =>
  cut(cream, ellipse(-24, -14, 156, 46)) +
  flat(white, ellipse(-40, -20, 90, 18)) +
  cut(butter, ellipse(-80, -18, 20, 12), ellipse(-34, -4, 20, 12), ellipse(10, -22, 20, 12)) +
  cut(plum, circle(50, -12, 12), circle(74, -20, 11), circle(30, 8, 11)) +
  cut('#6f9fc0', path('M-186 -14C-150 42 100 42 138 -14C138 84 66 150 -24 150S-186 84 -186 -14Z')) +
  flat(
    '#a9c8dc',
    path('M-182 24C-130 70 86 70 134 24C132 40 126 54 120 66C60 98 -110 98 -168 66C-174 54 -180 40 -182 24Z'),
  ) +
  at(126, -70, cut(steel, path('M-8 -10H8L14 150H-14Z'), ellipse(0, -40, 26, 42)), { turn: 34 }) +
  at(
    164,
    120,
    cut(butter, path('M-60 -30C-40 40 40 50 76 -16C88 -20 92 -6 84 6C50 76 -60 70 -76 -24Z')) +
      flat(coffee, circle(-68, -26, 8)),
  )

/** A pudding with holly, and a cracker. */
export const christmasDinner = () =>
  cut(white, ellipse(0, 122, 204, 34)) +
  cut('#5d3a26', path('M-116 116C-150 20 -80 -80 0 -80S150 20 116 116Z')) +
  flat(
    coffee,
    circle(-60, 40, 9),
    circle(20, 60, 10),
    circle(60, 10, 8),
    circle(-20, 84, 9),
    circle(-74, 86, 7),
    circle(84, 72, 8),
  ) +
  cut(
    cream,
    path(
      'M-104 -6C-96 -66 -50 -92 0 -92S96 -66 104 -6C100 30 74 26 70 2C62 40 32 40 26 8C16 50 -16 50 -24 8C-32 36 -60 36 -66 2C-74 26 -100 28 -104 -6Z',
    ),
  ) +
  at(-6, -94, blade(86, 40), { turn: -58 }) +
  at(6, -94, blade(86, 40), { turn: 58 }) +
  cut(brick, circle(0, -104, 17), circle(-20, -92, 14), circle(20, -92, 14)) +
  at(
    120,
    130,
    cut(peony, rect(-64, -30, 128, 60, 8)) +
      cut(rose, path('M-64 -20L-110 -38L-104 0L-110 38L-64 20Z'), path('M64 -20L110 -38L104 0L110 38L64 20Z')) +
      flat(amber, path(star(22)), rect(-58, -30, 10, 60), rect(48, -30, 10, 60)),
    { turn: -16 },
  )

/** A silver cover, and a slate with nothing but lines on it. */
export const cloche = () =>
  at(
    -120,
    -60,
    cut(kraftDark, rect(-84, -112, 168, 200, 8)) +
      flat(night, rect(-70, -98, 140, 172, 4)) +
      line(cream, 6, 'M-46 -66H30M-46 -34H46M-46 -2H20M-46 30H40'),
    { turn: -8 },
  ) +
  cut(white, ellipse(70, 140, 190, 26)) +
  cut('#cfc6d8', path('M-86 132C-86 20 -10 -40 70 -40S226 20 226 132Z')) +
  flat('#e9e3ee', path('M-56 122C-54 40 0 -16 60 -22C20 10 -14 60 -18 122Z')) +
  cut(amber, circle(70, -54, 19)) +
  cut(white, rect(-106, 128, 352, 16, 8))

export const tagine = () =>
  [-150, 150]
    .map((x, index) =>
      at(
        x,
        116,
        cut(index ? amber : brick, ellipse(0, 0, 52, 26)) + flat(index ? butter : '#d2604a', ellipse(0, -6, 40, 16)),
      ),
    )
    .join('') +
  cut(terracotta, path('M-150 66C-140 -20 -50 -50 -30 -140Q0 -170 30 -140C50 -50 140 -20 150 66Z')) +
  flat('#df8a66', path('M-126 60C-116 -10 -40 -40 -20 -130C-26 -60 -60 -20 -70 60Z')) +
  cut('#a9563a', circle(0, -156, 22)) +
  line(butter, 8, 'M-108 10C-60 30 60 30 108 10M-124 38C-70 58 70 58 124 38') +
  cut('#a9563a', path('M-180 62H180L150 134Q0 166 -150 134Z')) +
  at(-206, 70, sprig(120, 4), { turn: -20 })

export const knife = () =>
  cut(kraft, rect(-206, -60, 412, 210, 20)) +
  flat('#e7cba6', rect(-190, -44, 380, 178, 12)) +
  cut(kraftDark, circle(168, 46, 14)) +
  at(
    -90,
    60,
    cut(rose, circle(0, 0, 62)) +
      flat(blush, circle(0, 0, 48)) +
      flat(rose, circle(0, 0, 34)) +
      flat(blush, circle(0, 0, 20)),
  ) +
  at(30, 84, cut(fern, rect(-60, -14, 120, 28, 14)) + flat(mint, rect(-44, -6, 80, 10, 5)), { turn: -12 }) +
  at(
    20,
    -96,
    cut(steel, path('M-150 0H40V-44H-90C-120 -44 -142 -24 -150 0Z')) +
      flat('#cfc6d8', path('M-150 0H40V-14H-146Z')) +
      cut(ink, rect(40, -46, 130, 40, 14)) +
      flat(amber, circle(70, -26, 6), circle(104, -26, 6), circle(138, -26, 6)),
    { turn: 14 },
  )

/** Three tiers and a pot. */
export const afternoonTea = () =>
  strip(amber, 9, 'M-64 -176V140') +
  cut(amber, circle(-64, -186, 20)) +
  [
    [-96, 78],
    [0, 116],
    [96, 150],
  ]
    .map(([y, half]) =>
      at(-64, y!, cut(white, ellipse(0, 26, half!, 18)) + flat(blush, ellipse(0, 22, half! * 0.8, 9))),
    )
    .join('') +
  [-100, -64, -28]
    .map((x, index) => at(x, -92, cut([pink, butter, mint][index]!, circle(0, 0, 20)) + cut(peony, circle(0, -20, 7))))
    .join('') +
  [-136, -88, -40, 8]
    .map((x) => at(x, 4, cut('#d29355', rect(-21, -20, 42, 36, 14)) + flat(rose, rect(-21, -4, 42, 7))))
    .join('') +
  [-164, -108, -52, 4, 56]
    .map((x, index) =>
      at(
        x,
        102,
        cut(white, path('M-26 18L0 -26L26 18Z')) + flat(index % 2 ? fern : pink, path('M-18 6L0 -22L18 6L14 12H-14Z')),
      ),
    )
    .join('') +
  at(142, 60, teapot(), { scale: 0.72 })

export const teapot = (body = peony, shade = '#8f1a47') =>
  strip(body, 24, 'M108 -40C190 -60 190 70 104 62') +
  cut(body, path('M-104 10C-150 -10 -166 -50 -190 -64L-160 -84C-130 -70 -110 -50 -88 -30Z')) +
  cut(body, path('M-116 20C-116 -70 -60 -96 0 -96S116 -70 116 20C116 84 66 112 0 112S-116 84 -116 20Z')) +
  cut(shade, path('M-64 -86C-50 -118 50 -118 64 -86Q0 -72 -64 -86Z')) +
  cut(shade, circle(0, -124, 17)) +
  at(0, 20, daisy(54))

export const tasting = () =>
  at(-146, 10, bottle('#2f4a3d', '#5d7c6b', amber, cut(amber, path(star(24)))), { scale: 0.8 }) +
  at(-20, 20, wineGlass('#8f1a47')) +
  at(86, 34, wineGlass('#f2cd76'), { scale: 0.94 }) +
  at(180, 44, wineGlass('#dd5c86'), { scale: 0.86 }) +
  cut(kraft, rect(-230, 168, 460, 24, 8))

export const cocoa = () =>
  at(0, 26, cup(plum, '#43284a', at(0, 20, cut(cream, path(star(40, 6, 0.5))))), { scale: 0.96 }) +
  [
    [-46, -40],
    [2, -50],
    [48, -38],
  ]
    .map(([x, y], index) => at(x!, y!, cut(index % 2 ? white : blush, rect(-24, -20, 48, 38, 12)), { turn: x! / 4 }))
    .join('') +
  at(
    -168,
    110,
    cut(crema, rect(-40, -30, 80, 60, 8)) + flat('#5d3a26', rect(-32, -22, 28, 44, 4), rect(4, -22, 28, 44, 4)),
    { turn: -18 },
  )
