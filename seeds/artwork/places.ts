import { berries, daisy, frond, peonyFlower, sprig, tulip } from './flowers.ts'
import {
  amber,
  at,
  blush,
  butter,
  circle,
  cream,
  cut,
  dashed,
  ellipse,
  fern,
  flat,
  ink,
  kraft,
  kraftDark,
  leaf,
  lilac,
  line,
  mint,
  path,
  peony,
  rect,
  sage,
  steel,
  strip,
  terracotta,
  white,
} from './paper.ts'

const cloud = (colour = white) =>
  cut(colour, path('M-70 20C-104 20 -104 -24 -68 -24C-62 -60 -6 -66 8 -36C40 -56 76 -36 70 -10C100 -8 98 20 72 20Z'))

/** Over hills, at dawn. */
export const balloon = () =>
  cut(butter, circle(120, 20, 60)) +
  at(-180, -120, cloud()) +
  at(186, -96, cloud(), { scale: 0.8 }) +
  cut(mint, path('M-236 148C-190 80 -110 80 -40 140S120 90 236 130C200 196 -180 200 -236 148Z')) +
  cut(fern, path('M-222 160C-150 120 -60 150 20 166S150 128 224 150C170 214 -160 214 -222 160Z')) +
  line(kraftDark, 5, 'M-52 24L-24 76M52 24L24 76M-20 44L-10 76M20 44L10 76') +
  cut(kraft, rect(-32, 74, 64, 48, 8)) +
  flat(kraftDark, rect(-32, 74, 64, 14)) +
  cut(
    peony,
    path(
      'M0 -200C-84 -200 -132 -140 -132 -80C-132 -10 -60 40 -40 46H40C60 40 132 -10 132 -80C132 -140 84 -200 0 -200Z',
    ),
  ) +
  flat(
    blush,
    path('M-60 -184C-104 -150 -110 -30 -46 40L-32 46C-74 -20 -74 -150 -28 -197Z'),
    path('M60 -184C104 -150 110 -30 46 40L32 46C74 -20 74 -150 28 -197Z'),
  ) +
  flat(amber, path('M-14 -200C-40 -120 -36 -10 -12 46H12C36 -10 40 -120 14 -200Z')) +
  cut('#8f1a47', rect(-44, 38, 88, 16, 8))

/** Through an arch, along a path. */
export const gardenGate = () =>
  cut(terracotta, path('M-190 180V-60C-190 -160 -110 -206 0 -206S190 -160 190 -60V180Z')) +
  line(
    '#b65c3c',
    5,
    'M-186 -20H-140M140 -20H186M-190 40H-140M140 40H190M-190 100H-140M140 100H190M-150 -120L-112 -98M150 -120L112 -98M-80 -176L-60 -142M80 -176L60 -142',
  ) +
  flat(sage, path('M-136 180V-50C-136 -120 -80 -156 0 -156S136 -120 136 -50V180Z')) +
  cut(butter, circle(40, -70, 40)) +
  cut(mint, path('M-136 40C-90 0 -40 10 0 30S90 0 136 20V180H-136Z')) +
  cut(fern, path('M-136 90C-100 60 -70 70 -30 90S80 70 136 80V180H-136Z')) +
  cut(cream, path('M-64 180C-50 130 30 110 8 62Q2 50 12 34Q34 52 32 70C28 120 70 150 76 180Z')) +
  at(-100, 182, line(leaf, 6, 'M0 0V-70') + at(0, -66, tulip(54))) +
  at(-64, 186, line(leaf, 6, 'M0 0V-40') + at(0, -44, daisy(28))) +
  at(104, 184, line(leaf, 6, 'M0 0V-80') + at(0, -84, peonyFlower(36))) +
  at(70, 190, line(leaf, 6, 'M0 0V-36') + at(0, -40, daisy(26, { petal: blush }))) +
  at(-172, 184, frond(230), { turn: 4 }) +
  at(176, 186, sprig(240, 6), { turn: -4 }) +
  at(-96, -170, peonyFlower(40)) +
  at(-146, -130, daisy(28)) +
  at(120, -160, peonyFlower(34, [amber, '#e8b24f', butter, white]))

const hold = (colour: string, turn: number) =>
  at(
    0,
    0,
    cut(colour, path('M-34 6C-40 -24 -10 -36 10 -30C40 -26 42 10 22 22C0 34 -28 30 -34 6Z')) +
      flat('#ffffff66', circle(0, -2, 7)),
    { turn },
  )

/** A wall of holds with a rope and a carabiner. */
export const climbingWall = () =>
  cut(lilac, path('M-190 176L-160 -120L-40 -196L110 -170L196 -60L180 176Z')) +
  flat('#c6aed0', path('M-40 -196L20 176H180L196 -60L110 -170Z')) +
  flat('#b596c2', path('M110 -170L196 -60L180 176H120Z')) +
  [
    [-120, 120, peony, 0],
    [-60, 40, amber, 40],
    [-116, -40, fern, 80],
    [-20, -100, peony, 120],
    [60, -30, terracotta, 20],
    [30, 100, leaf, 60],
    [120, 70, amber, 100],
    [130, -80, peony, 10],
  ]
    .map(([x, y, colour, turn]) => at(x as number, y as number, hold(colour as string, turn as number)))
    .join('') +
  strip(butter, 13, 'M72 -190C60 -120 10 -80 0 -20S40 60 0 100') +
  strip(ink, 15, 'M-22 130C-34 100 -14 84 8 86C34 90 40 120 34 150C28 186 -10 190 -18 164Z') +
  line(steel, 8, 'M33 112L34 150')

/** A vase on the wheel. */
export const pottery = () =>
  cut(steel, ellipse(0, 150, 190, 32)) +
  flat('#b3a8be', ellipse(0, 142, 150, 20)) +
  cut(kraftDark, ellipse(0, 128, 90, 16)) +
  cut(
    terracotta,
    path(
      'M-40 -150H40C36 -110 30 -96 44 -70C120 -20 120 70 60 126H-60C-120 70 -120 -20 -44 -70C-30 -96 -36 -110 -40 -150Z',
    ),
  ) +
  flat(
    '#df8a66',
    path(
      'M-34 -144C-30 -106 -26 -92 -38 -66C-110 -16 -108 70 -56 122H-30C-80 70 -84 -10 -18 -66C-8 -92 -12 -110 -16 -144Z',
    ),
  ) +
  cut('#a9563a', ellipse(0, -150, 46, 13)) +
  line(butter, 9, 'M-96 0C-60 14 60 14 96 0') +
  line(cream, 7, 'M-100 26C-60 42 60 42 100 26') +
  dashed(cream, 9, 'M-84 70C-40 84 40 84 84 70') +
  line('#c7bdd0', 6, 'M-150 130A160 24 0 0 0 -40 168M150 150A160 24 0 0 1 60 168') +
  at(
    0,
    -150,
    line(leaf, 6, 'M0 0Q-10 -20 -24 -36M0 0Q10 -24 26 -40') + at(-30, -44, daisy(30)) + at(32, -50, berries(60)),
  )

export const days = () => at(-130, 0, balloon(), { scale: 0.78 }) + at(156, 8, gardenGate(), { scale: 0.66 })
