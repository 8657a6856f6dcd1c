import { bouquet, bow } from './bunches.ts'
import { blade, daisy, eucalyptus, frond, sprig } from './flowers.ts'
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
  sage,
  scallop,
  star,
  steel,
  strip,
  terracotta,
  violet,
  white,
} from './paper.ts'
import { petal, pool } from './rest.ts'

const sea = '#6f9fc0'
const deep = '#3f6f94'
const foam = '#cfe3ee'

const stars = (list: readonly (readonly [number, number, number])[]) =>
  list.map(([x, y, size]) => at(x, y, flat(butter, path(star(size))))).join('')

export const tent = () =>
  cut(butter, path('M70 -190A62 62 0 1 0 140 -110A48 48 0 1 1 70 -190Z')) +
  stars([
    [-170, -120, 15],
    [-90, -170, 11],
    [0, -150, 9],
    [190, -60, 11],
  ]) +
  at(-190, 120, cut(leaf, path('M-60 40L0 -170L60 40Z'))) +
  at(-130, 130, cut(fern, path('M-46 30L0 -120L46 30Z'))) +
  cut(terracotta, path('M0 -90L190 136H-190Z')) +
  flat(brick, path('M0 -90L190 136H70Z')) +
  cut(butter, path('M0 -30L66 136H-66Z')) +
  flat(amber, path('M0 -30L66 136H20Z')) +
  line(kraftDark, 6, 'M-190 136L-226 158M190 136L226 158') +
  cut(fern, path('M-236 140Q0 118 236 140V176H-236Z'))

export const kayak = () =>
  cut(butter, circle(110, -110, 56)) +
  cut(mint, path('M-230 10C-150 -80 -80 -70 -10 0C60 -60 160 -60 230 10Z')) +
  cut(sea, path('M-236 20Q-176 -6 -118 20T0 20T118 20T236 20V130C150 190 -150 190 -236 130Z')) +
  cut(peony, path('M-196 40C-110 30 110 30 196 40C150 110 -150 110 -196 40Z')) +
  flat('#8f1a47', path('M-52 44C-30 36 30 36 52 44C40 62 -40 62 -52 44Z')) +
  at(
    0,
    10,
    cut(amber, path('M-36 30C-40 -30 -20 -52 0 -52S40 -30 36 30Z')) +
      cut('#e2b07e', circle(0, -80, 32)) +
      cut(leaf, path('M-36 -84C-36 -124 36 -124 36 -84Z')),
  ) +
  at(
    0,
    0,
    strip(kraftDark, 11, 'M-150 -40L150 30') +
      cut(kraft, path('M-150 -30L-206 -74L-176 -84L-136 -52Z')) +
      cut(kraft, path('M150 20L206 64L176 74L136 42Z')),
  ) +
  cut(foam, path('M-230 96Q-176 74 -118 96T0 96T118 96T230 96C180 180 -180 180 -230 96Z')) +
  line(white, 7, 'M-120 130Q-90 116 -60 130M40 136Q70 122 100 136')

export const telescope = () =>
  stars([
    [-190, -60, 14],
    [-130, -150, 20],
    [-40, -110, 10],
    [180, -150, 13],
    [206, -50, 9],
  ]) +
  at(150, -96, cut(butter, circle(0, 0, 40)) + at(0, 0, line(amber, 9, 'M-66 14C-30 30 30 10 64 -18'), { turn: 4 })) +
  strip(kraftDark, 15, 'M0 40L-80 176M0 40L80 176M0 40V176') +
  at(
    0,
    20,
    cut(plum, rect(-130, -36, 190, 72, 14)) +
      cut(violet, rect(40, -46, 96, 92, 12)) +
      cut(amber, rect(-150, -26, 34, 52, 8), rect(130, -52, 22, 104, 8)) +
      flat('#43284a', rect(-130, 12, 190, 24)),
    { turn: -28 },
  )

/** A window over a bay, with a lighthouse. */
export const seaStay = () =>
  cut(cream, path('M-176 176V-60C-176 -150 -90 -196 0 -196S176 -150 176 -60V176Z')) +
  flat('#e6f1f7', path('M-150 176V-56C-150 -134 -76 -172 0 -172S150 -134 150 -56V176Z')) +
  flat(butter, circle(70, -70, 40)) +
  flat(sea, path('M-150 30Q-110 14 -72 30T0 30T76 30T150 30V176H-150Z')) +
  flat(deep, path('M-150 90Q-110 74 -72 90T0 90T76 90T150 90V176H-150Z')) +
  at(
    -78,
    40,
    flat('#7d7190', path('M-60 10C-40 -20 40 -20 62 10Z')) +
      flat(white, path('M-18 -6L-11 -110H11L18 -6Z')) +
      flat(brick, path('M-15 -46L-13 -76H13L15 -46Z')) +
      flat(ink, rect(-15, -130, 30, 20, 3)) +
      flat(amber, rect(-7, -128, 14, 16)),
  ) +
  at(60, 70, flat(cream, path('M0 -70L50 0H0Z'), path('M-8 -56V0H-44Z')) + flat(peony, path('M-60 6H66L44 32H-40Z'))) +
  mirrored(cut(peony, path('M-190 -190H-110C-110 -60 -130 60 -190 100Z'))) +
  cut(kraft, rect(-214, 166, 428, 28, 8))

export const hillStay = () =>
  cut(butter, circle(-90, -110, 50)) +
  cut(lilac, path('M-236 60L-120 -110L-40 -10L60 -150L236 60V110H-236Z')) +
  flat(
    white,
    path('M60 -150L104 -96L76 -104L56 -84L36 -102L22 -96Z'),
    path('M-120 -110L-86 -66L-112 -74L-132 -58L-148 -70Z'),
  ) +
  cut(mint, path('M-236 70C-150 10 -60 20 0 60S160 20 236 70V176H-236Z')) +
  cut(cream, path('M-60 30L20 -40L100 30V130H-60Z')) +
  cut(brick, path('M-84 36L20 -62L124 36L106 54L20 -26L-66 54Z')) +
  cut(terracotta, rect(68, -66, 28, 60)) +
  flat(amber, rect(-34, 50, 34, 34, 4), rect(40, 50, 34, 34, 4)) +
  cut(leaf, rect(4, 78, 32, 52, 4)) +
  cut(fern, path('M-236 120C-140 90 -40 120 40 130S170 100 236 116V180H-236Z')) +
  at(-150, 130, cut(leaf, path('M-40 30L0 -120L40 30Z'))) +
  at(176, 130, cut(leaf, path('M-36 30L0 -100L36 30Z'))) +
  strip(white, 10, 'M82 -80C66 -104 100 -118 84 -144')

const smallFish = (colour: string) =>
  cut(colour, path('M-40 0C-24 -28 20 -28 36 0C20 28 -24 28 -40 0Z'), path('M30 0L62 -24V24Z')) +
  flat(white, circle(-22, -6, 7)) +
  flat(ink, circle(-23, -6, 3))

export const aquarium = () =>
  cut(deep, rect(-214, -160, 428, 310, 26)) +
  flat(sea, rect(-196, -142, 392, 274, 16)) +
  flat('#a9c8dc', path('M-196 -142H-60L-140 132H-196Z')) +
  [-150, -96, 150]
    .map((x, index) => at(x, 128, strip(index === 1 ? mint : leaf, 15, 'M0 0C-26 -40 26 -70 0 -116S20 -170 0 -190')))
    .join('') +
  at(-20, -50, smallFish(amber), { scale: 1.2 }) +
  at(96, -86, smallFish(peony), { scale: 0.8, flip: true }) +
  at(70, 10, smallFish(butter), { scale: 1, flip: true }) +
  at(-110, 40, smallFish(rose), { scale: 0.7 }) +
  at(
    40,
    124,
    cut(terracotta, path('M-60 6C-60 -20 -40 -30 -40 -60Q-20 -70 -14 -40C-10 -70 10 -90 20 -60C24 -40 40 -40 60 6Z')),
  ) +
  at(-40, 120, cut(brick, path(star(26)))) +
  flat(white, circle(-60, -100, 7), circle(-50, -120, 5), circle(130, 20, 6), circle(140, 0, 4)) +
  cut(kraft, rect(-228, 140, 456, 30, 8))

const penguin = (bow_: string) =>
  mirrored(cut(night, path('M-70 -40C-120 0 -130 60 -110 96C-90 80 -76 40 -66 10Z'))) +
  cut(night, path('M0 -170C-70 -170 -90 -100 -90 -20C-90 80 -70 150 0 150S90 80 90 -20C90 -100 70 -170 0 -170Z')) +
  flat(
    white,
    path('M0 -96C-40 -140 -70 -100 -50 -60C-74 -20 -70 130 0 138C70 130 74 -20 50 -60C70 -100 40 -140 0 -96Z'),
  ) +
  flat(ink, circle(-24, -90, 9), circle(24, -90, 9)) +
  cut(amber, path('M-20 -74H20L0 -48Z')) +
  cut(amber, ellipse(-36, 154, 36, 14), ellipse(36, 154, 36, 14)) +
  at(0, -30, mirrored(cut(bow_, path('M0 0C-16 -22 -46 -20 -44 0S-16 22 0 0Z'))))

export const penguins = () =>
  cut('#e6f1f7', path('M-236 140C-150 100 150 100 236 140C190 200 -190 200 -236 140Z')) +
  at(-84, 0, penguin(peony), { scale: 0.92, turn: -4 }) +
  at(96, 46, penguin(amber), { scale: 0.68, turn: 6 }) +
  at(196, 130, smallFish(sea), { scale: 0.7 }) +
  flat('#a9c8dc', circle(-200, -120, 9), circle(180, -140, 8), circle(30, -170, 7), circle(-20, -120, 5))

export const shark = () =>
  flat(foam, path('M-230 -120C-100 -150 100 -150 230 -120V160C100 190 -100 190 -230 160Z')) +
  cut(steel, path('M-206 20C-120 -70 60 -90 150 -30L214 -90C206 -40 206 20 224 70L146 24C60 90 -120 80 -206 20Z')) +
  flat(white, path('M-206 20C-110 40 40 50 146 24C60 90 -120 80 -206 20Z')) +
  cut('#7d7190', path('M-20 -68C-10 -120 30 -150 70 -150C56 -110 60 -80 66 -58Z')) +
  cut('#7d7190', path('M-30 56C-40 96 -20 120 10 136C10 106 20 80 30 60Z')) +
  flat(ink, circle(-128, -14, 9)) +
  line('#7d7190', 6, 'M-84 -20V20M-64 -26V24M-44 -30V26') +
  line(ink, 6, 'M-196 30Q-160 40 -130 34') +
  at(120, 130, smallFish(amber), { scale: 0.5 }) +
  at(-120, -110, smallFish(peony), { scale: 0.5 }) +
  at(
    -60,
    140,
    cut(plum, rect(-90, -18, 180, 44, 22)) +
      cut('#e2b07e', circle(-86, -2, 24)) +
      flat(ink, path('M-110 -8C-104 -34 -68 -34 -62 -8Z')),
  )

export const seahorse = () =>
  cut(
    amber,
    path(
      'M20 -160C-50 -170 -80 -110 -60 -70L-124 -50L-118 -24L-50 -30C-80 20 -60 60 -20 80C10 100 0 140 -30 136C-56 132 -56 104 -40 96C-80 90 -90 150 -46 168C20 186 66 130 40 70C96 20 90 -60 70 -90C80 -130 60 -156 20 -160Z',
    ),
  ) +
  flat(butter, path('M-40 -20C-56 20 -36 50 0 64C30 20 30 -30 10 -60C-10 -50 -30 -40 -40 -20Z')) +
  cut(terracotta, path('M60 -60L118 -40L110 10L64 20Z')) +
  flat(ink, circle(-10, -104, 10)) +
  line(terracotta, 7, 'M20 -160L34 -186M50 -148L74 -168')

export const mountain = () =>
  cut(steel, path('M-170 120L-20 -130L60 -10L96 -60L176 120Z')) +
  flat(white, path('M-20 -130L26 -62L4 -70L-14 -40L-40 -66L-58 -66Z'), path('M96 -60L124 0L104 -8L92 10L72 -26Z')) +
  at(-90, -130, cut(amber, path(star(46, 8, 0.5)))) +
  cut(leaf, path('M-190 120C-110 70 110 70 190 120C150 170 -150 170 -190 120Z'))

export const facial = () =>
  at(
    -60,
    30,
    cut(rose, path('M-116 -20H116V90Q116 126 80 126H-80Q-116 126 -116 90Z')) +
      flat(pink, rect(-116, 20, 232, 46)) +
      cut(cream, ellipse(0, -20, 116, 34)) +
      flat(white, path('M-70 -30C-30 -60 50 -50 60 -20C20 0 -50 -4 -70 -30Z')),
  ) +
  at(60, -110, cut(cream, rect(-104, -28, 208, 60, 18)) + flat(blush, rect(-104, 8, 208, 24, 12)), { turn: 14 }) +
  at(
    150,
    90,
    cut('#f6eef2', path('M-34 -60H34L54 -20V90Q54 106 38 106H-38Q-54 106 -54 90V-20Z')) +
      flat(pink, path('M-46 20H46V88Q46 98 36 98H-36Q-46 98 -46 88Z')) +
      cut(amber, rect(-22, -104, 44, 48, 8)),
  ) +
  at(-190, 140, cut(rose, petal(26, 70)), { turn: -50 }) +
  at(-160, 160, cut(pink, petal(22, 60)), { turn: 30 }) +
  at(30, 176, cut(rose, petal(22, 58)), { turn: 80 })

export const spaForTwo = () =>
  at(0, 10, pool(), { scale: 0.86 }) +
  mirrored(
    at(
      -176,
      -30,
      strip(kraftDark, 8, 'M0 -110V-90') +
        cut(rose, path('M-40 -90L0 -104L40 -90L60 40L34 46V110H-34V46L-60 40Z')) +
        line(blush, 9, 'M-16 -96L6 20M16 -96L-6 20M-34 24H34'),
    ),
  )

/** What stood in a field this morning. */
export const meadow = () => {
  const corn = () => cut('#5f7fc0', path(scallop(36, 8))) + flat('#3f5aa0', path(scallop(19, 7)))
  const poppy = () => cut(brick, path(scallop(42, 6))) + flat(ink, circle(0, 0, 13))
  const flowers = [
    daisy(46),
    corn(),
    poppy(),
    daisy(40),
    corn(),
    daisy(44, { petal: butter }),
    poppy(),
    daisy(38),
    corn(),
  ]
  const stem = (turn: number, length: number, flower: string) =>
    at(0, 160, strip(leaf, 6, `M0 0V${-length}`) + at(0, -length, flower), { turn })
  return (
    [-46, -24, 0, 24, 46].map((turn) => at(0, 150, frond(210), { turn })).join('') +
    flowers.map((flower, index) => stem(-48 + index * 12, 230 + (index % 3) * 44, flower)).join('') +
    at(0, 130, bow(amber, '#b5781a'), { scale: 0.7 })
  )
}

const sunflower = (radius: number) =>
  cut(
    amber,
    around(16, () =>
      path(
        `M0 ${-radius}C${-radius * 0.24} ${-radius * 0.8} ${-radius * 0.2} ${-radius * 0.5} 0 ${-radius * 0.4}C${radius * 0.2} ${-radius * 0.5} ${radius * 0.24} ${-radius * 0.8} 0 ${-radius}Z`,
      ),
    ),
  ) +
  cut('#5d3a26', circle(0, 0, radius * 0.5)) +
  flat('#8a5a35', circle(0, 0, radius * 0.36)) +
  dashed('#5d3a26', 7, `M0 ${-radius * 0.22}A${radius * 0.22} ${radius * 0.22} 0 1 0 0.1 ${-radius * 0.22}`)

export const sunflowers = () =>
  [
    [-40, 240],
    [-20, 290],
    [0, 250],
    [20, 296],
    [40, 236],
  ]
    .map(([turn, length]) =>
      at(
        0,
        190,
        strip(leaf, 11, `M0 0V${-length!}`) +
          at(0, -length! * 0.5, blade(90, 34), { turn: turn! > 0 ? 60 : -60 }) +
          at(0, -length!, sunflower(72), { turn: -turn! }),
        { turn: turn! },
      ),
    )
    .join('') +
  cut(sea, path('M-80 60H80C96 90 100 130 84 176Q80 186 66 186H-66Q-80 186 -84 176C-100 130 -96 90 -80 60Z')) +
  flat('#a9c8dc', path('M-56 74C-72 110 -72 140 -62 172H-40C-52 140 -50 104 -36 74Z'))

export const monthly = () =>
  at(-84, 14, bouquet(1, cream, sage), { scale: 0.86, turn: -8 }) +
  at(
    126,
    30,
    cut(white, rect(-84, -84, 168, 150, 14)) +
      flat(peony, path('M-84 -50V-70Q-84 -84 -70 -84H70Q84 -84 84 -70V-50Z')) +
      [0, 1, 2, 3]
        .map((column) =>
          [0, 1, 2]
            .map((row) =>
              (column + row) % 4 === 1
                ? at(-54 + column * 36, -26 + row * 32, daisy(15))
                : flat(lilac, circle(-54 + column * 36, -26 + row * 32, 7)),
            )
            .join(''),
        )
        .join(''),
  )

export const larkspur = () =>
  strip(leaf, 11, 'M0 180V-150') +
  [-140, -100, -60, -20, 20, 60]
    .map((y, index) =>
      at(
        index % 2 ? 22 : -22,
        y,
        cut(index % 2 ? violet : plum, path(scallop(30 + index * 3, 5))) + flat(lilac, circle(0, 0, 9)),
      ),
    )
    .join('') +
  at(0, 150, blade(130, 36), { turn: -50 }) +
  at(0, 140, blade(130, 36), { turn: 50 })

export const bird = () =>
  cut('#5f7fc0', path('M-150 30C-140 -70 -50 -110 30 -80C70 -120 130 -90 120 -40C110 60 20 120 -60 100L-190 130Z')) +
  flat(butter, path('M60 -70C110 -60 110 10 40 70C0 90 -40 80 -60 60C0 50 50 0 60 -70Z')) +
  cut('#3f5aa0', path('M-120 20C-60 -50 20 -40 40 0C10 60 -60 70 -120 20Z')) +
  flat(ink, circle(84, -64, 10)) +
  cut(amber, path('M116 -60L176 -46L114 -28Z')) +
  line(leaf, 7, 'M120 -36Q160 10 190 0') +
  at(186, 0, daisy(34))

export const moonHarbour = () =>
  cut(butter, path('M40 -170A150 150 0 1 0 150 60A120 120 0 1 1 40 -170Z')) +
  at(70, -40, cut(white, path(star(30)))) +
  cut(plum, path('M-130 100Q-100 84 -66 100T0 100T66 100T130 100V140C60 170 -60 170 -130 140Z'))

export const crocus = () =>
  at(-50, 150, blade(230, 22), { turn: -18 }) +
  at(50, 150, blade(230, 22), { turn: 18 }) +
  strip(leaf, 13, 'M0 170V30') +
  cut(plum, path('M-100 -60C-110 40 -40 80 0 80S110 40 100 -60C60 -50 40 -20 0 30C-40 -20 -60 -50 -100 -60Z')) +
  cut(violet, path('M0 -150C-70 -90 -60 40 0 74C60 40 70 -90 0 -150Z')) +
  line(brick, 9, 'M0 20V-84M0 -10L-26 -90M0 -10L26 -90') +
  cut(brick, circle(-26, -94, 9), circle(0, -90, 9), circle(26, -94, 9))

export const sundial = () =>
  cut(steel, circle(0, 0, 160)) +
  flat('#cfc6d8', circle(0, 0, 136)) +
  around(12, (index) => (index % 3 ? line(steel, 7, 'M0 -112V-126') : line(ink, 10, 'M0 -104V-128'))) +
  flat('#9a8fa6', path('M0 0L110 60L96 80Z')) +
  cut(amber, path('M-12 10L0 -100L14 10Z')) +
  cut(ink, circle(0, 6, 17)) +
  at(-130, 140, eucalyptus(110), { turn: -40 }) +
  at(130, 140, sprig(110, 3), { turn: 40 })
