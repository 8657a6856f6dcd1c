import type { GiftwrapLook } from './giftwrap.ts'
import { Dots, petal, Ring, Sprig } from './shapes.tsx'

const holly = 'M0 0Q9-5 8-10Q14-13 10-20Q15-26 7-30Q6-36 0-40Q-6-36-7-30Q-15-26-10-20Q-14-13-8-10Q-9-5 0 0Z'

export const winter: GiftwrapLook = {
  colours: {
    stage: '#dfe9e4',
    stageDark: '#0f1e1c',
    paper: '#24574d',
    fold: '#1a4139',
    ribbon: '#c5364a',
    tissue: '#f7f4ea',
    stem: '#3f7f63',
  },
  bloom: (
    <g>
      <Ring count={5} d={petal(30, 17)} fill="#f6f3ea" />
      <Ring count={5} d={petal(24, 8)} fill="#e3e6d6" turn={36} />
      <circle r="6" fill="#8fae6a" />
      <Dots count={10} radius={9} size={1.9} fill="#e8bd57" />
    </g>
  ),
  companion: (
    <g>
      <path d={holly} fill="#3f7f63" transform="translate(-2 6)rotate(-62)" />
      <path d={holly} fill="#5b9a77" transform="translate(2 6)rotate(58)" />
      <circle cx="-6" cy="5" r="7" fill="#c5364a" />
      <circle cx="7" cy="4" r="7" fill="#d95565" />
      <circle cx="1" cy="14" r="7" fill="#a92a3d" />
    </g>
  ),
  sprig: (
    <Sprig
      height={98}
      pairs={11}
      stem="#6b5138"
      leafLength={26}
      leafWidth={5}
      fill="#5b9a77"
      otherFill="#86b898"
      spread={44}
    />
  ),
}
