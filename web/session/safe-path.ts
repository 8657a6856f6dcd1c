import { paths } from '#web/paths.ts'

const NOWHERE = 'http://posy.invalid'

/**
 * Where to go next, as a form or an address said: a path of our own site, else the fallback. Whatever a browser could
 * take for another site (two slashes, a backslash, a control character, `/.//host`) is not followed.
 */
export function safePath(wanted: unknown, fallback = paths.home): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(wanted)) return fallback
  if (!URL.canParse(wanted, NOWHERE)) return fallback
  const { origin, pathname, search, hash } = new URL(wanted, NOWHERE)
  return origin === NOWHERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : fallback
}
