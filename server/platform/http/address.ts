/**
 * The address that the outermost trusted proxy saw, from X-Forwarded-For; undefined without proxies or header.
 * What a caller wrote there itself is left of what the trusted proxies appended, and is never believed.
 */
export function callerAddress(forwardedFor: string | null | undefined, trustedProxies: number): string | undefined {
  if (!forwardedFor || trustedProxies === 0) return undefined
  const addresses = forwardedFor.split(',').map((part) => part.trim())
  return addresses.at(-Math.min(trustedProxies, addresses.length))
}
