import type { TestApp } from './app.ts'

export interface PickedSamlPerson {
  email: string
  firstName?: string
  surname?: string
  nameId?: string
}

/** What a browser brings to us from a provider. */
export interface Brought {
  SAMLResponse: string
  RelayState: string
}

const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
const field = (page: string, name: string): string =>
  page
    .match(new RegExp(`name="${name}" value="([^"]*)"`))![1]!
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))

/** A browser that signs in with a team's own provider, and an admin who has connected one. */
export function samlBrowser(app: TestApp) {
  /** Connects the sandbox's provider of a name to a team, and switches it on. */
  async function connect(team: string, as: string, provider: string) {
    const path = `/v3/teams/${team}/saml`
    const metadataUrl = app.providers.sandboxes.saml!.metadataUrl(provider)
    const put = await app.request('PUT', path, { as, body: { metadataUrl } })
    if (put.status !== 200) throw new Error(`cannot connect: ${JSON.stringify(put.body)}`)
    return app.request('PATCH', path, { as, body: { isActive: true } })
  }

  /** Shows that a domain is a team's. */
  async function verifyDomain(team: string, as: string, domain: string) {
    const path = `/v3/teams/${team}/saml/domains`
    const { body } = await app.request('POST', path, { as, body: { domain } })
    const { record } = body.data.domains.find((one: { domain: string }) => one.domain === domain)
    app.providers.sandboxes.dns!.put(record.name, record.text)
    return app.request('POST', `${path}/${domain}/verify`, { as })
  }

  const begin = (wanted: { teamId?: string; email?: string }) =>
    app.request('POST', '/v3/sso/saml/requests', { body: wanted })

  /** At the provider: someone is picked there. */
  async function pick(url: string, person: PickedSamlPerson): Promise<Brought> {
    const { pathname, search } = new URL(url)
    const form = new URLSearchParams({ firstName: 'Some', surname: 'Body', nameId: '', ...person })
    const response = await app.api.request(`${pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    const page = await response.text()
    return { SAMLResponse: field(page, 'SAMLResponse'), RelayState: field(page, 'RelayState') }
  }

  const post = (brought: Brought) =>
    app.request('POST', '/v3/sso/saml', {
      body: new URLSearchParams({ ...brought }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })

  const grant = (code: string, state: string) =>
    app.request('POST', '/oauth/token', {
      body: {
        ...{ grant_type: 'sso', identityProvider: 'saml', ...web, code, state },
        redirectUri: `${app.posy.config.publicUrl}/sso/saml/return`,
      },
    })

  return {
    connect,
    verifyDomain,
    begin,
    pick,
    post,
    grant,
    /** As far as the provider's answer. */
    bring: async (teamId: string, person: PickedSamlPerson) => {
      const { body } = await begin({ teamId })
      return { state: body.data.state as string, brought: await pick(body.data.url, person) }
    },
    /** All of it. */
    signIn: async (teamId: string, person: PickedSamlPerson) => {
      const { body } = await begin({ teamId })
      const answer = await post(await pick(body.data.url, person))
      if (answer.status !== 303) return { ...answer, state: body.data.state as string }
      const code = new URL(answer.body.data.location).searchParams.get('code')!
      return { ...(await grant(code, body.data.state)), state: body.data.state as string }
    },
  }
}
