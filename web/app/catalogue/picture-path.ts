/** v2 answers whole addresses of pictures; pages load them by their path, from the host that they were asked of. */
export const picturePath = (address: string): string => new URL(address, 'http://posy.invalid').pathname
