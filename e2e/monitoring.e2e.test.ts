import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  leaveBrowser,
  sidewaysOverflow,
  visit,
} from './support/browser.ts'
import { type Posy, startPosy } from './support/posy.ts'

/** What is told of pages to anyone who watches over the program: the real SDK in a browser, the sandbox at the other end. */
let posy: Posy
let browser: Awaited<ReturnType<typeof launchBrowser>>
beforeAll(async () => {
  posy = await startPosy('postgres', { SENTRY_DSN: 'sandbox' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
  await posy?.stop()
})

const person = { email: 'wilhelmina.unmistakable@friends.test', name: 'Wilhelmina Unmistakable' }

test('an error on a page is reported with a masked recording, and no person is in it; a recipient’s page reports nothing', async () => {
  const token = await posy.signIn('admin@acme.test')
  const bought = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
    token,
    body: {
      purchase: {
        type: 'huggg',
        reference: demo.products.daisyGiftCard10,
        receivers: [{ email: person.email, name: person.name, notes: `Dear ${person.name}` }],
      },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  expect(bought.status, bought.text).toBe(201)
  const [gift] = bought.body.data.embedded.hugggs
  const reports = async (): Promise<{ type: string; title: string; payload: string; environment: string }[]> =>
    (await posy.call('GET', '/sandbox/monitoring')).body.data.received

  const recipient = await visit(browser, posy)
  const asked: string[] = []
  recipient.page.on('request', (request) => asked.push(request.url()))
  await recipient.page.goto(`/g/${gift.shortcode}`)
  expect(await recipient.page.locator('script, meta[name="posy-monitoring"]').count()).toBe(0)
  expect(asked.filter((url) => /monitoring|sentry/.test(url))).toEqual([])
  await recipient.context.close()

  const { page, context, problems } = await visit(browser, posy)
  await enter(page, posy, 'admin@acme.test')
  await page.goto(`/activity/gifts/${gift.id}?q=${encodeURIComponent(person.email)}`)
  await page.getByText(person.email).first().waitFor()
  // Early on, before there is anyone to tell.
  await page.evaluate((email) => setTimeout(() => Promise.reject(new Error(`A bug about ${email}`))), person.email)
  await expect.poll(async () => (await reports()).map(({ title }) => title)).toContain('Error: A bug about [email]')
  await expect.poll(async () => (await reports()).map(({ type }) => type)).toContain('replay_recording')
  const told = await reports()
  expect(told.find(({ type }) => type === 'event')!.environment).toBe('local')
  const recording = told.find(({ type }) => type === 'replay_recording')!.payload
  expect(recording).toContain('"tagName":"main"')
  for (const { payload } of told)
    for (const secret of [person.email, 'unmistakable', 'Wilhelmina', 'admin@acme.test', gift.shortcode])
      expect(payload.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false)
  // The policy for pages has refused nothing.
  expect(problems.filter((problem) => !problem.includes('A bug about'))).toEqual([])
  await context.close()

  const look = await visit(browser, posy)
  await look.page.goto('/sandbox-ui/monitoring')
  await look.page.getByText('Error: A bug about [email]').first().waitFor()
  expect(await accessibilityProblems(look.page)).toEqual([])
  expect(await sidewaysOverflow(look.page)).toBe(0)
  expect(look.problems).toEqual([])
  await look.context.close()
})
