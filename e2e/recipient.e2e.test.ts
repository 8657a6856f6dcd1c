import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, problemsInEveryLook, screenProblems, sidewaysOverflow } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const DAY_MS = 86_400_000
/** The pages on which most moves. */
const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } as const

const world = freshWorld()

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const now = async () => Date.parse((await world.get('/sandbox/clock')).now)

async function choiceFor(email: string, more: object = {}) {
  const receivers = [{ email, name: 'Robin' }]
  const { hugggs } = await world.buy({ reference: demo.products.choiceOfGift10, receivers, ...more })
  return hugggs[0]!
}

/** What a recipient presses on a choice-of-gift, and the heading it leads to. */
const steps = [
  ['Unwrap your gift', /lets you choose$/],
  ['Choose this gift', /sent you this$/],
  ['Accept this gift', 'It is yours to enjoy'],
  ['Show my code', 'Here is your gift'],
] as const

async function take(page: Page, step: string, next: string | RegExp) {
  if (step === 'Choose this gift') {
    await page.getByText('Worth up to £10').waitFor()
    await page.getByLabel('Search').fill('flat white')
    await press(page, 'Show gifts')
    // Nothing is chosen for them.
    await page.locator('.option', { hasText: '£3.60' }).first().click()
    // It leaves money over, which is asked about once.
    await press(page, step)
    await heading(page, /^Choose .+\?$/).waitFor()
    await page.getByText('£6.40').waitFor()
  }
  await press(page, step)
  await heading(page, next).waitFor()
}

describe.each([
  ['with scripts', true],
  ['without JavaScript', false],
])('on a phone, %s', (_, javaScriptEnabled) => {
  test('a recipient follows the email, unwraps, chooses, sees the code and says thank you', async () => {
    const email = `robin-${javaScriptEnabled}@friends.test`
    await choiceFor(email, { message: 'Happy birthday, Robin' })
    await expect.poll(() => world.mailTo(email)).toHaveLength(1)
    const [mail] = await world.mailTo(email)
    await world.visitor(
      async (page) => {
        await page.goto(mail!.links.find((url) => url.includes('/g/'))!)
        await heading(page, /^A gift from/).waitFor()
        for (const [step, next] of steps) await take(page, step, next)
        await page.getByText('Happy birthday, Robin').waitFor()
        await page.getByRole('img', { name: /^Barcode for / }).waitFor()
        expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
        // Two taps are enough.
        await page.locator('.emoji').first().click()
        await press(page, 'Send my thanks')
        await page.getByRole('heading', { name: 'You said thank you' }).waitFor()
      },
      { ...PHONE, javaScriptEnabled },
    )
    expect(await world.get('/v3/reactions')).toContainEqual(expect.objectContaining({ name: null, message: null }))
  })
})

test('an empty thank-you is asked for again, and what was written is kept', async () => {
  const { launch_url } = await choiceFor('kim@friends.test')
  await world.visitor(async (page) => {
    await page.goto(launch_url)
    for (const [step, next] of steps.slice(0, 3)) await take(page, step, next)
    await press(page, 'Send my thanks')
    await page.getByText('Pick a face or write a few words first').waitFor()
    await page.getByLabel('Add a few words').fill('You made my day')
    await press(page, 'Send my thanks')
    await page.getByText('You made my day').first().waitFor()
  }, PHONE)
})

test('a gift that is over says so, offers nothing, and keeps the sender’s words', async () => {
  const message = 'With love from all of us'
  const [cancelled, expired] = [
    await choiceFor('cancelled@friends.test', { message }),
    await choiceFor('expired@friends.test', {
      message,
      expiry: new Date((await now()) + DAY_MS).toISOString().slice(0, 10),
    }),
  ]
  await world.post(`/api/v2/hugggs/${cancelled.id}/cancel`)
  await world.advance('P3D')
  const readState = async ({ shortcode }: { shortcode: string }) =>
    (await world.posy.call('GET', `/public/gifts/${shortcode}`)).body.data.state
  await expect.poll(() => readState(expired)).toBe('expired')
  await world.visitor(async (page) => {
    for (const [gift, name] of [
      [cancelled, 'This gift was cancelled'],
      [expired, 'This gift has expired'],
    ] as const) {
      await page.goto(gift.launch_url)
      await heading(page, name).waitFor()
      await expect.poll(() => page.getByRole('button').count()).toBe(0)
      await expect.poll(() => page.getByText(message).count()).toBe(1)
    }
    await page.goto('/g/not-a-gift')
    await heading(page, 'We cannot find that gift').waitFor()
  }, PHONE)
})

test('a gift that may not be opened yet says when, and does not open', async () => {
  const sendDate = new Date((await now()) + 7 * DAY_MS).toISOString()
  const gift = await choiceFor('later@friends.test', { sendDate })
  await world.visitor(async (page) => {
    await page.goto(gift.launch_url)
    await heading(page, /has something for you$/).waitFor()
    await expect.poll(() => page.getByRole('button').count()).toBe(0)
    const reminder = await page.getByRole('link', { name: 'Remind me when it opens' }).getAttribute('href')
    expect(await (await page.request.get(reminder!)).text()).toContain('BEGIN:VEVENT')
  }, PHONE)
})

test('every state of a gift is accessible in both themes, whole at 320 px and still under reduced motion', async () => {
  const { launch_url } = await choiceFor('states@friends.test', { message: 'x'.repeat(400) })
  await world.visitor(
    async (page) => {
      const look = async () => {
        expect(await problemsInEveryLook(page, [320])).toEqual([])
        const moving = await page.evaluate(
          () => document.getAnimations().filter((one) => one.playState === 'running').length,
        )
        expect(moving).toBe(0)
      }
      await page.goto(launch_url)
      await look()
      for (const [step, next] of steps) {
        await take(page, step, next)
        await look()
      }
    },
    { viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' },
  )
})

test('a card that was spent in part says what is left; lost links are mailed, a gift is sent again, and a code that a shop refused is said to its sender', async () => {
  const email = 'lost@friends.test'
  const { hugggs } = await world.buy({ reference: demo.products.daisyGiftCard10, receivers: [{ email }] })
  const gift = hugggs[0]!
  await expect.poll(() => world.mailTo(email)).toHaveLength(1)
  const taken = await world.posy.call('POST', `/api/v2/hugggs/${gift.shortcode}/redemptions`, {
    token: await world.posy.clientToken('demo-till'),
    body: { location_id: demo.stores.daisyCoffeeLeeds, amount: 350 },
  })
  expect(taken.body.data).toMatchObject({ amount: 350, balance: 650 })
  await world.advance('PT2H')
  await world.visitor(async (page) => {
    await page.goto('/g/000000000000')
    await page.getByRole('link', { name: 'Find my gifts' }).click()
    await heading(page, 'Lost the link to a gift?').waitFor()
    // To anyone but its owner an address says nothing: the answer is the same, and the links are mailed.
    const asked = async (address: string) => {
      await page.getByLabel('Your email address or mobile number').fill(address)
      await press(page, 'Send me my links')
      await heading(page, 'Check your messages').waitFor()
      return page.getByRole('main').innerText()
    }
    const known = await asked(email)
    await expect.poll(() => world.mailTo(email)).toHaveLength(2)
    await page.goto('/find-gifts')
    expect(await asked('stranger@friends.test')).toBe(known)
    expect(await world.mailTo('stranger@friends.test')).toEqual([])
    await page.goto('/find-gifts')
    await page.getByRole('link', { name: 'Have it sent again' }).click()
    await heading(page, 'Has a gift not arrived?').waitFor()
    await page.getByLabel('Your email address or mobile number').fill('nonsense')
    await press(page, 'Send it again')
    await page.getByText('Give an email address or a UK mobile number.').waitFor()
    await page.getByLabel('Your email address or mobile number').fill(email)
    await press(page, 'Send it again')
    await heading(page, 'Thank you. We have checked').waitFor()
    expect(await screenProblems(page, '/gift-not-received')).toEqual([])
    await expect.poll(() => world.mailTo(email)).toHaveLength(3)
    await page.goto((await world.mailTo(email))[0]!.links.find((url) => url.includes('/g/'))!)
    await press(page, 'Unwrap your gift')
    await page.getByText('£6.50 left to spend').waitFor()
    await press(page, 'Accept this gift')
    await press(page, 'Show my code')
    await page.getByText('£6.50', { exact: true }).waitFor()
    const calendar = page.getByRole('link', { name: 'Add the last day to my calendar' }).first()
    expect(await (await page.request.get((await calendar.getAttribute('href'))!)).text()).toContain('BEGIN:VEVENT')
    await page.getByText('The shop refused my code').click()
    await page.getByLabel('What did they say?').selectOption({ label: 'The till did not know the code' })
    await page.getByLabel('Which shop was it?').fill('Daisy Coffee, Leeds')
    await press(page, 'Tell us')
    await page.getByText('We are asking the shop').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
  }, PHONE)
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/home')
    await page.getByText(/the till did not know the code, at Daisy Coffee, Leeds/).waitFor()
    await page.getByRole('link', { name: /^View: A shop refused the code/ }).click()
    await page.getByText('Its recipient told us that a shop refused the code').waitFor()
    await page.getByText('£3.50, £6.50 left').waitFor()
    await page.getByText('Its recipient said that it had not arrived').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Cancel this gift' }).count()).toBe(0)
  })
})
