import { bow } from './bunches.ts'
import { daisy, frond, sprig, tulip } from './flowers.ts'
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
  fern,
  flat,
  heart,
  ink,
  kraft,
  leaf,
  lilac,
  line,
  night,
  path,
  peony,
  rect,
  scallop,
  terracotta,
  white,
} from './paper.ts'

/** Petals of fire, in a heart. */
export const flameHeart = () =>
  cut(peony, path(heart(190))) +
  at(
    0,
    -14,
    cut(amber, path('M0 112C-82 84 -66 -6 -20 -66C-10 -24 14 -34 20 -96C76 -44 90 72 0 112Z')) +
      flat(butter, path('M0 104C-44 84 -34 30 -6 0C0 26 14 20 20 -12C46 24 44 88 0 104Z')),
  )

export const giving = () =>
  at(-16, 168, sprig(250, 6), { turn: -58 }) +
  at(16, 168, sprig(250, 6), { turn: 58 }) +
  at(-8, 168, frond(200), { turn: -84 }) +
  at(8, 168, frond(200), { turn: 84 }) +
  at(0, -16, flameHeart(), { scale: 0.98 })

export const house = () =>
  cut(cream, circle(116, -150, 44)) +
  flat(lilac, circle(134, -160, 38)) +
  cut(brick, rect(62, -130, 46, 90)) +
  [
    [86, -160, 22],
    [104, -200, 28],
  ]
    .map(([x, y, size]) => at(x!, y!, cut(blush, path(heart(size!)))))
    .join('') +
  cut(cream, path('M-140 -30H140V160H-140Z')) +
  cut(peony, path('M-176 -20L0 -164L176 -20L154 4L0 -122L-154 4Z')) +
  cut(amber, rect(-100, 20, 84, 76, 8)) +
  flat(butter, rect(-92, 28, 30, 60), rect(-54, 28, 30, 60)) +
  flat(cream, rect(-92, 54, 68, 7)) +
  cut(leaf, path('M34 160V60Q34 22 70 22T106 60V160Z')) +
  flat(butter, circle(94, 100, 6)) +
  at(70, 62, daisy(22)) +
  cut(white, path('M-236 162Q-120 128 0 156T236 152C190 204 -190 208 -236 162Z')) +
  [
    [-190, -60],
    [-150, -140],
    [-214, 30],
    [196, -40],
    [206, 60],
    [-60, -196],
    [170, -210],
  ]
    .map(([x, y]) => flat(white, circle(x!, y!, 8)))
    .join('')

/** A front door with a wreath, and a long stuffed dog against the draught. */
export const door = () =>
  cut(cream, path('M-136 176V-70C-136 -150 -70 -196 0 -196S136 -150 136 -70V176Z')) +
  cut(leaf, path('M-108 176V-66C-108 -130 -58 -168 0 -168S108 -130 108 -66V176Z')) +
  line('#124d37', 6, 'M-70 56H-14V150H-70ZM70 56H14V150H70Z') +
  at(
    0,
    -54,
    cut('#2c8563', path(scallop(76, 16))) +
      flat(leaf, circle(0, 0, 40)) +
      around(8, (index) => at(0, -58, index % 2 ? daisy(20) : cut(peony, circle(0, 0, 11)))) +
      at(0, 66, bow(peony, '#8f1a47'), { scale: 0.4 }),
  ) +
  cut(amber, circle(84, 42, 10)) +
  at(
    0,
    164,
    cut(terracotta, path('M-180 -34H150C196 -34 196 30 150 30H-180C-214 30 -214 -34 -180 -34Z')) +
      flat(butter, rect(-130, -34, 26, 64), rect(-60, -34, 26, 64), rect(10, -34, 26, 64)) +
      cut('#a9563a', path('M120 -34Q106 20 134 34Q150 10 144 -34Z')) +
      flat(ink, circle(170, -6, 6), circle(190, 8, 9)),
  )

export const hearth = () =>
  cut(brick, path('M-190 176V-70H190V176Z')) +
  line(
    '#8f3324',
    5,
    'M-190 -20H190M-190 30H-110M110 30H190M-190 80H-110M110 80H190M-190 130H-110M110 130H190M-150 -70V-20M-60 -70V-20M40 -70V-20M130 -70V-20M-150 30V80M150 30V80M-150 130V176M150 130V176',
  ) +
  cut(night, path('M-112 176V40C-112 -24 112 -24 112 40V176Z')) +
  at(
    0,
    40,
    cut(amber, path('M0 112C-92 100 -86 10 -34 -34C-30 0 -4 -2 6 -54C66 -10 92 100 0 112Z')) +
      cut(butter, path('M0 108C-50 96 -38 40 -8 16C-2 38 16 34 20 8C50 40 44 98 0 108Z')),
  ) +
  at(0, 156, cut('#8a5a35', rect(-80, -14, 160, 28, 14)) + flat('#c99b6b', circle(-66, 0, 10))) +
  cut(kraft, rect(-214, -104, 428, 40, 10)) +
  at(-150, -104, jarOnly()) +
  at(140, -104, cut(peony, rect(-30, -78, 60, 78, 6)) + at(0, -36, flat(blush, path(heart(28))))) +
  at(
    10,
    -104,
    cut(cream, circle(0, -52, 50)) + flat(white, circle(0, -52, 40)) + line(ink, 6, 'M0 -52V-80M0 -52L20 -42'),
  )

const jarOnly = () =>
  at(0, -40, sprig(90, 3)) +
  at(0, -40, tulip(50), { turn: -24 }) +
  at(0, -30, tulip(46, butter, amber), { turn: 30 }) +
  cut(fern, path('M-30 -50H30L22 0H-22Z'))
