import { parseCookie, parseSetCookie, stringifySetCookie } from 'cookie'

/** What the browser keeps of a session. None of it can be read by a script. */
export const cookieNames = {
  refreshToken: 'refresh_token',
  userAccessToken: 'user_access_token',
  clientAccessToken: 'client_access_token',
  userId: 'user_id',
  teamId: 'team_id',
} as const

/** Of an operator who looks at the product as a member of a team: it comes before whatever session there is. */
export const IMPERSONATION_COOKIE = 'impersonation'

/**
 * What a cookie of ours is called. Where cookies travel over HTTPS alone, browsers take one so called only from this very
 * host, never from a neighbour of it.
 */
export const hostCookie = (
  name: string,
  { secureCookies, cookieSuffix }: { secureCookies: boolean; cookieSuffix: string },
): string => `${secureCookies ? '__Host-' : ''}${name}${cookieSuffix}`

/** Cookies of a request, by name. */
export const readCookies = (header: string | null): Map<string, string> =>
  new Map(Object.entries(parseCookie(header ?? '')).map(([name, value]) => [name, value ?? '']))

/** What an answer's Set-Cookie headers will leave behind, the last of each name; a deleted cookie is the empty text. */
export const readSetCookies = (headers: Headers): Map<string, string> =>
  new Map(
    headers.getSetCookie().map((line) => {
      const { name, value } = parseSetCookie(line)
      return [name, value ?? '']
    }),
  )

export interface CookieOptions {
  /** 0 deletes it. */
  maxAgeSeconds: number
  /** Over HTTPS only. */
  secure: boolean
  /** Below which address it travels; everywhere unless told. */
  path?: string
  /** `strict`: not even where a link of another site leads here. */
  sameSite?: 'lax' | 'strict'
}

/** A Set-Cookie line that no script can read and no other site's form can send along. */
export const setCookie = (
  name: string,
  value: string,
  { maxAgeSeconds: maxAge, secure, path = '/', sameSite = 'lax' }: CookieOptions,
): string => stringifySetCookie({ name, value, path, maxAge, httpOnly: true, sameSite, secure })
