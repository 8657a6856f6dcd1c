import {
  amber,
  at,
  blush,
  brick,
  butter,
  circle,
  cream,
  cut,
  dashed,
  fern,
  flat,
  heart,
  ink,
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

const zigzag = (from: number, to: number, y: number, height: number) => {
  const steps = 8
  const points = Array.from(
    { length: steps + 1 },
    (_, index) => `${from + ((to - from) * index) / steps} ${y + (index % 2 ? -height : 0)}`,
  )
  return `M${points.join('L')}`
}

export const bobbleHat = () =>
  at(
    0,
    -138,
    cut(butter, path(scallop(58, 12))) + flat(amber, circle(-14, -12, 8), circle(16, 6, 7), circle(-4, 22, 6)),
  ) +
  cut(peony, path('M-150 90C-156 -40 -90 -110 0 -110S156 -40 150 90Z')) +
  line(butter, 11, zigzag(-146, 146, 10, 34)) +
  line(white, 8, zigzag(-120, 120, -50, 24)) +
  [-96, -48, 0, 48, 96].map((x) => at(x, 42, flat(blush, path(star(14, 4, 0.35))))).join('') +
  cut('#8f1a47', rect(-166, 70, 332, 84, 26)) +
  line(rose, 6, 'M-130 84V140M-98 84V140M-66 84V140M-34 84V140M-2 84V140M30 84V140M62 84V140M94 84V140M126 84V140')

const fringe = (x: number, y: number, colour: string) =>
  line(colour, 8, [-32, -16, 0, 16, 32].map((step) => `M${x + step} ${y}V${y + 34}`).join(''))

export const scarf = () =>
  fringe(-66, 160, leaf) +
  cut(fern, path('M-112 -40L-22 -60L-20 164H-112Z')) +
  flat(mint, rect(-112, 90, 92, 18), rect(-112, 126, 92, 18)) +
  fringe(86, 130, leaf) +
  cut(fern, path('M40 -50L130 -40V134H42Z')) +
  flat(mint, rect(42, 62, 88, 18), rect(42, 98, 88, 18)) +
  cut(leaf, path('M-180 -80C-180 -170 180 -170 180 -80C180 20 -180 20 -180 -80Z')) +
  cut(fern, path('M-170 -96C-160 -166 160 -166 170 -96C150 -30 -150 -30 -170 -96Z')) +
  flat(leaf, path('M-112 -112C-90 -140 90 -140 112 -112C90 -84 -90 -84 -112 -112Z')) +
  line(mint, 13, 'M-166 -78C-130 -20 130 -20 166 -78') +
  cut(mint, rect(10, -66, 70, 78, 26)) +
  line(leaf, 5, 'M28 -56V4M46 -60V8M62 -56V4')

const boot = (colour: string, shade: string) =>
  cut(colour, path('M-62 -170H58V40C80 60 150 60 164 108C172 134 164 150 140 150H-62Z')) +
  flat(shade, path('M-62 -170H-28V150H-62Z')) +
  cut(shade, rect(-72, -186, 140, 40, 14)) +
  cut(shade, rect(-72, 138, 242, 30, 10)) +
  flat(white, circle(-2, -40, 10), circle(26, -90, 10), circle(22, 16, 10), circle(-4, 70, 10), circle(70, 96, 10))

export const wellies = () =>
  at(-104, -6, boot(amber, '#b5781a'), { scale: 0.84, turn: -6 }) +
  at(66, 12, boot(peony, '#8f1a47'), { scale: 0.84, turn: 5 }) +
  cut('#a9c8dc', path('M-230 172C-160 146 120 146 236 172C170 206 -170 206 -230 172Z')) +
  flat('#6f9fc0', circle(-190, 110, 10), circle(206, 90, 9), circle(186, 60, 6), circle(-210, 76, 6))

const shoe = (colour: string, shade: string) =>
  cut(colour, path('M-150 -60C-110 -96 -60 -90 -46 -40C0 -60 40 -30 70 6C110 20 160 20 168 70H-150Z')) +
  cut(shade, path('M-156 60H176V86Q176 100 160 100H-140Q-156 100 -156 84Z')) +
  flat(shade, path('M-140 -56C-112 -78 -78 -74 -64 -34C-92 -16 -120 -20 -140 -56Z')) +
  cut(shade, path('M-60 -40C-30 -64 10 -40 20 -10L-6 22C-20 -10 -40 -20 -62 -8Z')) +
  cut(butter, rect(-14, -20, 34, 30, 6))

export const schoolShoes = () =>
  at(30, -60, shoe('#43345a', ink), { scale: 0.92 }) +
  at(-30, 70, shoe('#43345a', ink), { scale: 1 }) +
  at(170, -150, cut(amber, path(star(36)))) +
  at(-190, -130, cut(peony, path(heart(44))))

export const coat = () =>
  cut(terracotta, path('M-80 -150C-60 -190 60 -190 80 -150L60 -96H-60Z')) +
  flat(cream, path('M-52 -140C-40 -162 40 -162 52 -140L40 -104H-40Z')) +
  cut(
    brick,
    path('M-64 -112L-136 -84L-196 90L-138 110L-112 30V166H112V30L138 110L196 90L136 -84L64 -112Q0 -76 -64 -112Z'),
  ) +
  flat(
    '#8f3324',
    path(
      'M-112 -12Q0 20 112 -12V0Q0 32 -112 0ZM-112 46Q0 78 112 46V58Q0 90 -112 58ZM-112 104Q0 136 112 104V116Q0 148 -112 116Z',
    ),
  ) +
  line(butter, 7, 'M0 -84V166') +
  [-40, 18, 76, 134].map((y) => cut(butter, circle(0, y, 9))).join('') +
  cut(cream, rect(-206, 84, 66, 30, 13), rect(140, 84, 66, 30, 13)) +
  cut(terracotta, rect(-92, 96, 62, 46, 8), rect(30, 96, 62, 46, 8))

/** Folded, with a stripe and a stitched edge. */
const folded = (y: number, half: number, colour: string, stripe: string) =>
  at(
    0,
    y,
    cut(colour, rect(-half, -34, half * 2, 68, 26)) +
      flat(stripe, rect(-half, -8, half * 2, 14)) +
      line('#ffffff66', 4, `M${-half + 26} 20H${half - 26}`),
  )

export const babyBlanket = () =>
  folded(122, 186, white, blush) +
  folded(58, 176, '#fdeef3', pink) +
  at(
    0,
    -40,
    cut(white, path('M-150 60C-166 -30 -90 -90 0 -90S166 -30 150 60Z')) +
      dashed(pink, 6, 'M-120 44C-130 -20 -70 -66 0 -66S130 -20 120 44') +
      cut(peony, path(heart(70))),
  ) +
  at(150, -120, cut(butter, path('M40 -40A54 54 0 1 0 40 40A40 40 0 1 1 40 -40Z'))) +
  flat(amber, circle(-170, -120, 9), circle(-140, -160, 6), circle(190, -40, 7))

export const throwBlanket = () =>
  cut(violet, path('M-190 -10Q-190 -110 -130 -110H130Q190 -110 190 -10V60H-190Z')) +
  cut(plum, path('M-226 10Q-226 -30 -190 -30T-154 10V70H154V10Q154 -30 190 -30T226 10V150H-226Z')) +
  cut(plum, rect(-200, 140, 40, 36, 6), rect(160, 140, 40, 36, 6)) +
  cut(violet, rect(-150, 50, 300, 60, 20)) +
  cut(butter, path('M-40 -122L120 -122L150 130L-10 140Z')) +
  line(amber, 9, 'M-28 -80L126 -82M-22 -30L132 -32M-16 24L138 20M-10 80L146 76') +
  line(brick, 7, 'M10 -120L34 136M60 -120L88 132') +
  line(amber, 7, 'M-6 140V168M24 140V166M54 138V166M84 136V164M114 134V162M142 132V160')

export const bed = () =>
  cut('#8a5a35', path('M-210 -120Q-210 -150 -180 -150H180Q210 -150 210 -120V60H-210Z')) +
  flat('#a9713f', rect(-186, -126, 372, 80, 14)) +
  cut(white, rect(-166, -76, 150, 84, 30), rect(16, -76, 150, 84, 30)) +
  line(lilac, 5, 'M-140 -20Q-90 0 -44 -20M42 -20Q92 0 138 -20') +
  cut(sage, path('M-214 0H214V140H-214Z')) +
  cut(fern, path('M-214 0H214V44C150 70 90 30 0 52S-150 30 -214 52Z')) +
  [-150, -90, -30, 30, 90, 150]
    .map((x, index) => at(x, 100 - (index % 2) * 16, flat(index % 2 ? peony : white, path(scallop(14, 6)))))
    .join('') +
  cut('#8a5a35', rect(-226, 136, 452, 26, 8), rect(-210, 156, 30, 26, 6), rect(180, 156, 30, 26, 6))

export const hotWaterBottle = () =>
  cut('#8f1a47', rect(-34, -190, 68, 70, 12)) +
  cut(ink, rect(-24, -206, 48, 30, 8)) +
  cut(
    peony,
    path(
      'M-60 -130H60C70 -100 130 -100 130 -40V120Q130 176 74 176H-74Q-130 176 -130 120V-40C-130 -100 -70 -100 -60 -130Z',
    ),
  ) +
  line(blush, 9, zigzag(-122, 122, -20, 22)) +
  line(white, 7, zigzag(-126, 126, 130, 18)) +
  at(0, 48, cut(cream, path(heart(96)))) +
  strip(cream, 15, 'M-56 -104Q0 -84 56 -104') +
  at(30, -96, mirrored(cut(cream, path('M0 0C-30 -24 -44 10 0 6Z'))) + line(cream, 7, 'M0 4L-14 40M0 4L16 38'))
