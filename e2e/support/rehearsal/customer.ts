import { demo } from '#server/app/demo/ids.ts'

const PASSWORD = 'a fine harbour 2026'

interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads answers as a caller would, by name
  body: any
}

/** A request as a browser or a program sends it, through the public address. */
export async function ask(
  url: string,
  {
    method = 'GET',
    token,
    body,
    form,
    cookies,
    key,
  }: {
    method?: string
    token?: string
    body?: unknown
    form?: Record<string, string>
    cookies?: Map<string, string>
    key?: string
  } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(form && { origin: new URL(url).origin }),
      ...(cookies?.size && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form) }),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/)!
    cookies?.set(name!, value!)
  }
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}

/** The same, where anything but success is a failure of the test. */
export async function done(url: string, options: Parameters<typeof ask>[1] = {}) {
  const answer = await ask(url, options)
  if (answer.status >= 400)
    throw new Error(`${options.method ?? 'GET'} ${url}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer
}

/** Opens the mailed link, chooses a password, and signs in on the page. @returns what the browser then holds */
export async function signInFirstTime(url: string, link: string, username: string): Promise<Map<string, string>> {
  const cookies = new Map<string, string>()
  const asked = await done(link, { cookies })
  const page = new URL(asked.headers.get('location') ?? link, link).href
  await done(page, { cookies })
  await done(page, { method: 'POST', cookies, form: { password: PASSWORD } })
  const signedIn = await done(`${url}/sign-in`, {
    method: 'POST',
    cookies,
    form: { username, password: PASSWORD, next: '/home' },
  })
  if (signedIn.status !== 303) throw new Error(`signing in answers ${signedIn.status}: ${signedIn.text.slice(0, 500)}`)
  return cookies
}

export const tokenIn = (cookies: Map<string, string>): string =>
  [...cookies].find(([name]) => name.endsWith('user_access_token'))![1]

/** A program's token, with what `posy client create` printed. */
export async function clientToken(url: string, printed: string): Promise<string> {
  const [client_id, client_secret] = ['CLIENT_ID', 'CLIENT_SECRET'].map(
    (name) => printed.match(new RegExp(`^${name}=(.*)$`, 'm'))![1],
  )
  const { body } = await done(`${url}/oauth/token`, {
    method: 'POST',
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  return body.access_token
}

/** Once the page is there: while its process is being restarted a balancer answers 503, and a person tries again. */
async function press(link: string, step: string): Promise<void> {
  for (let attempt = 0; attempt < 240 && (await ask(link)).status === 503; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 500))
  const answer = await ask(link, { method: 'POST', form: { step } })
  if (answer.status >= 400) throw new Error(`${step} at ${link}: ${answer.status} ${answer.text.slice(0, 500)}`)
}

/** As the recipient, on the page without scripts: opens, claims and reveals. @returns the voucher that is shown */
export async function claim(url: string, link: string): Promise<{ code: string }> {
  const read = async () => (await done(`${url}/public/gifts/${link.split('/g/')[1]}`)).body.data
  for (const step of ['open', 'claim', 'reveal']) await press(link, step)
  for (let attempt = 0; attempt < 1200; attempt++) {
    const gift = await read()
    if (gift.voucher?.code) return gift.voucher
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was shown at ${link}`)
}

/** At the till, until it is answered. */
export const redeem = (url: string, token: string, gift: string): Promise<Answer> =>
  ask(`${url}/api/v2/hugggs/${gift}/redemptions`, {
    method: 'POST',
    token,
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
