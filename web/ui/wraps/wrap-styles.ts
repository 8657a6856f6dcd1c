import { mix } from '#kit/colour.ts'
import type { GiftwrapLook } from './giftwrap.ts'

/** The colours a wrap's drawings stand on, as CSS. `ribbon` is a checked hex colour. */
export function wrapStyles({ colours }: GiftwrapLook, ribbon = colours.ribbon): string {
  return [
    `:root{--stage:${colours.stage};--ribbon:${ribbon};--ribbon-shade:${mix(ribbon, '#000000', 0.22)}}`,
    `@media (prefers-color-scheme:dark){:root{--stage:${colours.stageDark}}}`,
  ].join('')
}
