/**
 * The path a request asks for, or null where its target is none of ours: `//x` and `/\x` name another host, `*` and
 * `http://[` nothing at all. Proxies may send a whole address (RFC 9112, section 3.2.2).
 */
export function targetPath(target: string | undefined): string | null {
  if (!target || /^\/[/\\]/.test(target)) return null
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null
  try {
    const { pathname } = new URL(target, 'http://localhost')
    return /^\/[/\\]/.test(pathname) ? null : pathname
  } catch {
    return null
  }
}
