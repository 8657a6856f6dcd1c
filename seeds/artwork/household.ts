import { bow } from './bunches.ts'
import { berries, blade, daisy, frond, sprig, tulip } from './flowers.ts'
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
  night,
  path,
  peony,
  pink,
  plum,
  polar,
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

export const birdBox = () =>
  strip('#8a5a35', 26, 'M0 -40V200') +
  at(-40, 150, blade(150, 44), { turn: -50 }) +
  at(40, 130, blade(140, 42), { turn: 56 }) +
  cut('#d9a45c', path('M-104 -110H104V110H-104Z')) +
  flat('#c48d45', path('M-104 -110H-64V110H-104Z')) +
  cut(leaf, path('M-150 -96L0 -190L150 -96L132 -66L0 -150L-132 -66Z')) +
  cut(ink, circle(10, -20, 44)) +
  at(
    6,
    -14,
    cut('#6f9fc0', circle(0, 4, 30)) +
      flat(butter, circle(6, 14, 17)) +
      flat(ink, circle(12, -4, 5)) +
      flat(amber, path('M22 0L44 6L22 13Z')),
  ) +
  cut('#8a5a35', rect(-6, 56, 32, 12, 6)) +
  line('#b97c2c', 5, 'M-64 -60V100M84 -60V100')

export const wreath = () => {
  const ring = Array.from({ length: 22 }, (_, index) => {
    const turn = (360 / 22) * index
    const [x, y] = polar(turn, 128)
    return at(x, y, index % 3 === 0 ? blade(86, 26, mint, fern) : index % 3 === 1 ? blade(92, 30) : sprig(96, 3), {
      turn: turn + 62,
    })
  })
  const flowers = [20, 70, 130, 230, 285, 335].map((turn, index) => {
    const [x, y] = polar(turn, 128)
    return at(
      x,
      y,
      [
        daisy(30),
        berries(70),
        at(0, 0, cut(amber, path(scallop(26, 8))) + flat(butter, circle(0, 0, 12))),
        daisy(26, { petal: blush }),
        berries(64, { colour: brick }),
        at(0, 0, cut(peony, path(scallop(24, 8))) + flat(rose, circle(0, 0, 11))),
      ][index]!,
      { turn },
    )
  })
  return ring.join('') + flowers.join('') + at(0, 134, bow(peony, '#8f1a47'), { scale: 0.84 })
}

export const flask = () =>
  at(
    -30,
    0,
    cut(steel, rect(-66, -110, 132, 290, 20)) +
      flat('#cfc6d8', rect(-48, -96, 24, 262, 12)) +
      cut(leaf, rect(-66, -20, 132, 110)) +
      at(0, 36, cut(cream, path('M-44 30L-12 -30L6 4L20 -14L48 30Z'))) +
      cut(leaf, path('M-54 -120L-44 -180H44L54 -120Z')) +
      flat('#124d37', rect(-60, -126, 120, 20, 8)),
  ) +
  at(
    122,
    120,
    cut(leaf, path('M-50 -50H50L40 50Q38 58 28 58H-28Q-38 58 -40 50Z')) +
      flat('#5d3a26', ellipse(0, -46, 46, 12)) +
      strip(white, 9, 'M-14 -76C-30 -96 0 -110 -14 -134M14 -76C-2 -96 28 -110 14 -134'),
  )

export const headTorch = () =>
  flat('#fdf0d2', path('M40 20L236 -110V170Z')) +
  flat(butter, path('M40 20L200 -50V100Z')) +
  strip(brick, 30, 'M-150 -10C-150 -120 60 -130 66 -30') +
  strip(brick, 30, 'M-150 10C-140 90 30 100 60 60') +
  line(terracotta, 8, 'M-148 -14C-146 -112 54 -122 62 -32') +
  cut(ink, rect(-10, -40, 96, 116, 20)) +
  cut(steel, circle(58, 18, 52)) +
  flat(butter, circle(62, 18, 38)) +
  flat(white, circle(52, 6, 13)) +
  cut(amber, rect(10, -52, 36, 18, 7)) +
  at(-150, -140, flat(butter, path(star(17)))) +
  flat(butter, circle(-190, -90, 7), circle(120, -160, 8))

export const houseplant = () =>
  [-70, -42, -16, 12, 40, 68]
    .map((turn, index) =>
      at(
        0,
        50,
        strip(leaf, 7, 'M0 0V-130') +
          at(
            0,
            -110,
            cut(index % 2 ? fern : mint, path('M0 0C-60 -20 -64 -90 0 -120C64 -90 60 -20 0 0Z')) +
              line(index % 2 ? leaf : fern, 5, 'M0 0V-96M0 -40L-24 -58M0 -40L24 -58'),
          ),
        { turn, scale: index % 2 ? 1.04 : 0.86 },
      ),
    )
    .join('') +
  cut(terracotta, path('M-96 60H96L72 172Q70 182 58 182H-58Q-70 182 -72 172Z')) +
  cut('#df8a66', rect(-110, 36, 220, 46, 12)) +
  line(butter, 7, 'M-80 116Q-40 132 0 116T80 116')

const packet = (x: number, y: number, turn: number, colour: string, picture: string) =>
  at(x, y, cut('#f3dfbf', rect(-52, -80, 104, 150, 6)) + flat(colour, rect(-52, -80, 104, 34)) + at(0, 14, picture), {
    turn,
  })

export const seedBox = () =>
  packet(-132, -50, -14, brick, cut(brick, circle(0, 4, 26)) + line(leaf, 6, 'M0 -20V-32')) +
  packet(-44, -76, -4, amber, cut(terracotta, path('M0 40C-20 0 -16 -20 0 -34C16 -20 20 0 0 40Z'))) +
  packet(46, -76, 5, leaf, at(0, 30, blade(64, 30))) +
  packet(134, -50, 14, plum, at(0, 4, daisy(32))) +
  cut(kraft, path('M-212 10H212L198 162Q196 174 182 174H-182Q-196 174 -198 162Z')) +
  flat(kraftDark, rect(-212, 10, 424, 26)) +
  line(kraftDark, 6, 'M-100 36V174M0 36V174M100 36V174') +
  at(-150, 110, blade(56, 24)) +
  at(-50, 110, blade(56, 24, mint, fern)) +
  at(50, 110, blade(56, 24)) +
  at(150, 110, blade(56, 24, mint, fern))

export const tomatoes = () =>
  [-110, 0, 110]
    .map((x, index) =>
      at(
        x,
        70,
        strip('#8a5a35', 8, 'M14 20V-250') +
          strip(leaf, 8, 'M0 0C-20 -60 24 -120 0 -220') +
          [-50, -100, -150, -200].map((y, step) => at(0, y, blade(80, 30), { turn: step % 2 ? 60 : -60 })).join('') +
          cut(brick, circle(-30, -66 - index * 12, 25), circle(34, -124, 23)) +
          cut(amber, circle(-26, -172, 19)) +
          flat('#d2604a', circle(-38, -74 - index * 12, 8), circle(26, -132, 7)),
      ),
    )
    .join('') +
  cut(peony, path('M-206 60H206L192 166Q190 178 176 178H-176Q-190 178 -192 166Z')) +
  flat('#8f1a47', rect(-206, 60, 412, 24))

const flame = (scale = 1) =>
  at(
    0,
    0,
    cut(amber, path('M0 20C-34 8 -26 -26 -6 -54C-2 -34 12 -36 14 -60C38 -26 36 12 0 20Z')) +
      flat(butter, path('M0 16C-18 8 -14 -12 -2 -24C0 -12 8 -14 8 -26C20 -8 18 12 0 16Z')),
    { scale },
  )

export const candle = () =>
  at(0, -96, flame(1.2)) +
  line(ink, 7, 'M0 -72V-40') +
  cut(cream, ellipse(0, -34, 110, 24)) +
  `<g opacity=".9">${cut('#f3e8dc', path('M-118 -44H118V140Q118 166 92 166H-92Q-118 166 -118 140Z'))}</g>` +
  flat('#fdf6ea', path('M-110 -34H110V138Q110 158 92 158H-92Q-110 158 -110 138Z')) +
  cut(leaf, rect(-118, 10, 236, 96)) +
  at(0, 94, frond(84, { colour: mint, fold: sage })) +
  at(-60, 92, blade(56, 20, mint, sage), { turn: -20 }) +
  at(60, 92, blade(56, 20, mint, sage), { turn: 20 }) +
  at(-184, 170, sprig(150, 4), { turn: -14 }) +
  at(180, 160, cut(plum, path('M0 -50C-50 -30 -50 30 0 34C50 30 50 -30 0 -50Z')) + cut(leaf, rect(-6, -66, 12, 24, 4)))

export const bathSalts = () =>
  at(
    -70,
    10,
    `${cut('#8a5a35', rect(-66, -170, 132, 44, 14))}<g opacity=".95">${cut('#f6eef2', path('M-62 -126H62C92 -110 92 -90 92 -66V130Q92 160 62 160H-62Q-92 160 -92 130V-66C-92 -90 -92 -110 -62 -126Z'))}</g>${flat(pink, path('M-86 -20H86V128Q86 154 62 154H-62Q-86 154 -86 128Z'))}${flat(white, circle(-50, 20, 6), circle(20, 0, 5), circle(54, 40, 6), circle(-20, 130, 6), circle(40, 120, 5), circle(-60, 110, 5))}${cut(cream, rect(-56, 34, 112, 66, 8))}${at(0, 92, sprig(54, 3))}`,
  ) +
  at(
    120,
    110,
    cut(mint, rect(-86, -40, 172, 90, 26)) + flat('#d3e8dc', rect(-60, -22, 120, 50, 16)) + at(0, 22, blade(44, 16)),
    { turn: -6 },
  ) +
  [
    [70, -20, 20],
    [120, -60, 28],
    [176, -10, 17],
    [160, -110, 13],
  ]
    .map(
      ([x, y, r]) => cut('#ffffffdd', circle(x!, y!, r!)) + flat(lilac, circle(x! - r! * 0.3, y! - r! * 0.3, r! * 0.2)),
    )
    .join('')

export const quietBox = () =>
  at(-132, -40, candle(), { scale: 0.5 }) +
  at(-26, -50, bathSalts(), { scale: 0.44 }) +
  at(
    96,
    -40,
    cut(leaf, rect(-42, -70, 84, 140, 10)) + cut('#124d37', rect(-48, -90, 96, 30, 10)) + at(0, 30, blade(60, 24)),
  ) +
  at(172, 0, cut(peony, rect(-34, -64, 68, 100, 20)) + flat(blush, rect(-34, -40, 68, 15), rect(-34, -12, 68, 15))) +
  cut(violet, path('M-218 24H218V160Q218 176 202 176H-202Q-218 176 -218 160Z')) +
  flat(plum, rect(-218, 24, 436, 24)) +
  cut(butter, rect(-26, 24, 52, 152)) +
  at(0, 66, bow(butter, amber), { scale: 0.84 })

/** A new pane, and a robin to look in. */
export const mendedWindow = () =>
  cut(cream, rect(-150, -186, 300, 330, 10)) +
  flat(
    '#a9c8dc',
    rect(-124, -160, 114, 134, 4),
    rect(10, -160, 114, 134, 4),
    rect(-124, -2, 114, 122, 4),
    rect(10, -2, 114, 122, 4),
  ) +
  flat('#d3e4ee', path('M-124 -80L-44 -160H-10L-124 -46Z'), path('M10 60L72 -2H104L10 92Z')) +
  cut(peony, path('M-178 -200H-96C-100 -110 -130 -60 -178 -40Z'), path('M178 -200H96C100 -110 130 -60 178 -40Z')) +
  cut('#8a5a35', rect(-196, -212, 392, 22, 10)) +
  cut(kraft, rect(-184, 138, 368, 30, 8)) +
  at(
    -90,
    140,
    cut(terracotta, path('M-40 -56H40L30 0H-30Z')) +
      at(0, -50, tulip(60)) +
      at(0, -50, blade(60, 18), { turn: -40 }) +
      at(0, -50, blade(60, 18), { turn: 40 }),
  ) +
  at(
    84,
    112,
    cut('#8a5a35', path('M-46 26C-56 -20 -16 -44 14 -36C44 -28 48 10 20 28Z')) +
      flat(brick, path('M14 -30C40 -24 40 8 18 20C4 4 2 -16 14 -30Z')) +
      flat(ink, circle(20, -20, 5)) +
      cut(amber, path('M38 -18L60 -12L38 -4Z')) +
      cut('#6d4426', path('M-40 10L-84 -6L-44 26Z')),
  )

/** A bulb, lit, with a plug. */
export const bulb = () =>
  at(
    0,
    -56,
    around(10, () => line(amber, 11, 'M0 -138V-164')),
  ) +
  cut(butter, path('M-60 76C-60 30 -116 10 -116 -56C-116 -124 -64 -168 0 -168S116 -124 116 -56C116 10 60 30 60 76Z')) +
  flat('#fff3d6', path('M-50 -120C-84 -100 -92 -66 -84 -34C-70 -70 -64 -90 -30 -120Z')) +
  line(terracotta, 8, 'M-34 76V0L-14 -24L0 0L14 -24L34 0V76') +
  cut(steel, rect(-62, 72, 124, 34, 10), rect(-54, 104, 108, 32, 10)) +
  cut(ink, path('M-34 136H34L20 162H-20Z'))

export const meterKey = () =>
  at(
    -40,
    0,
    cut('#e9e3ee', rect(-130, -170, 260, 336, 20)) +
      cut(night, rect(-100, -136, 200, 84, 10)) +
      flat(
        mint,
        rect(-80, -114, 22, 40, 4),
        rect(-48, -114, 22, 40, 4),
        rect(-8, -114, 22, 40, 4),
        rect(24, -114, 22, 40, 4),
      ) +
      flat(mint, circle(6, -76, 4)) +
      cut(white, circle(0, 30, 56)) +
      line(ink, 8, 'M0 30L30 -4') +
      at(
        0,
        30,
        around(9, () => line(steel, 5, 'M0 -42V-50')),
      ) +
      cut(amber, rect(-90, 116, 60, 28, 8), rect(-16, 116, 60, 28, 8)),
  ) +
  at(
    140,
    70,
    cut(peony, path('M-36 -90H36V20L20 40V110L0 130L-20 110V40L-36 20Z')) +
      flat('#8f1a47', rect(-20, -70, 40, 60, 6)) +
      flat(butter, path('M6 -62L-12 -36H0L-6 -16L14 -44H2Z')),
    { turn: 16 },
  )

export const plug = () =>
  strip(ink, 26, 'M0 110C0 170 80 150 110 196') +
  cut(steel, rect(-66, -160, 28, 96, 10), rect(38, -160, 28, 96, 10)) +
  cut(amber, path('M-120 -76H120V-10C120 70 60 120 0 120S-120 70 -120 -10Z')) +
  flat('#b5781a', rect(-120, -76, 240, 28)) +
  cut(cream, path('M24 -30L-40 36H-4L-20 84L42 14H6Z'))

export const leafHouse = () =>
  cut(terracotta, path('M-140 -10L0 -140L140 -10V150H-140Z')) +
  cut(brick, path('M-176 0L0 -166L176 0L152 26L0 -116L-152 26Z')) +
  cut(cream, path('M-40 150V60Q-40 20 0 20T40 60V150Z')) +
  at(0, 136, blade(96, 36))
