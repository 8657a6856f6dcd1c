/** What the browser keeps of a session. None of it can be read by a script. */
export const cookieNames = {
  refreshToken: 'refresh_token',
  userAccessToken: 'user_access_token',
  clientAccessToken: 'client_access_token',
  userId: 'user_id',
  teamId: 'team_id',
} as const

/** Cookies of a request, by name. */
export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) cookies.set(part.slice(0, equals).trim(), decoded(part.slice(equals + 1).trim()))
  }
  return cookies
}

/** What an answer's Set-Cookie headers will leave behind, the last of each name; a deleted cookie is the empty text. */
export function readSetCookies(headers: Headers): Map<string, string> {
  return readCookies(
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join(';'),
  )
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export interface CookieOptions {
  /** 0 deletes it. */
  maxAgeSeconds: number
  /** Over HTTPS only. */
  secure: boolean
}

/** A Set-Cookie line that no script can read and no other site's form can send along. */
export const setCookie = (name: string, value: string, { maxAgeSeconds, secure }: CookieOptions): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
