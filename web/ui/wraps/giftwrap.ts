import type { ReactNode } from 'react'

export interface GiftwrapLook {
  colours: {
    /** Behind the present, in a light and in a dark page. */
    stage: string
    stageDark: string
    /** The present's paper, and the same paper where it is folded away from the light. */
    paper: string
    fold: string
    ribbon: string
    tissue: string
    stem: string
  }
  /** Drawn around 0,0, about 60 units across: the main flower and a smaller companion. */
  bloom: ReactNode
  companion: ReactNode
  /** Drawn upwards from 0,0, about 100 units high. */
  sprig: ReactNode
}
