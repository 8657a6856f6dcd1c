import { createContext } from 'react'
import type { GiftwrapLook } from './giftwrap.ts'

/** The parts of a wrap's drawings that are the same for everybody, as markup. */
export type PrerenderedSvg = Readonly<Record<'definitions' | 'open' | 'unwrapping', string>>

/** What the server has drawn once; the browser finds it drawn. */
export const PrerenderedSvgContext = createContext<ReadonlyMap<GiftwrapLook, PrerenderedSvg>>(new Map())
