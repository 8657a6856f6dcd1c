import { bluebell } from './bluebell.tsx'
import { citrus } from './citrus.tsx'
import { confetti } from './confetti.tsx'
import { fern } from './fern.tsx'
import type { GiftwrapLook } from './giftwrap.ts'
import { peony } from './peony.tsx'
import { winter } from './winter.tsx'

const giftwraps: Record<string, GiftwrapLook> = { peony, fern, citrus, bluebell, winter, confetti }

export const giftwrapNames = Object.keys(giftwraps)

/** Unknown names fall back, so that a wrap can be retired without breaking gifts already sent. */
export const giftwrapNamed = (name: string): GiftwrapLook => (Object.hasOwn(giftwraps, name) ? giftwraps[name]! : peony)

/** The name that is really drawn. */
export const giftwrapName = (name: string): string => (Object.hasOwn(giftwraps, name) ? name : 'peony')
