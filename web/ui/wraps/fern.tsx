import type { GiftwrapLook } from './giftwrap.ts'
import { Dots, petal, Ring, Sprig } from './shapes.tsx'

export const fern: GiftwrapLook = {
  colours: {
    stage: '#e6ecd9',
    stageDark: '#16211a',
    paper: '#2f5c47',
    fold: '#234836',
    ribbon: '#d9843f',
    tissue: '#fbfaf0',
    stem: '#5f8f5f',
  },
  bloom: (
    <g>
      <Ring count={6} d={petal(27, 12)} fill="#fffdf6" />
      <Ring count={6} d={petal(16, 5)} fill="#e4ead2" />
      <circle r="7" fill="#8fae6a" />
      <Dots count={9} radius={9} size={1.8} fill="#e3a93c" />
    </g>
  ),
  companion: (
    <g fill="none" strokeLinecap="round" strokeWidth="6">
      <path d="M-8 30C-16 10-20-8-10-18S14-22 15-8 4 8-1 2 0-8 5-7" stroke="#7fae77" />
      <path d="M-15 6l-9 3M-17-5l-9-1M-13-16l-7-6M-3-22l-2-8M9-20l5-7M15-11l9-3" stroke="#a9cd98" strokeWidth="4" />
    </g>
  ),
  sprig: (
    <Sprig
      height={100}
      pairs={9}
      stem="#5f8f5f"
      leafLength={36}
      leafWidth={9}
      fill="#6b9d68"
      otherFill="#93bf86"
      spread={62}
    />
  ),
}
