import { bow, tickets } from './bunches.ts'
import { blade, daisy, frond, sprig } from './flowers.ts'
import {
  amber,
  at,
  blush,
  butter,
  circle,
  cream,
  cut,
  fern,
  flat,
  heart,
  ink,
  kraft,
  kraftDark,
  leaf,
  lilac,
  line,
  mint,
  mirrored,
  mist,
  night,
  path,
  peony,
  plum,
  rect,
  rose,
  scallop,
  star,
  steel,
  strip,
  white,
} from './paper.ts'

/** A gift card with a ribbon, an emblem and, behind it, its envelope. */
export const giftCard = (colour: string, shade: string, envelope: string, emblem: string, turn = -7) =>
  at(26, 30, cut(envelope, rect(-196, -122, 392, 244, 12)) + line('#241b2f22', 4, 'M-190 -114L0 20L190 -114'), {
    turn: turn * -1.3,
  }) +
  at(
    -6,
    -14,
    cut(colour, rect(-200, -126, 400, 252, 26)) +
      flat(shade, path('M-200 60C-120 10 -40 120 60 66S190 0 200 20V100Q200 126 174 126H-174Q-200 126 -200 100Z')) +
      flat(white, rect(-150, -126, 24, 252)) +
      at(-138, -52, bow(white, mist), { scale: 0.52 }) +
      at(62, 6, cut(cream, path(scallop(96, 16))) + at(0, 0, emblem, { scale: 0.44 })),
    { turn },
  )

export const openBook = (
  cover = peony,
  growing = at(0, -40, frond(190)) +
    at(0, -40, sprig(170, 4), { turn: -34 }) +
    at(0, -40, sprig(170, 4, { colour: mint, fold: fern }), { turn: 34 }),
) =>
  growing +
  cut(
    cover,
    path('M0 128C-70 96 -140 96 -214 116V-52C-140 -72 -70 -70 0 -38C70 -70 140 -72 214 -52V116C140 96 70 96 0 128Z'),
  ) +
  mirrored(
    cut(white, path('M0 108C-60 78 -130 78 -198 96V-66C-130 -86 -60 -82 0 -52Z')) +
      line(lilac, 6, 'M-168 -34Q-96 -48 -30 -24M-168 -6Q-96 -20 -30 4M-168 22Q-96 8 -30 32M-168 50Q-110 40 -70 46'),
  ) +
  line('#241b2f33', 5, 'M0 -50V108')

/** Wrapped in brown paper with string, on top of a pile. */
export const parcelBook = () =>
  at(
    6,
    130,
    cut(fern, rect(-176, -28, 352, 56, 8)) +
      flat(cream, rect(-160, -14, 336, 28)) +
      flat(leaf, rect(-176, -28, 26, 56)),
  ) +
  at(
    -8,
    74,
    cut(rose, rect(-160, -26, 320, 52, 8)) +
      flat(cream, rect(-144, -13, 304, 26)) +
      flat(peony, rect(-160, -26, 26, 52)),
  ) +
  at(
    0,
    -52,
    cut(kraft, rect(-116, -150, 232, 250, 6)) +
      flat(kraftDark, path('M-116 100L-116 60L-60 100Z'), path('M116 100V66L70 100Z')) +
      line(white, 9, 'M-116 -30H116M-24 -150V100') +
      at(-24, -30, sprig(140, 4), { turn: 58 }) +
      at(-24, -30, mirrored(line(white, 9, 'M0 0C-60 -50 -70 20 0 0')) + cut(peony, circle(0, 0, 13))),
    { turn: -6 },
  )

export const pictureBook = () =>
  at(
    0,
    -60,
    cut(butter, circle(-70, -70, 58)) +
      [
        [40, -120, 26],
        [112, -60, 20],
        [-10, -20, 15],
        [160, -130, 15],
        [-160, -20, 17],
      ]
        .map(([x, y, size]) => at(x!, y!, cut(amber, path(star(size!))), { turn: x! / 6 }))
        .join(''),
  ) +
  cut(
    plum,
    path(
      'M0 150C-70 118 -140 118 -214 138V-30C-140 -50 -70 -48 0 -16C70 -48 140 -50 214 -30V138C140 118 70 118 0 150Z',
    ),
  ) +
  mirrored(cut(night, path('M0 130C-60 100 -130 100 -198 118V-44C-130 -64 -60 -60 0 -30Z'))) +
  flat(
    '#43345a',
    path('M-198 118V40C-140 10 -70 60 0 40S140 10 198 50V118C130 100 60 100 0 130C-60 100 -130 100 -198 118Z'),
  ) +
  flat(
    fern,
    path('M-198 118V84C-140 60 -70 100 0 84S140 60 198 92V118C130 100 60 100 0 130C-60 100 -130 100 -198 118Z'),
  ) +
  at(-90, 66, cut(cream, rect(-30, -20, 60, 50), path('M-42 -20L0 -62L42 -20Z')) + flat(amber, rect(-10, 0, 20, 30))) +
  at(96, 82, cut(leaf, path('M-34 20L0 -70L34 20Z'))) +
  at(138, 86, cut(fern, path('M-26 16L0 -54L26 16Z')))

export const popcorn = () =>
  [
    [-74, -60],
    [0, -74],
    [74, -58],
    [-38, -104],
    [40, -106],
    [2, -136],
  ]
    .map(([x, y], index) =>
      at(x!, y!, cut(index % 2 ? '#fdf0d2' : cream, path(scallop(38, 5, index * 20))) + flat(butter, circle(4, 2, 12))),
    )
    .join('') +
  cut(white, path('M-118 -50H118L88 176H-88Z')) +
  flat(peony, path('M-118 -50H-74L-54 176H-88Z'), path('M-24 -50H24L16 176H-16Z'), path('M118 -50H74L54 176H88Z')) +
  cut(cream, path('M-126 -62L-96 -40L-64 -62L-32 -40L0 -62L32 -40L64 -62L96 -40L126 -62V-34H-126Z'))

export const filmNight = () => at(-118, 16, popcorn(), { scale: 0.96 }) + at(120, 60, tickets(), { scale: 0.74 })

export const lantern = () =>
  strip(ink, 11, 'M-44 -124C-44 -196 44 -196 44 -124') +
  cut(plum, path('M-60 -120H60L86 -78H-86Z')) +
  cut(butter, path('M-78 -78H78L66 120H-66Z')) +
  cut(amber, path('M0 90C-56 60 -40 0 -6 -44C0 -10 46 0 36 56Q30 84 0 90Z')) +
  flat('#fff3d6', path('M0 84C-26 66 -14 30 2 8C8 34 26 52 0 84Z')) +
  line(plum, 11, 'M-78 -78L-66 120M78 -78L66 120') +
  cut(plum, rect(-84, 116, 168, 40, 10))

export const hammerAndBrush = () =>
  at(
    0,
    0,
    cut(kraft, rect(-15, -60, 30, 250, 13)) +
      cut(ink, path('M-92 -124H40Q84 -124 96 -76Q50 -88 30 -66H-92Z')) +
      flat(steel, rect(-92, -124, 26, 58)),
    { turn: 40 },
  ) +
  at(
    0,
    0,
    cut(peony, rect(-16, 0, 32, 190, 15)) +
      cut(amber, rect(-52, -64, 104, 74, 8)) +
      cut(cream, path('M-52 -64H52V-120Q52 -160 20 -176Q24 -150 0 -140Q-30 -156 -52 -130Z')) +
      flat(fern, path('M-52 -110Q-20 -130 0 -112T52 -112V-120Q52 -160 20 -176Q24 -150 0 -140Q-30 -156 -52 -130Z')),
    { turn: -40 },
  )

export const acorn = () =>
  strip(kraftDark, 16, 'M0 -110Q6 -150 34 -170') +
  at(0, -104, blade(170, 62), { turn: 76 }) +
  at(-8, -104, blade(150, 56, mint, fern), { turn: -70 }) +
  cut('#d9a45c', path('M-92 -34H92C96 80 50 142 0 176C-50 142 -96 80 -92 -34Z')) +
  flat('#edc58b', path('M-70 -20C-72 60 -50 100 -24 130C-40 80 -44 30 -42 -20Z')) +
  cut('#8a5a35', path('M-110 -30C-110 -100 -50 -120 0 -120S110 -100 110 -30Q56 -10 0 -10T-110 -30Z')) +
  line('#6d4426', 6, 'M-84 -62L-56 -36L-28 -64L0 -36L28 -64L56 -36L84 -62M-56 -92L-28 -68L0 -96L28 -68L56 -92')

export const jumper = (wool = peony, pattern = blush) =>
  cut(wool, path('M-64 -128Q0 -92 64 -128L124 -104L206 66L146 100L110 34V158H-110V34L-146 100L-206 66L-124 -104Z')) +
  cut('#8f1a47', path('M-70 -130Q0 -66 70 -130L54 -144Q0 -104 -54 -144Z')) +
  flat(
    pattern,
    path(
      'M-110 -6L-82 -34L-55 -6L-28 -34L0 -6L28 -34L55 -6L82 -34L110 -6V16L82 -10L55 16L28 -10L0 16L-28 -10L-55 16L-82 -10L-110 16Z',
    ),
  ) +
  [-82, -28, 28, 82].map((x) => at(x, 44, flat(white, path(star(13, 8, 0.4))))).join('') +
  flat('#8f1a47', rect(-110, 134, 220, 24)) +
  at(0, 0, line('#d2507c', 5, 'M-90 134V158M-60 134V158M-30 134V158M0 134V158M30 134V158M60 134V158M90 134V158'))

const sock = (wool: string, patch: string, stripe: string) =>
  cut(wool, path('M-46 -170H46V10C46 30 60 46 80 56L150 92C182 110 176 158 136 158H30C-20 158 -46 120 -46 70Z')) +
  flat(
    patch,
    path('M-46 60C-10 60 16 90 14 158C-20 156 -46 120 -46 70Z'),
    path('M112 72L150 92C182 110 176 158 136 158H108C124 130 126 100 112 72Z'),
  ) +
  cut(patch, rect(-54, -182, 108, 48, 12)) +
  flat(stripe, path('M-46 -96L-23 -116L0 -96L23 -116L46 -96V-76L23 -96L0 -76L-23 -96L-46 -76Z'), rect(-46, -46, 92, 14))

export const socks = () =>
  at(-84, -6, sock(fern, butter, cream), { turn: -12 }) + at(54, 16, sock(peony, blush, cream), { turn: 6 })

export const bags = () =>
  at(
    86,
    26,
    strip(leaf, 10, 'M-40 -90C-40 -150 40 -150 40 -90') +
      cut(fern, path('M-92 -92H92L104 140H-104Z')) +
      flat(leaf, path('M-92 -92H-50L-60 140H-104Z')) +
      at(10, 30, daisy(46)),
    { turn: 7 },
  ) +
  at(
    -76,
    0,
    strip('#8f1a47', 11, 'M-46 -100C-46 -170 46 -170 46 -100') +
      cut(peony, path('M-108 -102H108L122 168H-122Z')) +
      flat('#8f1a47', path('M-108 -102H-60L-72 168H-122Z')) +
      at(16, 40, cut(blush, path(scallop(56, 10))) + flat(peony, path(heart(46)))),
    { turn: -5 },
  )

export const bookTree = () =>
  strip('#8a5a35', 30, 'M0 180V30') +
  strip('#8a5a35', 16, 'M0 80L-60 20M0 60L64 4') +
  [
    [-100, -10, fern],
    [100, -16, fern],
    [-54, -80, mint],
    [58, -86, leaf],
    [0, -140, fern],
    [0, -24, mint],
  ]
    .map(([x, y, colour]) =>
      at(
        x as number,
        y as number,
        mirrored(
          cut(colour as string, path('M0 34C-20 20 -50 20 -76 28V-40C-50 -50 -20 -46 0 -34Z')) +
            line('#ffffff88', 5, 'M-60 -16Q-36 -24 -14 -14M-60 4Q-36 -4 -14 6'),
        ),
        { turn: (x as number) / 6 },
      ),
    )
    .join('')
