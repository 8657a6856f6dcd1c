import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { asFile, drawPicture } from '#server/testing/pictures.ts'
import { benchServer } from './support.ts'

/** One process that serves pages and API on PostgreSQL, as in production, and the pages worth measuring. */
export interface PagesOfPosy {
  posy: Posy
  /** Of someone who has signed in. */
  cookie: string
  wrapped: string
  revealed: string
  /** Of someone whom an award helps. */
  award: string
  /** The same in a brand with all that it may have. */
  branded: { wrapped: string; revealed: string }
  close(): Promise<void>
}

export async function openPages(): Promise<PagesOfPosy> {
  const server = await benchServer()
  process.env.TEST_DATABASE_URL = server.url
  const posy = await startPosy('postgres', { ROLE: 'web', REQUESTS_PER_MINUTE: '100000000' })
  const close = async () => {
    // Pages of another checkout may have been opened since, on a server of their own.
    process.env.TEST_DATABASE_URL = server.url
    await posy.stop()
    server.stop()
  }
  try {
    const branded = await gifts(posy, await makeTheme(posy))
    const own = { ...(await gifts(posy)), award: await makeAward(posy) }
    return { posy, cookie: await sessionCookie(posy), ...own, branded, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Signs in by the form, and keeps what a browser would keep. */
async function sessionCookie(posy: Posy): Promise<string> {
  const form = { username: 'admin@acme.test', password: DEMO_PASSWORD, next: '/home' }
  const { status, headers } = await posy.call('POST', '/sign-in', { form })
  if (status !== 303) throw new Error(`sign-in: ${status}`)
  const lines = headers.getSetCookie().map((line) => line.split(';')[0])
  return lines.join('; ')
}

/** A link that waits to be opened by its person's date of birth. */
async function makeAward(posy: Posy): Promise<string> {
  const token = await posy.signIn('admin@acme.test')
  const send = async (path: string, body: object) => {
    const { status, body: answer, text } = await posy.call('POST', path, { token, body })
    if (status >= 300) throw new Error(text)
    return answer.data
  }
  const { id: grantId } = await send('/v3/grants', {
    ...{ name: 'Household support', fromDay: '2026-01-01', untilDay: '2030-12-31', rails: ['cash-out', 'post-office'] },
  })
  await send(`/v3/grants/${grantId}/fundings`, { walletId: demo.wallets.acmeMain, amount: 5_000 })
  const { id } = await send('/v3/awards', {
    ...{ grantId, caseReference: 'C-1', reason: 'Food', amount: 2_000, rails: ['cash-out', 'post-office'] },
    person: { name: 'Ann Example', dateOfBirth: '1984-02-29' },
  })
  return new URL((await send(`/v3/awards/${id}/link`, {})).url).pathname
}

/** A theme with a logo, a pattern, a colour, two fonts and shapes of its own. */
async function makeTheme(posy: Posy): Promise<string> {
  const token = await posy.signIn('admin@acme.test')
  const upload = async (kind: string): Promise<string> => {
    const body = new FormData()
    body.append('file', asFile(await drawPicture(300, 100).png().toBuffer(), `${kind}.png`))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${posy.url}/v3/uploads?kind=${kind}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { data: { key: string } }).data.key
  }
  const part = { shape: 'round' }
  const branding = {
    ...{ accentHex: '#0f766e', logo: await upload('logo'), button: part, form: part, alert: part, panel: part },
    typography: { heading: 'playfair-display', body: 'nunito' },
  }
  const giftwrap = { drawing: 'fern', pattern: await upload('pattern') }
  const made = await posy.call('POST', '/v3/themes/model/upsert', {
    token,
    body: { name: 'Brand', branding, giftwrap },
  })
  if (made.status !== 200) throw new Error(made.text)
  return made.body.data.id
}

/** Two gifts of one kind: as it arrives, and with its code revealed. */
async function gifts(posy: Posy, themeId?: string): Promise<{ wrapped: string; revealed: string }> {
  const bought = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
    apiKey: posy.apiKey,
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: demo.products.daisyGiftCard10,
        deliveryMethod: 'links',
        quantity: 2,
        themeId,
        message: 'Thank you for last week. The next coffee is on us.',
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  if (bought.status !== 201) throw new Error(bought.text)
  const [wrapped, revealed] = bought.body.data.embedded.hugggs.map(
    ({ shortcode }: { shortcode: string }) => `/g/${shortcode}`,
  )
  for (const step of ['open', 'claim', 'reveal']) {
    const { status, text } = await posy.call('POST', revealed, { form: { step } })
    if (status !== 303) throw new Error(`${step}: ${status} ${text.slice(0, 200)}`)
  }
  return { wrapped, revealed }
}
