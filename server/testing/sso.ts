import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { TestApp } from './app.ts'

export interface PickedSsoPerson {
  email: string
  firstName?: string
  surname?: string
  organisation?: string
  emailVerified?: boolean
}

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }

/** A browser that signs in with a provider, as far as the page it comes back to. */
export function signInBrowser(app: TestApp) {
  const redirectUri = (provider: IdentityProviderName) => `${app.posy.config.publicUrl}/sso/${provider}`

  /** @returns what the provider gave the browser to bring back */
  async function pick(authoriseUrl: string, person: PickedSsoPerson) {
    const cookies = new Map<string, string>()
    const follow = async (url: string, form?: URLSearchParams) => {
      const { pathname, search } = new URL(url)
      const response = await app.api.request(`${pathname}${search}`, {
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { method: 'POST', body: form.toString() } : {}),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = line.match(/^([^=]+)=([^;]*)/)!
        cookies.set(name!, value!)
      }
      const to = response.headers.get('location')
      if (!to) throw new Error(`${response.status} at ${url}: ${await response.text()}`)
      return new URL(to, url).href
    }
    const form = new URLSearchParams({
      email: person.email,
      firstName: person.firstName ?? 'Some',
      surname: person.surname ?? 'Body',
      organisation: person.organisation ?? '',
      ...(person.emailVerified === false ? {} : { emailVerified: 'on' }),
    })
    const resumed = await follow(await follow(authoriseUrl), form)
    const { searchParams } = new URL(await follow(resumed))
    return {
      code: searchParams.get('code')!,
      state: searchParams.get('state')!,
      iss: searchParams.get('iss') ?? undefined,
    }
  }

  const authorise = (provider: IdentityProviderName, as?: string, uri = redirectUri(provider)) =>
    app.request('POST', '/v3/oauth/authorise/urls', {
      body: { provider, redirectUri: uri },
      ...(as ? { as } : {}),
    })

  /** What a browser brings back for a person. */
  async function begin(provider: IdentityProviderName, person: PickedSsoPerson, as?: string) {
    const { body } = await authorise(provider, as)
    return pick(body.data.authoriseUrl, person)
  }

  const grant = (identityProvider: IdentityProviderName, brought: object, more: object = {}) =>
    app.request('POST', '/oauth/token', {
      body: {
        grant_type: 'sso',
        ...web,
        identityProvider,
        redirectUri: redirectUri(identityProvider),
        ...brought,
        ...more,
      },
    })

  return {
    redirectUri,
    authorise,
    pick,
    begin,
    grant,
    /** All of it. */
    signIn: async (provider: IdentityProviderName, person: PickedSsoPerson, more: object = {}, as?: string) =>
      grant(provider, await begin(provider, person, as), more),
  }
}
