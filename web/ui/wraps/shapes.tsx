import type { ReactNode } from 'react'

/** Paper-cut building blocks. Every outline starts at 0,0 and grows upwards, so that rotating it about 0,0 makes flowers. */

/** To a tenth of a unit: finer cannot be seen. */
const tenth = (value: number) => Math.round(value * 10) / 10
const points = (strings: TemplateStringsArray, ...values: number[]) => String.raw(strings, ...values.map(tenth))

/** Round-shouldered petal. */
export const petal = (length: number, width: number) =>
  points`M0 0C${width} ${-length * 0.25} ${width} ${-length * 0.85} 0 ${-length}C${-width} ${-length * 0.85} ${-width} ${-length * 0.25} 0 0Z`

/** Petal with a notch at its tip, as peonies and apple blossom have. */
export const notchedPetal = (length: number, width: number) =>
  points`M0 0C${width * 0.9} ${-length * 0.2} ${width * 1.25} ${-length * 0.9} ${width * 0.4} ${-length}Q0 ${-length * 0.82} ${-width * 0.4} ${-length}C${-width * 1.25} ${-length * 0.9} ${-width * 0.9} ${-length * 0.2} 0 0Z`

/** Leaf, pointed at both ends. */
export const leaf = (length: number, width: number) =>
  points`M0 0Q${width} ${-length * 0.45} 0 ${-length}Q${-width} ${-length * 0.45} 0 0Z`

interface RingProps {
  count: number
  d: string
  fill: string
  /** Degrees the first one is turned by. */
  turn?: number
  opacity?: number
}

/** The same outline repeated around 0,0. */
export function Ring({ count, d, fill, turn = 0, opacity }: RingProps) {
  return (
    <g fill={fill} opacity={opacity}>
      {Array.from({ length: count }, (_, index) => {
        const degrees = tenth(turn + (index * 360) / count)
        return <path key={degrees} d={d} transform={`rotate(${degrees})`} />
      })}
    </g>
  )
}

/** Small dots around 0,0: stamens. */
export function Dots({ count, radius, size, fill }: { count: number; radius: number; size: number; fill: string }) {
  return (
    <g fill={fill}>
      {Array.from({ length: count }, (_, index) => {
        const angle = (index * 2 * Math.PI) / count
        const [x, y] = [tenth(Math.sin(angle) * radius), tenth(-Math.cos(angle) * radius)]
        return <circle key={`${x} ${y}`} cx={x} cy={y} r={size} />
      })}
    </g>
  )
}

interface SprigProps {
  height: number
  pairs: number
  stem: string
  /** The leaf at the bottom; leaves get smaller towards the tip. */
  leafLength: number
  leafWidth: number
  fill: string
  /** A second colour for the leaves of one side. */
  otherFill?: string
  /** Degrees between stem and leaf. */
  spread?: number
  outline?: (length: number, width: number) => string
}

/** A stem with pairs of leaves, growing upwards from 0,0. */
export function Sprig({
  height,
  pairs,
  stem,
  leafLength,
  leafWidth,
  fill,
  otherFill = fill,
  spread = 48,
  outline = leaf,
}: SprigProps) {
  const leaves: ReactNode[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const along = (pair + 0.6) / (pairs + 0.4)
    const size = 1 - along * 0.6
    const y = Math.round(-height * (0.18 + along * 0.78))
    const d = outline(Math.round(leafLength * size), Math.round(leafWidth * size))
    leaves.push(
      <path key={`left ${y}`} d={d} fill={fill} transform={`translate(0 ${y})rotate(${-spread})`} />,
      <path key={`right ${y}`} d={d} fill={otherFill} transform={`translate(0 ${y})rotate(${spread})`} />,
    )
  }
  return (
    <g>
      <path d={`M0 0V${-height}`} stroke={stem} strokeWidth="3" strokeLinecap="round" fill="none" />
      {leaves}
      <path
        d={outline(Math.round(leafLength * 0.5), Math.round(leafWidth * 0.5))}
        fill={fill}
        transform={`translate(0 ${-height + 2})`}
      />
    </g>
  )
}
