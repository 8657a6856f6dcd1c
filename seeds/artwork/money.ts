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
  kraft,
  kraftDark,
  leaf,
  line,
  mint,
  night,
  path,
  peony,
  plum,
  rect,
  sage,
  scallop,
  star,
  violet,
} from './paper.ts'

const coin = (r: number, face = path(star(r * 0.46))) =>
  cut(amber, circle(0, 0, r)) + flat(butter, circle(0, 0, r * 0.78)) + flat(amber, face)

const note = () =>
  cut(mint, rect(-120, -62, 240, 124, 10)) +
  line(fern, 5, 'M-104 -46H104V46H-104Z') +
  cut(sage, circle(0, 0, 36)) +
  flat(fern, path(heart(34)))

export const shopCounter = () =>
  at(-60, -8, note(), { turn: -10 }) +
  at(40, 10, note(), { turn: 6 }) +
  at(150, 50, coin(40)) +
  at(120, 88, coin(34)) +
  cut(plum, rect(-200, 104, 400, 76, 8)) +
  flat(violet, rect(-200, 104, 400, 18)) +
  line('#8d6a96', 5, 'M-120 130V176M-40 130V176M40 130V176M120 130V176') +
  at(
    0,
    -130,
    [0, 1, 2, 3, 4, 5]
      .map((index) =>
        cut(
          index % 2 ? cream : peony,
          path(`M${-210 + index * 70} -50H${-140 + index * 70}V20A35 35 0 0 1 ${-210 + index * 70} 20Z`),
        ),
      )
      .join('') + cut('#8f1a47', rect(-220, -66, 440, 26, 10)),
  )

export const envelope = () =>
  at(4, -44, note(), { turn: -4 }) +
  at(-30, -80, note(), { turn: 9 }) +
  cut(kraft, path('M-180 -40L0 70L180 -40V150Q180 164 166 164H-166Q-180 164 -180 150Z')) +
  flat(kraftDark, path('M-180 150L-30 52L0 70L30 52L180 150Q180 164 166 164H-166Q-180 164 -180 150Z')) +
  at(128, 130, coin(50, path(heart(44)))) +
  at(-132, 150, cut(peony, path(scallop(38, 12))) + flat(blush, circle(0, 0, 24)))

export const keypad = () =>
  cut(night, rect(-112, -176, 224, 352, 26)) +
  cut(sage, rect(-84, -148, 168, 72, 10)) +
  flat(leaf, ...[-48, -16, 16, 48].map((x) => circle(x, -112, 10))) +
  [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((index) =>
      cut(index === 8 ? fern : '#43345a', rect(-84 + (index % 3) * 60, -48 + Math.floor(index / 3) * 66, 48, 52, 10)),
    )
    .join('') +
  at(140, 110, coin(56)) +
  at(-146, 136, coin(44)) +
  at(150, -120, note(), { scale: 0.6, turn: 70 })
