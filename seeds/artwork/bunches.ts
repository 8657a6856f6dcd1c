import {
  berries,
  blade,
  daisy,
  eucalyptus,
  frond,
  goldPeony,
  peonyFlower,
  sprig,
  tulip,
  whitePeony,
} from './flowers.ts'
import {
  amber,
  around,
  at,
  blush,
  butter,
  cream,
  cut,
  dashed,
  flat,
  heart,
  kraft,
  kraftDark,
  leaf,
  lilac,
  line,
  mirrored,
  path,
  peony,
  pink,
  plum,
  rect,
  sage,
  scallop,
  star,
  violet,
  white,
} from './paper.ts'

/** A round bunch, seen from the side: leaves behind, flowers in front. Bigger bunches hold more. */
function bunch(size: 1 | 2 | 3): string {
  const greens = [-64, -40, -14, 14, 40, 64]
    .map((turn, index) => at(0, 40, index % 2 ? eucalyptus(190) : frond(200), { turn }))
    .join('')
  const flowers: string[] = [
    at(-78, -78, daisy(52)),
    at(84, -70, tulip(86), { turn: 24 }),
    at(0, -50, peonyFlower(88)),
    at(-52, -6, goldPeony(50)),
    at(62, 4, daisy(46)),
  ]
  if (size > 1)
    flowers.push(
      at(-2, -142, whitePeony(50)),
      at(-118, -20, tulip(80, butter, amber), { turn: -46 }),
      at(112, -22, daisy(40, { petal: blush })),
    )
  if (size > 2)
    flowers.push(
      at(-58, -146, daisy(40)),
      at(58, -138, goldPeony(38)),
      at(128, -84, berries(90), { turn: 40 }),
      at(-124, -86, berries(90, { colour: amber }), { turn: -40 }),
    )
  return greens + flowers.join('')
}

/** A ribbon's bow. */
export const bow = (colour: string, dark: string) =>
  cut(dark, path('M-6 6L-58 92L-34 88L-20 106L10 14Z'), path('M6 6L58 92L34 88L20 106L-10 14Z')) +
  mirrored(
    cut(colour, path('M0 0C-50 -70 -120 -60 -116 -6C-114 44 -52 40 0 8Z')) +
      flat(dark, path('M-14 0C-44 -30 -84 -34 -84 -8C-84 18 -50 20 -14 4Z')),
  ) +
  cut(colour, rect(-22, -22, 44, 46, 14))

/** In a jam jar on a sill. */
export const jar = () =>
  line(leaf, 8, 'M-40 150L-20 -10M0 156V-20M40 150L24 -10') +
  at(-6, -40, sprig(150, 4), { turn: -34 }) +
  at(6, -40, eucalyptus(150), { turn: 36 }) +
  at(-64, -72, daisy(56)) +
  at(68, -66, tulip(92), { turn: 22 }) +
  at(0, -116, peonyFlower(72)) +
  at(6, -22, goldPeony(48)) +
  `<g opacity=".78">${cut('#e6f1ec', path('M-72 10H72V28C96 44 96 60 96 80V150Q96 176 70 176H-70Q-96 176 -96 150V80C-96 60 -96 44 -72 28Z'))}</g>` +
  flat('#ffffff99', rect(-74, 70, 16, 80, 8)) +
  line(kraftDark, 9, 'M-74 30Q0 44 74 30') +
  at(30, 38, mirrored(line(kraftDark, 7, 'M0 0C-40 -20 -40 26 0 0')) + line(kraftDark, 6, 'M0 0L-14 40M0 0L16 36')) +
  cut(kraft, rect(-230, 172, 460, 26, 8))

export const letterbox = () =>
  at(
    0,
    -26,
    [-118, -60, 0, 60, 118]
      .map((x, index) =>
        at(
          x,
          60,
          line(leaf, 7, 'M0 0V-150') +
            at(0, -50, blade(70, 18), { turn: index % 2 ? 40 : -40 }) +
            [
              at(0, -150, tulip(84)),
              at(0, -168, daisy(48)),
              at(0, -176, peonyFlower(56)),
              at(0, -168, goldPeony(46)),
              at(0, -150, tulip(84, butter, amber)),
            ][index]!,
        ),
      )
      .join(''),
  ) +
  cut(kraft, path('M-212 10H212L228 158Q228 170 216 170H-216Q-228 170 -228 158Z')) +
  flat(kraftDark, path('M-212 10H212L216 40H-216Z')) +
  mirrored(cut('#e7cba6', path('M-212 12L-262 -44L-240 -62L-196 12Z'))) +
  cut(white, rect(-84, 70, 168, 72, 6)) +
  line(lilac, 6, 'M-60 92H20M-60 112H0') +
  at(56, 106, cut(peony, path(scallop(22, 10))) + flat(white, path(heart(22))))

/** In a cone of paper. */
export const bouquet = (size: 1 | 2 | 3 = 3, paper = blush, fold = pink) =>
  at(0, -44, bunch(size)) +
  cut(fold, path('M-146 -20Q-60 30 0 10Q60 30 146 -20L28 200Q0 214 -28 200Z')) +
  cut(paper, path('M-146 -20Q-40 60 20 196Q4 210 -28 200Z')) +
  cut(paper, path('M146 -20Q70 50 26 120L28 200Q12 206 6 204Q30 90 146 -20Z')) +
  at(0, 118, bow(peony, '#8f1a47'), { scale: 0.62 })

export const posy = (size: 1 | 2 | 3 = 2) => bouquet(size, cream, sage)

const gate = 'M-150 -78H150V-24A24 24 0 0 0 150 24V78H-150V24A24 24 0 0 0 -150 -24Z'

const ticket = (colour: string, shade: string) =>
  cut(colour, path(gate)) +
  dashed(white, 6, 'M66 -66V70') +
  at(-42, 2, flat(shade, path(star(46)))) +
  at(-42, 2, flat(white, path(star(30)))) +
  flat(shade, rect(92, -44, 14, 88, 4), rect(116, -44, 8, 88, 3))

export const tickets = () =>
  at(26, 46, ticket(amber, '#b5781a'), { turn: 14 }) + at(-14, -34, ticket(peony, '#8f1a47'), { turn: -12 })

/** A present that has just burst open; the dearer, the fuller. */
export const burst = (size: 1 | 2 | 3, box: string, dark: string, ribbon: string) =>
  at(0, -36, bunch(size)) +
  at(-150, -104, ticket(amber, '#b5781a'), { turn: -38, scale: 0.34 }) +
  at(152, -116, cut(kraft, rect(-34, -44, 68, 88, 4)) + line(white, 6, 'M-34 0H34M0 -44V44'), { turn: 24 }) +
  (size > 1
    ? at(-186, -28, cut(peony, path(heart(30))), { turn: -20 }) + at(190, -34, cut(amber, path(star(24))), { turn: 12 })
    : '') +
  at(-30, 10, cut(dark, rect(-40, -16, 80, 32, 6)), { turn: 0 }) +
  cut(box, path('M-150 20H150V166Q150 180 136 180H-136Q-150 180 -150 166Z')) +
  flat(dark, rect(-150, 20, 300, 18)) +
  flat(ribbon, rect(-24, 20, 48, 160)) +
  at(146, 14, cut(box, rect(-20, -22, 176, 42, 8)) + flat(ribbon, rect(44, -22, 44, 42)), { turn: 28 }) +
  at(0, 92, bow(ribbon, dark), { scale: 0.66 })

export const euroBurst = (size: 1 | 2 | 3 = 2, box = violet, dark = plum, ribbon = butter) =>
  around(12, () => at(0, -196, flat(butter, path(star(15))))) +
  at(0, 14, burst(size, box, dark, ribbon), { scale: 0.86 })
