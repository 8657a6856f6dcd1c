import { portablePath } from '#contract/core/picture-address.ts'

/** Pictures are kept by their path on this host; programs elsewhere are told a whole address, of a PNG or a JPEG. */
export const wholeAddress = (publicUrl: string, path: string): string =>
  path.startsWith('/') ? `${publicUrl}${portablePath(path)}` : path
