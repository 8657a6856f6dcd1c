import { copiedPath } from '#contract/core/picture-address.ts'

/**
 * v2 answers whole addresses of pictures, as every program can draw them; pages load them by their path, from the host that they
 * were asked of, and as they were drawn.
 */
export function picturePath(address: string): string {
  const { pathname } = new URL(address, 'http://posy.invalid')
  return copiedPath(pathname) ?? pathname
}
