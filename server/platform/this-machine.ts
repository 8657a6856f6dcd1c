/** Whether a name or address, as addresses or Host headers write it, is the machine's own. */
export const isThisMachine = (host: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(host)

/** What only a proxy adds. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
]

/**
 * Why a request does not come from this machine itself: through a proxy, or by a name that others use. Null for one that does.
 * A page elsewhere whose name is made to lead here (DNS rebinding) names itself in Host too.
 */
export function foreignTo(headers: Record<string, string | string[] | undefined>): 'forwarded' | 'host' | null {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return 'forwarded'
  // HTTP/1.0 names no host.
  const { host } = headers
  if (host === undefined) return null
  return isThisMachine(String(host).replace(/:\d+$/, '')) ? null : 'host'
}
