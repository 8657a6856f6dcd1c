import { frond, tulip } from './flowers.ts'
import {
  amber,
  at,
  blush,
  brick,
  circle,
  cream,
  cut,
  ellipse,
  fern,
  flat,
  heart,
  ink,
  kraft,
  leaf,
  lilac,
  line,
  mint,
  mirrored,
  night,
  path,
  peony,
  plum,
  rect,
  rose,
  steel,
  strip,
  violet,
  white,
} from './paper.ts'

export const kettleAndToaster = () =>
  at(
    -108,
    4,
    strip(ink, 20, 'M-70 -60C-150 -40 -150 90 -74 100') +
      cut(mint, path('M-84 -100H76L104 130Q104 150 84 150H-92Q-110 150 -110 130Z')) +
      cut(mint, path('M78 -84L134 -110L124 -60L86 -30Z')) +
      flat(fern, path('M-84 -100H-50L-66 150H-92Q-110 150 -110 130Z')) +
      cut(leaf, rect(-92, -126, 176, 34, 14)) +
      cut(ink, circle(-4, -136, 16)) +
      cut(leaf, rect(-116, 138, 226, 28, 10)),
    { scale: 0.94 },
  ) +
  at(
    116,
    54,
    [-36, 24]
      .map((x) => cut('#b9733a', rect(x - 26, -140, 60, 120, 18)) + flat('#e8bd84', rect(x - 16, -128, 40, 90, 12)))
      .join('') +
      cut(mint, path('M-100 -60Q-100 -90 -70 -90H70Q100 -90 100 -60V96H-100Z')) +
      cut(leaf, rect(-108, 84, 216, 28, 10)) +
      flat(leaf, rect(-70, -74, 140, 12, 6)) +
      cut(leaf, rect(84, -20, 36, 22, 8)),
    { scale: 0.94 },
  )

export const microwave = () =>
  cut('#cfc6d8', rect(-216, -120, 432, 264, 22)) +
  cut(night, rect(-192, -96, 290, 216, 14)) +
  flat('#43345a', rect(-172, -76, 250, 176, 10)) +
  at(
    -50,
    40,
    cut(white, ellipse(0, 34, 90, 15)) +
      cut(peony, path('M-52 -20H52C52 20 30 34 0 34S-52 20 -52 -20Z')) +
      strip(white, 8, 'M-20 -40C-36 -56 -4 -70 -20 -90M16 -40C0 -56 32 -70 16 -90'),
  ) +
  cut(night, rect(118, -94, 78, 40, 8)) +
  flat(mint, rect(132, -82, 12, 16, 3), rect(150, -82, 12, 16, 3), rect(170, -82, 12, 16, 3)) +
  cut(white, circle(156, 6, 34)) +
  line(ink, 8, 'M156 6L172 -14') +
  [54, 92].map((y) => cut(white, rect(122, y, 68, 26, 10))).join('') +
  cut(ink, rect(-190, 140, 40, 20, 6), rect(150, 140, 40, 20, 6))

export const slowCooker = () =>
  cut('#e9f1ee', path('M-150 -50C-140 -130 140 -130 150 -50Z')) +
  flat('#cfe0d8', path('M-110 -60C-90 -108 0 -112 40 -108C-20 -100 -70 -84 -84 -60Z')) +
  cut(ink, circle(0, -118, 24)) +
  cut(ink, rect(-176, -58, 352, 28, 12)) +
  cut(brick, path('M-180 -30H180L164 130Q162 146 146 146H-146Q-162 146 -164 130Z')) +
  flat('#8f3324', path('M-180 -30H-120L-112 146H-146Q-162 146 -164 130Z')) +
  mirrored(cut(ink, rect(-226, -10, 60, 40, 16))) +
  cut(cream, circle(0, 60, 42)) +
  line(ink, 9, 'M0 60L-22 34') +
  flat(amber, circle(-70, 60, 8), circle(-52, 14, 8), circle(0, -4, 8), circle(52, 14, 8), circle(70, 60, 8)) +
  cut(ink, rect(-130, 142, 60, 24, 8), rect(70, 142, 60, 24, 8)) +
  strip(white, 11, 'M-40 -146C-62 -170 -16 -184 -40 -210M40 -146C18 -170 64 -184 40 -210')

export const fridge = () =>
  cut('#e9f1ee', rect(-110, -196, 220, 376, 22)) +
  flat('#d3e2dc', rect(-110, -196, 40, 376, 20)) +
  line('#9fb8ae', 7, 'M-110 -66H110') +
  cut(steel, rect(66, -150, 16, 60, 8), rect(66, -40, 16, 110, 8)) +
  at(-30, -128, cut(peony, path(heart(34)))) +
  at(
    -40,
    10,
    cut(cream, rect(-40, -44, 80, 100, 4)) +
      line(lilac, 5, 'M-24 -20H22M-24 2H22M-24 24H4') +
      cut(amber, circle(0, -44, 11)),
    { turn: -5 },
  ) +
  cut(ink, rect(-90, 176, 40, 16, 5), rect(50, 176, 40, 16, 5)) +
  at(176, 150, tulip(70), { turn: 12 }) +
  at(-176, 170, frond(130), { turn: -10 })

export const washer = () =>
  cut(white, rect(-150, -176, 300, 348, 22)) +
  flat('#efe4ea', rect(-150, -176, 300, 74, 22)) +
  cut(ink, rect(-124, -154, 90, 32, 8)) +
  flat(mint, rect(-112, -144, 50, 12, 4)) +
  cut(peony, circle(50, -138, 22)) +
  flat(blush, circle(50, -138, 9)) +
  flat(steel, circle(106, -138, 11)) +
  cut(steel, circle(0, 36, 116)) +
  flat('#cfe0ea', circle(0, 36, 92)) +
  flat('#6f9fc0', path('M-92 50C-50 20 0 74 40 44S84 40 92 46C88 96 50 128 0 128S-88 96 -92 50Z')) +
  at(-20, 50, cut(rose, path('M-30 -30H30L36 20L0 34L-36 20Z')), { turn: -30 }) +
  at(34, 66, cut(amber, path('M-26 -18H26L18 22H-20Z')), { turn: 24 }) +
  flat(white, circle(-44, 4, 10), circle(30, 0, 8), circle(10, 20, 5), circle(50, 24, 6)) +
  at(
    200,
    150,
    cut(violet, path('M-50 -90H50V70Q50 84 36 84H-36Q-50 84 -50 70Z')) + cut(plum, rect(-40, -124, 80, 40, 10)),
    { scale: 0.7 },
  )

const pan = (x: number, y: number, width: number, colour: string) =>
  at(
    x,
    y,
    strip(ink, 22, `M${width} -20H${width + 100}`) +
      cut(
        colour,
        path(`M${-width} -46H${width}V40Q${width} 60 ${width - 20} 60H${-width + 20}Q${-width} 60 ${-width} 40Z`),
      ) +
      flat('#ffffff44', rect(-width + 14, -34, 16, 80, 8)) +
      cut('#cfc6d8', rect(-width - 8, -64, width * 2 + 16, 24, 10)) +
      cut(ink, circle(0, -74, 15)),
  )

export const saucepans = () =>
  pan(-60, 114, 112, peony) +
  pan(-60, -20, 88, amber) +
  pan(-60, -130, 64, leaf) +
  at(176, 60, cut(kraft, path('M-10 140V-50C-34 -76 -26 -130 0 -130S34 -76 10 -50V140Z')), { turn: 14 })
