/**
 * The path a request asks for, or null where its target is none of ours: `//x` and `/\x` name another host, `*` and
 * `http://[` nothing at all, and `/%` cannot be decoded. Proxies may send a whole address (RFC 9112, section 3.2.2).
 */
export function targetPath(target: string | undefined): string | null {
  if (!target || /^\/[/\\]/.test(target)) return null
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null
  try {
    const { pathname } = new URL(target, 'http://localhost')
    // What cannot be read is no path of ours; the router would print it as it stands, with any code that is in it.
    decodeURIComponent(pathname)
    return /^\/[/\\]/.test(pathname) ? null : pathname
  } catch {
    return null
  }
}
