/** Pictures are kept by their path on this host; programs elsewhere are told the whole address. */
export const wholeAddress = (publicUrl: string, path: string): string =>
  path.startsWith('/') ? `${publicUrl}${path}` : path
