import type { GiftwrapLook } from './giftwrap.ts'
import { Dots, leaf, petal, Ring, Sprig } from './shapes.tsx'

const segment = 'M0-3.5L6.6-18Q0-23.5-6.6-18Z'

export const citrus: GiftwrapLook = {
  colours: {
    stage: '#fdeccb',
    stageDark: '#2a1d10',
    paper: '#1f6b69',
    fold: '#175250',
    ribbon: '#f5c242',
    tissue: '#fffaf0',
    stem: '#6aa56f',
  },
  bloom: (
    <g>
      <Ring count={2} d={leaf(44, 20)} fill="#7fb77e" turn={40} />
      <circle r="28" fill="#ee8322" />
      <circle r="24.5" fill="#fff1d4" />
      <Ring count={8} d={segment} fill="#f7a13c" />
    </g>
  ),
  companion: (
    <g>
      <Ring count={2} d={leaf(30, 15)} fill="#9ccb8f" turn={120} />
      <Ring count={5} d={petal(23, 11)} fill="#fffdf8" />
      <Ring count={5} d={petal(12, 3)} fill="#fbe3b4" />
      <Dots count={7} radius={5} size={2} fill="#e9a021" />
    </g>
  ),
  sprig: (
    <g>
      <Sprig
        height={94}
        pairs={4}
        stem="#6aa56f"
        leafLength={40}
        leafWidth={22}
        fill="#6aa56f"
        otherFill="#9ccb8f"
        spread={40}
      />
      <ellipse cx="13" cy="-62" rx="12" ry="14" fill="#f6c544" transform="rotate(18 13 -62)" />
      <ellipse cx="-14" cy="-36" rx="12" ry="14" fill="#f6c544" transform="rotate(-24 -14 -36)" />
    </g>
  ),
}
