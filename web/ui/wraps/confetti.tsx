import type { GiftwrapLook } from './giftwrap.ts'
import { petal, Ring, Sprig } from './shapes.tsx'

export const confetti: GiftwrapLook = {
  colours: {
    stage: '#f1e4f2',
    stageDark: '#241a2e',
    paper: '#fff9ef',
    fold: '#f0e2cc',
    ribbon: '#5d4fb0',
    tissue: '#fde7ee',
    stem: '#2f7f86',
  },
  bloom: (
    <g>
      <Ring count={4} d={petal(28, 13)} fill="#d6336c" />
      <Ring count={4} d={petal(28, 13)} fill="#f2a93b" turn={45} />
      <Ring count={8} d={petal(15, 6)} fill="#fff3d9" turn={22} />
      <circle r="6.5" fill="#2f7f86" />
    </g>
  ),
  companion: (
    <g>
      <path d="M-22-8a11 11 0 0 1 22 0Z" fill="#2f7f86" transform="rotate(-18 -11 -8)" />
      <path d={petal(22, 8)} fill="#5d4fb0" transform="translate(16 4)rotate(34)" />
      <path d={petal(18, 7)} fill="#d6336c" transform="translate(-12 22)rotate(-50)" />
      <circle cx="12" cy="18" r="6" fill="#f2a93b" />
      <circle cx="4" cy="-20" r="4" fill="#1b8a62" />
      <circle cx="-2" cy="8" r="3" fill="#d6336c" />
    </g>
  ),
  sprig: (
    <Sprig
      height={96}
      pairs={4}
      stem="#2f7f86"
      leafLength={30}
      leafWidth={13}
      fill="#2f7f86"
      otherFill="#5aa7a5"
      spread={58}
      outline={petal}
    />
  ),
}
