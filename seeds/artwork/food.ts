import { bow } from './bunches.ts'
import { cup } from './drinks.ts'
import { blade, daisy, eucalyptus, frond, peonyFlower, sprig } from './flowers.ts'
import {
  amber,
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
  heart,
  ink,
  kraft,
  kraftDark,
  leaf,
  line,
  mint,
  path,
  peony,
  pink,
  plum,
  rect,
  rose,
  scallop,
  star,
  strip,
  terracotta,
  violet,
  white,
} from './paper.ts'

/** A slice on a plate; the icing and what lies on it can differ. */
const cake = (
  icing = pink,
  sponge = amber,
  top = at(28, -112, cut(brick, circle(0, 0, 22)) + line(leaf, 5, 'M0 -20Q10 -40 26 -42')),
) =>
  cut(white, ellipse(0, 122, 160, 26)) +
  flat('#efe4ea', ellipse(0, 116, 104, 13)) +
  cut(sponge, path('M-118 -50L110 -84V112H-118Z')) +
  flat(butter, path('M-118 6L110 -12V22L-118 38Z')) +
  flat(cream, path('M-118 8L110 -10V10L-118 26Z')) +
  cut(
    icing,
    path(
      'M-126 -42L-10 -104Q60 -118 118 -86V-56C108 -30 94 -30 88 -52C82 -70 66 -70 62 -48C58 -16 36 -16 32 -42C28 -60 12 -60 8 -40C4 -10 -18 -10 -22 -36C-26 -56 -44 -52 -48 -30C-54 0 -76 0 -80 -26C-84 -44 -100 -40 -104 -24C-110 -10 -126 -20 -126 -42Z',
    ),
  ) +
  top

export const coffeeAndCake = () => at(-104, -12, cup(), { scale: 0.82 }) + at(122, 54, cake(), { scale: 0.74 })

export const plumCake = () =>
  at(-118, -26, cup(fern, leaf, at(0, 18, daisy(48))), { scale: 0.76 }) +
  at(
    116,
    54,
    cake(
      butter,
      amber,
      [
        [-60, -84],
        [-6, -106],
        [52, -112],
        [96, -96],
      ]
        .map(([x, y]) =>
          at(x!, y!, cut(plum, ellipse(0, 0, 24, 16)) + flat(violet, ellipse(-4, -3, 11, 6)), { turn: -12 }),
        )
        .join(''),
    ),
    { scale: 0.78 },
  )

/** A plate laid for one, with something on it. */
export const plate = (dish: string) =>
  cut(white, circle(0, 0, 172)) +
  flat('#f3edf0', circle(0, 0, 134)) +
  flat(white, circle(0, 4, 126)) +
  dish +
  at(
    -226,
    0,
    cut(
      ink,
      path('M-7 -150C-7 -70 -7 60 -9 150Q0 164 9 150C7 60 7 -70 7 -150Z'),
      path('M-26 -150V-84Q-26 -50 0 -50Q26 -50 26 -84V-150H16V-92H6V-150H-6V-92H-16V-150Z'),
    ),
  ) +
  at(226, 0, cut(ink, path('M-8 150C-10 60 -8 -20 -8 -154C28 -140 32 -60 16 4C12 60 10 110 9 150Q0 164 -8 150Z')))

export const fish = (colour = fern, belly = mint) =>
  cut(colour, path('M108 -6L168 -58Q150 -6 168 50Z')) +
  cut(colour, path('M-150 0C-96 -86 40 -84 120 0C40 80 -96 80 -150 0Z')) +
  flat(belly, path('M-150 0C-100 46 30 60 120 0C40 80 -96 80 -150 0Z')) +
  cut(leaf, path('M-30 -66Q10 -106 56 -88Q44 -60 30 -52Z')) +
  flat(white, circle(-98, -14, 13)) +
  flat(ink, circle(-100, -14, 6)) +
  line(leaf, 6, 'M-62 -40Q-40 0 -62 40M-20 -28Q-6 -8 -20 12M22 -30Q36 -8 22 14M60 -16Q70 -2 60 12')

/** Slices, potatoes, carrots, peas and a tall pudding. */
export const roast = () =>
  plate(
    [
      [-58, -40],
      [-34, -20],
      [-10, 0],
    ]
      .map(([x, y]) =>
        at(x!, y!, cut('#8a4b3a', ellipse(0, 0, 62, 36)) + flat('#c98271', ellipse(0, -2, 46, 24)), { turn: 32 }),
      )
      .join('') +
      [
        [62, -66],
        [92, -28],
        [44, -30],
      ]
        .map(([x, y]) =>
          at(x!, y!, cut('#e0a94a', ellipse(0, 0, 30, 23)) + flat(butter, ellipse(-5, -5, 17, 11)), { turn: x! }),
        )
        .join('') +
      [-10, 8, 26]
        .map((turn, index) =>
          at(
            40 + index * 26,
            92 - index * 10,
            cut(terracotta, path('M0 0C-14 -30 -12 -62 0 -76C12 -62 14 -30 0 0Z')) +
              cut(fern, path('M-2 -70L-16 -96L0 -86L16 -96L2 -70Z')),
            { turn },
          ),
        )
        .join('') +
      [
        [-84, 50],
        [-62, 66],
        [-90, 76],
        [-66, 92],
        [-42, 84],
        [-104, 60],
        [-46, 62],
      ]
        .map(([x, y]) => cut(fern, circle(x!, y!, 12)) + flat(mint, circle(x! - 3, y! - 4, 4)))
        .join('') +
      at(2, -92, cut('#d08a35', path(scallop(40, 8))) + flat('#f0c272', path(scallop(24, 7)))),
  )

/** A market basket, full. */
export const basket = (emblem = '') =>
  strip(kraftDark, 18, 'M-120 10C-120 -190 120 -190 120 10') +
  at(
    -70,
    10,
    cut('#d9953f', path('M-22 0C-30 -80 -24 -150 0 -170C24 -150 30 -80 22 0Z')) +
      line(butter, 7, 'M-12 -46L12 -62M-13 -82L12 -98M-10 -118L10 -132'),
    { turn: -20 },
  ) +
  at(78, 20, frond(150), { turn: 22 }) +
  at(104, 24, blade(130, 34, mint, fern), { turn: 40 }) +
  cut(brick, circle(-12, -24, 46)) +
  flat('#d2604a', circle(-24, -36, 18)) +
  line(leaf, 7, 'M-12 -66Q-6 -88 10 -94') +
  cut(butter, circle(58, -8, 42)) +
  flat('#fdf0d2', circle(46, -20, 14)) +
  [-128, -104]
    .map((x, index) =>
      at(x, 12, cut(terracotta, path('M0 20C-20 -20 -16 -60 0 -84C16 -60 20 -20 0 20Z')) + at(0, -80, frond(56)), {
        turn: -34 + index * 16,
      }),
    )
    .join('') +
  cut(kraft, path('M-170 4H170L132 152Q128 164 114 164H-114Q-128 164 -132 152Z')) +
  line(kraftDark, 6, 'M-156 56H156M-144 104H144M-110 8L-92 160M-56 8L-46 160M0 8V160M56 8L46 160M110 8L92 160') +
  cut(kraftDark, rect(-180, -8, 360, 30, 15)) +
  emblem

const truffle = (top: string, drizzle: string) =>
  cut('#4a2c22', circle(0, 0, 50)) +
  cut(top, path(scallop(38, 14))) +
  line(drizzle, 6, 'M-22 -8Q-10 -20 0 -6T22 -8M-20 12Q-8 0 2 12T22 10')

export const truffles = () =>
  at(
    0,
    0,
    cut(peony, rect(-208, -146, 416, 292, 26)) +
      flat('#8f1a47', rect(-190, -128, 380, 256, 16)) +
      [
        ['#6d4030', pink],
        ['#f3e3d2', '#8a4b3a'],
        ['#7c4a36', amber],
        ['#d9577f', white],
        ['#5d3a26', butter],
        ['#8a5640', white],
      ]
        .map(([top, drizzle], index) =>
          at(-120 + (index % 3) * 120, index < 3 ? -60 : 60, truffle(top!, drizzle!), { turn: index * 40 }),
        )
        .join(''),
  ) + at(196, 128, bow(butter, amber), { scale: 0.9, turn: -24 })

export const chocolateDrawer = () =>
  at(
    -92,
    -70,
    cut(coffee, rect(-46, -120, 92, 190, 8)) +
      flat(
        '#7a4d36',
        ...[0, 1, 2, 3].flatMap((row) => [rect(-38, -112 + row * 46, 34, 38, 4), rect(4, -112 + row * 46, 34, 38, 4)]),
      ),
    { turn: -12 },
  ) +
  at(
    16,
    -84,
    cut(rose, rect(-48, -120, 96, 200, 8)) +
      flat(blush, rect(-48, -60, 96, 70)) +
      at(0, -26, flat(peony, path(heart(44)))),
    { turn: 3 },
  ) +
  at(
    118,
    -60,
    cut(amber, rect(-42, -100, 84, 180, 8)) +
      flat(butter, rect(-42, -50, 84, 60)) +
      at(0, -20, flat(brick, path(star(20)))),
    { turn: 15 },
  ) +
  at(-150, 8, peonyFlower(54)) +
  at(160, 20, daisy(46)) +
  cut(kraft, path('M-210 10H210L196 160Q194 172 182 172H-182Q-194 172 -196 160Z')) +
  flat(kraftDark, rect(-210, 10, 420, 24)) +
  flat(peony, rect(-22, 10, 44, 162)) +
  at(0, 62, bow(peony, '#8f1a47'), { scale: 0.86 })

const scoop = (colour: string, dark: string) =>
  cut(colour, path(`${scallop(74, 9, 20)}`), circle(0, -10, 70)) +
  flat(dark, circle(-26, -34, 7), circle(18, -46, 6), circle(34, -8, 7), circle(-8, -8, 5), circle(-44, 0, 6))

export const cone = () =>
  cut('#e0a54e', path('M-78 10H78L8 196Q0 208 -8 196Z')) +
  line('#b97c2c', 5, 'M-60 58L52 82M-44 102L36 122M60 56L-46 100M44 100L-26 146') +
  at(-44, -40, scoop('#b8d6a4', fern)) +
  at(48, -46, scoop(pink, peony)) +
  cut('#e0a54e', rect(-92, 0, 184, 30, 15)) +
  at(70, -120, cut(amber, path('M-12 60L-4 -70H22L30 60Z')) + line(butter, 5, 'M2 50V-60'), { turn: 26 })

export const tub = () =>
  at(-70, -66, scoop('#f6e3c0', crema), { scale: 0.96 }) +
  at(66, -66, scoop('#b8d6a4', fern), { scale: 0.96 }) +
  at(0, -110, scoop(pink, peony), { scale: 0.96 }) +
  at(120, -90, cut(kraft, path('M-12 110V-60C-40 -90 -30 -140 0 -140C30 -140 40 -90 12 -60V110Z')), { turn: 28 }) +
  cut(white, path('M-160 -24H160L128 158Q124 170 112 170H-112Q-124 170 -128 158Z')) +
  flat(mint, path('M-152 28L152 28L138 106H-138Z')) +
  cut(leaf, rect(-172, -40, 344, 34, 17)) +
  at(0, 66, daisy(46))

export const herbPots = () =>
  [
    [-148, sprig(170, 5)],
    [0, frond(190, { colour: mint, fold: fern })],
    [148, eucalyptus(180)],
  ]
    .map(
      ([x, plant], index) =>
        at(
          x as number,
          20,
          at(-26, 0, plant as string, { turn: -20 }) +
            at(26, 0, plant as string, { turn: 20 }) +
            at(0, 0, plant as string),
        ) +
        at(
          x as number,
          20,
          cut(index === 1 ? brick : terracotta, path('M-58 24H58L42 138H-42Z')) +
            cut(index === 1 ? '#c8553d' : '#df8a66', rect(-68, -8, 136, 40, 8)),
        ),
    )
    .join('') + cut(kraft, rect(-240, 158, 480, 26, 8))

export const feast = () => at(-150, 20, cup(), { scale: 0.72 }) + at(148, 10, basket(), { scale: 0.74 })

export const sweets = () =>
  at(-110, 0, truffles(), { scale: 0.66, turn: -8 }) + at(160, 0, cone(), { scale: 0.76, turn: 8 })
