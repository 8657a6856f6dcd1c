import { eucalyptus, sprig } from './flowers.ts'
import {
  amber,
  at,
  blush,
  circle,
  cream,
  cut,
  ellipse,
  fern,
  flat,
  leaf,
  lilac,
  path,
  pink,
  rose,
  steel,
  violet,
} from './paper.ts'

/** Three warm stones and a lotus. */
export const stones = () =>
  cut(steel, ellipse(0, 132, 150, 44)) +
  flat('#b3a8be', ellipse(-20, 120, 100, 18)) +
  cut('#7d7190', ellipse(6, 62, 112, 38)) +
  flat('#9a8fa6', ellipse(-10, 52, 70, 14)) +
  cut('#b3a8be', ellipse(-4, 2, 78, 30)) +
  flat('#cfc6d8', ellipse(-14, -6, 46, 10)) +
  at(0, -24, lotus(0.8)) +
  at(150, 150, sprig(190, 5), { turn: 14 }) +
  at(-150, 150, eucalyptus(170), { turn: -12 })

export const petal = (w: number, h: number) =>
  path(`M0 0C${-w} ${-h * 0.35} ${-w * 0.7} ${-h * 0.8} 0 ${-h}C${w * 0.7} ${-h * 0.8} ${w} ${-h * 0.35} 0 0Z`)

export const lotus = (scale = 1) =>
  at(
    0,
    0,
    [-72, 72, -46, 46].map((turn) => at(0, 0, cut(rose, petal(46, 132)), { turn })).join('') +
      [-24, 24].map((turn) => at(0, 0, cut(pink, petal(46, 142)), { turn })).join('') +
      cut(blush, petal(44, 148)) +
      cut(amber, circle(0, -14, 16)),
    { scale },
  )

/** A sheet of water: waves above, the bowl of the pool below. */
const water = (y: number, half: number) => {
  const wave = half / 3
  return `M${-half} ${y}q${wave / 2} -28 ${wave} 0t${wave} 0t${wave} 0t${wave} 0t${wave} 0t${wave} 0C${half * 0.8} 214 ${-half * 0.8} 214 ${-half} ${y}Z`
}

export const pool = () =>
  cut(lilac, circle(0, -70, 132)) +
  flat(cream, circle(0, -70, 104)) +
  at(0, 30, lotus(1.05)) +
  cut(violet, path(water(40, 236))) +
  cut('#a98bb5', path(water(82, 220))) +
  cut('#c9b2d2', path(water(124, 190))) +
  at(-120, 104, cut(fern, ellipse(0, 0, 50, 15))) +
  at(96, 146, cut(leaf, ellipse(0, 0, 54, 16)))
