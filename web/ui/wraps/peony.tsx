import type { GiftwrapLook } from './giftwrap.ts'
import { Dots, leaf, notchedPetal, petal, Ring, Sprig } from './shapes.tsx'

export const peony: GiftwrapLook = {
  colours: {
    stage: '#f8dfe0',
    stageDark: '#2c1724',
    paper: '#fff4ee',
    fold: '#eccdc8',
    ribbon: '#b3245b',
    tissue: '#fbdfe4',
    stem: '#4f7a5b',
  },
  bloom: (
    <g>
      <Ring count={3} d={leaf(36, 20)} fill="#4f7a5b" turn={22} />
      <Ring count={8} d={notchedPetal(30, 14)} fill="#e98ba4" />
      <Ring count={7} d={notchedPetal(24, 12)} fill="#d4577e" turn={18} />
      <Ring count={6} d={notchedPetal(17, 9)} fill="#f3b3c1" turn={8} />
      <Ring count={5} d={notchedPetal(11, 7)} fill="#c23a68" turn={30} />
      <Dots count={6} radius={4} size={1.6} fill="#f0c25a" />
    </g>
  ),
  companion: (
    <g>
      <Ring count={2} d={leaf(26, 14)} fill="#6c9673" turn={150} />
      <path d={petal(26, 17)} transform="translate(0 11)" fill="#c23a68" />
      <path d={petal(23, 9)} transform="translate(-5 11)rotate(-16)" fill="#e98ba4" />
      <path d={petal(23, 9)} transform="translate(5 11)rotate(16)" fill="#d4577e" />
      <path d="M-9 8Q0 16 9 8Q5 18 0 18Q-5 18-9 8Z" fill="#4f7a5b" />
    </g>
  ),
  sprig: (
    <Sprig height={96} pairs={4} stem="#4f7a5b" leafLength={40} leafWidth={18} fill="#4f7a5b" otherFill="#6c9673" />
  ),
}
