import { tickets } from './bunches.ts'
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
  cut,
  dashed,
  ellipse,
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
  violet,
  white,
} from './paper.ts'

/** Twelve on a shelf, one leaning. */
export const bookRow = () =>
  [
    [-190, peony, 150],
    [-154, amber, 180],
    [-118, leaf, 160],
    [-82, plum, 190],
    [-46, terracotta, 150],
    [-10, mint, 176],
    [26, rose, 164],
    [62, night, 186],
    [98, butter, 156],
  ]
    .map(([x, colour, height]) =>
      at(
        x as number,
        130,
        cut(colour as string, rect(-17, -(height as number), 34, height as number, 4)) +
          flat('#ffffff88', rect(-17, -(height as number) + 22, 34, 8), rect(-17, -34, 34, 8)),
      ),
    )
    .join('') +
  at(
    150,
    130,
    cut(fern, rect(-17, -168, 34, 168, 4)) + flat('#ffffff88', rect(-17, -146, 34, 8), rect(-17, -34, 34, 8)),
    { turn: 13 },
  ) +
  cut(kraft, rect(-232, 130, 464, 28, 8)) +
  at(-120, -120, cut(cream, circle(0, 0, 40)) + line(peony, 9, 'M-16 2L-4 14L18 -12')) +
  at(-20, -140, cut(cream, circle(0, 0, 40)) + line(peony, 9, 'M-16 2L-4 14L18 -12')) +
  at(80, -120, cut(cream, circle(0, 0, 40)) + dashed(lilac, 7, 'M-14 0H14'))

export const notebook = () =>
  at(
    -20,
    0,
    cut(plum, rect(-130, -176, 260, 350, 16)) +
      flat('#43284a', rect(-130, -176, 46, 350, 16)) +
      cut(cream, rect(-46, -110, 140, 86, 8)) +
      line(lilac, 6, 'M-24 -80H70M-24 -56H40') +
      strip(peony, 13, 'M92 -176V174'),
    { turn: -6 },
  ) +
  at(
    150,
    10,
    cut(amber, rect(-15, -150, 30, 240, 10)) +
      cut(ink, path('M-15 90H15L6 138H-6Z')) +
      cut('#b5781a', rect(-18, -160, 36, 66, 12)) +
      flat(butter, rect(8, -150, 6, 60, 3)),
    { turn: 16 },
  )

const wheels = (y: number, xs: number[], r = 36) =>
  xs
    .map((x) => cut(ink, circle(x, y, r)) + flat(butter, circle(x, y, r * 0.55)) + flat(ink, circle(x, y, r * 0.2)))
    .join('')

export const train = () =>
  cut(leaf, rect(-218, 20, 130, 96, 10)) +
  flat('#124d37', rect(-218, 92, 130, 24)) +
  [-196, -152, -110].map((x, index) => cut([peony, butter, rose][index]!, circle(x, 6, 22))).join('') +
  strip(kraftDark, 13, 'M-88 100H-54') +
  cut(amber, rect(-52, -100, 110, 216, 12)) +
  flat(cream, rect(-30, -76, 66, 64, 10)) +
  cut('#b5781a', rect(-66, -124, 138, 34, 12)) +
  cut(peony, rect(48, 0, 158, 116, 20)) +
  flat('#8f1a47', rect(48, 84, 158, 32, 10)) +
  cut(ink, rect(140, -66, 40, 74, 6)) +
  cut(ink, path('M126 -92H194L180 -58H140Z')) +
  wheels(128, [-186, -122, -16, 84, 164]) +
  [
    [176, -130, 26],
    [214, -166, 20],
    [150, -168, 18],
  ]
    .map(([x, y, r]) => cut(white, circle(x!, y!, r!)))
    .join('')

export const craftBox = () =>
  at(
    -130,
    -60,
    cut(brick, rect(-16, -110, 32, 150, 6)) +
      cut(kraft, path('M-16 -110H16L0 -150Z')) +
      flat(brick, path('M-6 -136H6L0 -150Z')),
    { turn: -14 },
  ) +
  at(
    -80,
    -70,
    cut(fern, rect(-16, -110, 32, 150, 6)) +
      cut(kraft, path('M-16 -110H16L0 -150Z')) +
      flat(fern, path('M-6 -136H6L0 -150Z')),
    { turn: 2 },
  ) +
  at(
    -20,
    -60,
    cut(kraft, rect(-13, -40, 26, 130, 8)) +
      cut(steel, rect(-18, -70, 36, 40, 4)) +
      cut(violet, path('M-18 -70C-24 -110 -8 -120 2 -140C12 -116 24 -106 18 -70Z')),
    { turn: 10 },
  ) +
  at(
    72,
    -50,
    cut(amber, path('M-70 0H70L44 -60L22 -20L0 -80L-22 -20L-44 -60Z')) +
      flat(peony, circle(0, -84, 9), circle(-46, -64, 8), circle(46, -64, 8)),
  ) +
  at(
    160,
    -70,
    cut(rose, path('M0 -70L44 0L0 70L-44 0Z')) +
      line(cream, 5, 'M0 -70V70M-44 0H44') +
      line(rose, 5, 'M0 70Q-14 96 4 112'),
    { turn: 12 },
  ) +
  cut(mint, path('M-214 10H214L198 160Q196 174 182 174H-182Q-196 174 -198 160Z')) +
  flat(fern, rect(-214, 10, 428, 26)) +
  [-140, -70, 0, 70, 140]
    .map((x, index) =>
      at(x, 104, cut([peony, amber, cream, plum, brick][index]!, path(index % 2 ? star(30) : scallop(26, 7)))),
    )
    .join('')

const piece =
  'M-70 -70H-20C-34 -110 34 -110 20 -70H70V-20C110 -34 110 34 70 20V70H20C34 30 -34 30 -20 70H-70V20C-30 34 -30 -34 -70 -20Z'

export const jigsaw = () =>
  at(-76, -74, cut(fern, path(piece))) +
  at(64, -74, cut(peony, path(piece))) +
  at(-76, 66, cut(amber, path(piece))) +
  at(104, 104, cut(violet, path(piece)), { turn: 14 }) +
  at(-180, 160, flat(mint, path(star(22)))) +
  at(200, -150, flat(pink, path(heart(36))))

export const bear = () =>
  mirrored(cut('#a9713f', circle(-74, -140, 40)) + flat('#d9a45c', circle(-74, -140, 22))) +
  mirrored(cut('#a9713f', path('M-70 10C-150 20 -170 90 -134 104C-100 116 -80 70 -60 50Z'))) +
  mirrored(
    cut('#a9713f', path('M-40 90C-110 90 -136 150 -104 172C-70 190 -20 160 -20 120Z')) +
      flat('#d9a45c', ellipse(-88, 146, 26, 22, -20)),
  ) +
  cut('#b9803f', path('M-84 20C-110 100 -60 166 0 166S110 100 84 20Z')) +
  flat('#d9a45c', ellipse(0, 98, 50, 52)) +
  cut('#b9803f', circle(0, -70, 104)) +
  cut('#e2b878', ellipse(0, -36, 50, 40)) +
  cut(ink, ellipse(0, -54, 20, 14)) +
  line(ink, 6, 'M0 -40V-26M-18 -18Q0 -8 18 -18') +
  flat(ink, circle(-42, -88, 11), circle(42, -88, 11)) +
  flat(white, circle(-39, -92, 4), circle(45, -92, 4)) +
  cut(peony, path('M-70 20Q0 52 70 20L64 48Q0 76 -64 48Z')) +
  at(0, 46, mirrored(cut(peony, path('M0 0C-20 -26 -60 -24 -58 0S-20 26 0 0Z'))) + cut('#8f1a47', circle(0, 0, 13)))

const spokes = (r: number) =>
  cut(ink, circle(0, 0, r)) +
  flat('#fffdfa', circle(0, 0, r * 0.82)) +
  around(8, () => line(steel, 4, `M0 0V${-r * 0.8}`)) +
  flat(ink, circle(0, 0, r * 0.12))

export const bicycle = () =>
  at(-128, 72, spokes(94)) +
  at(132, 72, spokes(94)) +
  strip(peony, 15, 'M-128 72L-66 -60H78L0 72H-128M0 72L-76 -82M78 -60L132 72M66 -98L84 -50') +
  strip(ink, 13, 'M-112 -88H-44') +
  strip(ink, 13, 'M62 -100C90 -130 130 -110 122 -84') +
  cut(amber, circle(0, 72, 25)) +
  flat(butter, circle(0, 72, 11)) +
  at(84, -30, cut(kraft, path('M-6 -34H74L64 30H4Z')) + line(kraftDark, 5, 'M0 -14H70M4 8H66'))

export const bikeWheel = () => spokes(156) + cut(peony, circle(0, 0, 30)) + flat(blush, circle(0, 0, 14))

export const helmet = () =>
  strip(ink, 13, 'M-120 70C-110 150 -40 176 0 168S110 150 120 70') +
  cut(peony, path('M-206 62C-206 -60 -110 -132 0 -132S206 -60 206 62Q206 84 184 84H-184Q-206 84 -206 62Z')) +
  flat(
    '#8f1a47',
    path('M-150 50C-146 -20 -110 -70 -64 -96C-90 -50 -100 0 -100 50Z'),
    path('M150 50C146 -20 110 -70 64 -96C90 -50 100 0 100 50Z'),
    path('M-40 50C-40 -20 -30 -80 0 -112C30 -80 40 -20 40 50Z'),
  ) +
  flat(rose, path('M-184 44C-180 0 -160 -40 -136 -62C-156 -20 -166 10 -168 44Z')) +
  cut('#8f1a47', rect(-212, 62, 424, 34, 16)) +
  cut(amber, rect(-20, 152, 40, 32, 8))

export const toolRoll = () =>
  cut(kraftDark, rect(-214, -20, 428, 170, 14)) +
  cut(steel, path('M-170 40V-110C-190 -130 -180 -160 -160 -164V-134H-140V-164C-120 -160 -110 -130 -130 -110V40Z')) +
  cut(peony, rect(-92, -130, 34, 180, 10)) +
  cut(amber, rect(-30, -150, 28, 200, 12), rect(-46, -166, 60, 30, 10)) +
  cut(steel, rect(44, -90, 20, 140, 6)) +
  cut(leaf, rect(34, -140, 40, 70, 12)) +
  cut(ink, rect(100, -104, 76, 150, 12)) +
  flat(butter, circle(138, -70, 13)) +
  cut(kraft, rect(-214, 20, 428, 150, 14)) +
  dashed(cream, 6, 'M-196 44H196') +
  line(kraftDark, 6, 'M-120 30V160M-44 30V160M20 30V160M84 30V160') +
  at(170, 126, cut(brick, path(scallop(30, 10))) + flat(cream, circle(0, 0, 13)))

export const record = () =>
  at(
    -62,
    -6,
    cut(terracotta, rect(-150, -150, 300, 300, 8)) +
      flat(butter, circle(0, 0, 104)) +
      flat(brick, path('M-104 0A104 104 0 0 1 104 0Z')) +
      line(cream, 9, 'M-90 30H90M-76 56H76M-50 82H50'),
    { turn: -5 },
  ) +
  at(
    96,
    20,
    cut(ink, circle(0, 0, 140)) +
      line('#43345a', 4, 'M-120 0A120 120 0 0 1 120 0M-100 0A100 100 0 0 0 100 0M-80 0A80 80 0 0 1 80 0') +
      cut(peony, circle(0, 0, 50)) +
      flat(blush, circle(0, 0, 32)) +
      flat(ink, circle(0, 0, 8)),
  )

export const vinyl = () =>
  cut(ink, circle(0, 0, 158)) +
  line('#5d4d74', 5, 'M-134 0A134 134 0 0 1 134 0M-112 0A112 112 0 0 0 112 0M-90 0A90 90 0 0 1 90 0') +
  cut(amber, circle(0, 0, 58)) +
  flat(butter, circle(0, 0, 36)) +
  flat(ink, circle(0, 0, 9))

export const headphones = () =>
  strip(ink, 26, 'M-142 40C-150 -190 150 -190 142 40') +
  strip(plum, 13, 'M-128 0C-126 -140 126 -140 128 0') +
  mirrored(
    cut(peony, rect(-190, 10, 74, 150, 34)) +
      cut(ink, rect(-132, 20, 44, 130, 20)) +
      flat(rose, rect(-178, 40, 14, 80, 7)),
  ) +
  at(0, 60, line(amber, 11, 'M-26 40V-30L34 -46V22') + cut(amber, ellipse(-40, 42, 19, 14), ellipse(20, 24, 19, 14)))

export const comet = () =>
  cut(butter, path('M-40 10C-110 60 -150 110 -176 170C-110 140 -50 110 20 60Z')) +
  flat(amber, path('M-30 30C-80 70 -110 104 -130 136C-80 112 -40 90 6 60Z')) +
  at(40, -50, cut(amber, path(star(124))) + flat(butter, path(star(70)))) +
  flat(white, circle(-110, -90, 10), circle(120, 110, 9), circle(-150, -10, 7))

const mask = (face: string, shade: string, smile: boolean) =>
  cut(face, path('M-96 -100Q0 -70 96 -100C110 10 70 110 0 120C-70 110 -110 10 -96 -100Z')) +
  flat(shade, path('M-96 -100Q-60 -88 -40 -86C-60 0 -50 80 -14 118C-72 104 -110 10 -96 -100Z')) +
  flat(
    ink,
    path(smile ? 'M-62 -30Q-40 -58 -18 -30Q-40 -42 -62 -30Z' : 'M-62 -44Q-40 -20 -18 -30Q-40 -50 -62 -44Z'),
    path(smile ? 'M62 -30Q40 -58 18 -30Q40 -42 62 -30Z' : 'M62 -44Q40 -20 18 -30Q40 -50 62 -44Z'),
  ) +
  flat(ink, path(smile ? 'M-46 40Q0 96 46 40Q0 64 -46 40Z' : 'M-40 78Q0 30 40 78Q0 56 -40 78Z'))

const masks = () =>
  at(-74, -20, mask(amber, '#b5781a', true), { turn: -10 }) +
  at(84, 26, mask(violet, plum, false), { turn: 12, scale: 0.94 })

/** Curtains, boards and two seats taken. */
export const stage = () =>
  cut(plum, rect(-214, -170, 428, 300, 8)) +
  flat('#fdf0d2', path('M-60 -170L-130 130H130L60 -170Z')) +
  at(0, 30, masks(), { scale: 0.5 }) +
  mirrored(
    cut(peony, path('M-220 -176H-90C-96 -80 -130 40 -150 130H-220Z')) +
      line('#8f1a47', 7, 'M-190 -160V120M-156 -160C-160 -60 -172 40 -178 120M-122 -160C-128 -80 -142 0 -156 60'),
  ) +
  cut(
    '#8f1a47',
    path(
      'M-224 -190H224V-140C190 -100 150 -100 112 -140C74 -100 38 -100 0 -140C-38 -100 -74 -100 -112 -140C-150 -100 -190 -100 -224 -140Z',
    ),
  ) +
  cut('#8a5a35', rect(-226, 124, 452, 44, 6)) +
  line('#6d4426', 5, 'M-226 146H226')

export const pantoStage = () =>
  stage() +
  at(
    0,
    20,
    cut(butter, circle(0, 0, 112)) +
      at(
        0,
        6,
        cut(leaf, path('M-70 60C-60 10 -40 -10 0 -10S60 10 70 60Z')) +
          cut('#f3d9b8', circle(0, -40, 34)) +
          cut(peony, path('M-40 -52Q0 -120 40 -52Z')) +
          cut(cream, circle(0, -96, 13)) +
          cut(cream, rect(-44, -60, 88, 20, 10)) +
          line(ink, 5, 'M-12 -36V-32M12 -36V-32M-10 -20Q0 -12 10 -20'),
      ),
  )

export const familyFilm = (corn: string) =>
  at(-150, 30, corn, { scale: 0.62 }) +
  at(-30, 50, corn, { scale: 0.54 }) +
  at(78, 60, corn, { scale: 0.44 }) +
  at(150, -60, tickets(), { scale: 0.66 }) +
  at(-40, -130, cut(terracotta, path(star(40)))) +
  at(190, 120, blade(80, 24), { turn: 20 }) +
  flat(brick, circle(160, 90, 8), circle(120, 130, 7))
