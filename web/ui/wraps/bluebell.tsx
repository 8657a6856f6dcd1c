import type { GiftwrapLook } from './giftwrap.ts'
import { Dots, leaf, petal, Ring } from './shapes.tsx'

/** A bell that hangs from 0,0. */
const bell =
  'M0 0C9 1 11 10 11 18Q14 22 17 23Q12 28 8 25Q4 29 0 26Q-4 29-8 25Q-12 28-17 23Q-14 22-11 18C-11 10-9 1 0 0Z'

export const bluebell: GiftwrapLook = {
  colours: {
    stage: '#e0e5f8',
    stageDark: '#181b34',
    paper: '#34449c',
    fold: '#27347c',
    ribbon: '#f6e7c4',
    tissue: '#fbfbff',
    stem: '#63a083',
  },
  bloom: (
    <g>
      <path d="M-30 8C-22-22 12-34 30-6" stroke="#63a083" strokeWidth="3.5" fill="none" strokeLinecap="round" />
      <path d={bell} fill="#8593e8" transform="translate(-17 -13)rotate(10)" />
      <path d={bell} fill="#c3ccfa" transform="translate(24 -14)rotate(-14)scale(.82)" />
      <path d={bell} fill="#a6b2f4" transform="translate(4 -21)scale(1.06)" />
    </g>
  ),
  companion: (
    <g>
      <Ring count={5} d={petal(19, 12)} fill="#dfe4fd" />
      <Ring count={5} d={petal(10, 4)} fill="#8593e8" />
      <Dots count={5} radius={2.4} size={2.2} fill="#f0c25a" />
    </g>
  ),
  sprig: (
    <g>
      <path d={leaf(104, 13)} fill="#63a083" transform="rotate(-14)" />
      <path d={leaf(96, 12)} fill="#8fc4a6" transform="rotate(13)" />
      <path d={leaf(112, 11)} fill="#79b394" />
    </g>
  ),
}
