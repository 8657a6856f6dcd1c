import { describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, screenProblems } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const SENDER = 'admin@acme.test'
const world = freshWorld()

const toOne = (email: string, name: string) => world.buy({ title: `For ${name}`, receivers: [{ email, name }] })
/** Its message is written down as sent, which comes after its mail: until then it would not be sent a second time. */
const isSent = (id: string) =>
  expect.poll(async () => (await world.get(`/api/v2/hugggs/${id}`)).status_id, { message: 'sent' }).toBe(2)

describe('activity', () => {
  test('a purchase is found by search, and its last gift is reached', () =>
    world.as(SENDER, async (page) => {
      await toOne('findme@people.test', 'Finn')
      await page.goto('/activity')
      await page.getByRole('searchbox', { name: 'Search' }).fill('Finn')
      await press(page, 'Show')
      await page.waitForURL('**q=Finn**')
      const csv = await page.getByRole('link', { name: 'Export these purchases as CSV' }).getAttribute('href')
      const rows = (await (await page.request.get(csv!)).text()).trim().split('\r\n')
      expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining('"For Finn"')])
      await page.getByRole('table').getByRole('link', { name: 'For Finn' }).click()
      await page.getByRole('heading', { level: 1, name: 'For Finn' }).waitFor()
      await page.getByRole('table').getByRole('link', { name: 'Finn' }).click()
      await page.getByRole('heading', { level: 1, name: 'A gift for Finn' }).waitFor()
      await page.goto('/activity?q=nobodyatall')
      await page.getByText('No purchases match your filters').waitFor()
    }))

  test('a gift is cancelled only after a question, and its money comes back', () =>
    world.as(SENDER, async (page) => {
      const before = await world.available()
      const { hugggs } = await toOne('regret@people.test', 'Rex')
      expect(await world.available()).toBe(before - 1060)
      await page.goto(`/activity/gifts/${hugggs[0]!.id}`)
      await page.getByRole('link', { name: 'Cancel this gift' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel this gift')
      expect(await world.available()).toBe(before - 1060)
      await page.getByRole('link', { name: 'Cancel this gift' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the gift' }).click()
      await page.getByText(/its link no longer works\. £10\.60 returned to the wallet/).waitFor()
      expect(await world.available()).toBe(before)
      await expect.poll(() => page.getByRole('link', { name: 'Cancel this gift' }).count()).toBe(0)
      // The wallet's statement says what each movement was for.
      await page.goto(`/wallets/${demo.wallets.acmeMain}/statement`)
      const paid = page.getByRole('row', { name: /^For Rex, Rex Gifts bought/ })
      // With the sign of its sums and files, and not as what arrives has it.
      await paid.getByRole('cell', { name: '£0.60', exact: true }).waitFor()
      // Its file is offered on the page it was asked for on.
      await press(page, 'CSV')
      await page.getByRole('link', { name: 'Download' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(`/wallets/${demo.wallets.acmeMain}/statement`)
      const returned = page.getByRole('row', { name: /Gift cancelled, money returned/ }).first()
      await returned.getByRole('link', { name: 'Daisy Coffee gift card, £10, Rex' }).click()
      await page.getByRole('heading', { level: 1, name: 'A gift for Rex' }).waitFor()
    }))

  test('a wrong address is corrected: a new link is sent and the old one stops working', () =>
    world.as(SENDER, async (page) => {
      const { hugggs } = await toOne('wrnog@people.test', 'Wanda')
      const old = hugggs[0]!.launch_url
      await expect.poll(() => world.mailTo('wrnog@people.test')).toHaveLength(1)
      await isSent(hugggs[0]!.id)
      await page.goto(`/activity/gifts/${hugggs[0]!.id}`)
      await page.getByLabel('The right address').fill('wanda@people.test')
      await press(page, 'Correct and send again')
      await page.getByText(/Sent again to wanda@people.test/).waitFor()
      await expect.poll(() => world.mailTo('wanda@people.test')).toHaveLength(1)
      expect(await world.status(old)).toBe(404)
      const { launch_url } = await world.get(`/api/v2/hugggs/${hugggs[0]!.id}`)
      expect(await world.status(launch_url)).toBe(200)
    }))

  test('gifts whose emails bounced are named on their purchase until they are corrected', () =>
    world.as(SENDER, async (page) => {
      const { id } = await world.buy({
        title: 'Back again',
        receivers: [
          { email: 'bounce@people.test', name: 'Bo' },
          { email: 'arrives@people.test', name: 'Ari' },
        ],
      })
      await expect.poll(() => world.mailTo('arrives@people.test')).toHaveLength(1)
      const notice = page.getByText('1 gift could not be delivered')
      await expect
        .poll(async () => {
          await page.goto(`/activity/${id}`)
          return notice.count()
        })
        .toBe(1)
      await page.getByRole('list').getByRole('link', { name: 'bounce@people.test' }).waitFor()
      // Sent again, it would not reach them either: said before anything is bought.
      await press(page, 'Send this again')
      await page.getByText('1 recipient cannot be reached as before: check the marked row.').waitFor()
      await page.getByText(/Emails to this address bounced/).waitFor()
      await page.goto('/home')
      const paid = 'You have paid £10.60 for it: correct the address, or cancel to get it back.'
      await page.getByText(`To bounce@people.test. ${paid}`).waitFor()
      await page.getByRole('link', { name: 'View: 1 gift could not be delivered' }).click()
      await page.getByRole('heading', { level: 1, name: 'A gift for Bo' }).waitFor()
      await page.getByText(paid).waitFor()
      await expect.poll(() => page.getByText('Not delivered', { exact: true }).count()).toBe(2)
      // Sent again to the same address it would come back, so that is not offered.
      const cards = await page.getByRole('heading', { level: 2 }).allInnerTexts()
      expect(cards.filter((card) => /Correct|Send/.test(card))).toEqual(['Correct the address'])
      await press(page, 'Show its link')
      await page.getByRole('button', { name: 'Copy its link' }).waitFor()
      await page.getByText('Its link was shown').waitFor()
      await page.getByLabel('The right address').fill('bounce@people.test')
      await press(page, 'Correct and send again')
      await page.getByText('It goes to bounce@people.test already. Type another one.').waitFor()
      await page.getByLabel('The right address').fill('bo@people.test')
      await press(page, 'Correct and send again')
      await page.getByText(/Sent again to bo@people.test/).waitFor()
      // What is dismissed on home is gone from it until it gets worse.
      const { hugggs } = await toOne('blocked@people.test', 'Ned')
      const dismiss = page.getByRole('button', { name: /^Dismiss.*1 gift could not be delivered/ })
      await expect
        .poll(async () => {
          await page.goto('/home')
          return dismiss.count()
        })
        .toBe(1)
      await dismiss.click()
      await page.getByText('Dismissed. It comes back if it gets worse.').waitFor()
      await expect.poll(() => dismiss.count()).toBe(0)
      await world.post(`/api/v2/hugggs/${hugggs[0]!.id}/cancel`)
      await expect.poll(() => world.mailTo('bo@people.test')).toHaveLength(1)
      await expect
        .poll(async () => {
          await page.goto(`/activity/${id}`)
          return notice.count()
        })
        .toBe(0)
    }))

  test('an email is sent again, and the last day is moved', () =>
    world.as(SENDER, async (page) => {
      const { hugggs } = await toOne('again@people.test', 'Agnes')
      await expect.poll(() => world.mailTo('again@people.test')).toHaveLength(1)
      await isSent(hugggs[0]!.id)
      await page.goto(`/activity/gifts/${hugggs[0]!.id}`)
      await page.getByRole('button', { name: 'Send again', exact: true }).click()
      await page.getByText('The message is on its way once more.').waitFor()
      await expect.poll(() => world.mailTo('again@people.test')).toHaveLength(2)
      const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel('Last day to use it').fill(day)
      await press(page, 'Change the day')
      await page.getByText('Its last day has changed.').waitFor()
      expect((await world.get(`/api/v2/hugggs/${hugggs[0]!.id}`)).expiry_date.slice(0, 10)).toBe(day)
    }))

  test('a scheduled purchase is sent now; its gift is picked from the list and sent again', () =>
    world.as(SENDER, async (page) => {
      const sendDate = new Date(Date.now() + 3 * 86_400_000).toISOString()
      const { id, hugggs } = await world.buy({
        title: 'For Nora',
        sendDate,
        receivers: [
          { email: 'noah@people.test', name: 'Noah' },
          { email: 'nils@people.test', name: 'Nils' },
        ],
      })
      await page.goto(`/activity/${id}`)
      await page.getByText('From Acme main').waitFor()
      await page.getByLabel('Name, Noah').fill('Nora')
      await page.getByLabel('Email, Noah').fill('nora@people.test')
      await page.getByLabel('Remove Nils').check()
      await press(page, 'Save people')
      await page
        .getByText('1 person changed. 1 gift cancelled. £10.60 was returned. Nothing has been sent yet.')
        .waitFor()
      await page.getByLabel('Message', { exact: true }).fill('Welcome back, Nora')
      await press(page, 'Change message')
      await page.getByText('The message has changed.').waitFor()
      await page.getByRole('link', { name: 'Send now' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
      await page.getByText('1 gift is on the way.').waitFor()
      await expect.poll(() => world.mailTo('nora@people.test')).toHaveLength(1)
      const gifts = await Promise.all(hugggs.map(({ id: gift }) => world.get(`/api/v2/hugggs/${gift}`)))
      await isSent(gifts.find(({ status_id }) => status_id !== 6)!.id)
      expect(await world.mailTo('noah@people.test')).toEqual([])
      expect(JSON.stringify(await world.mailTo('nora@people.test'))).toContain('Welcome back, Nora')
      await page.goto('/activity')
      await page
        .getByRole('row', { name: /For Nora/ })
        .getByText('· from Acme main')
        .waitFor()
      for (const menu of [/^Alice Archer.*Your menu/, /^Acme.*Switch team/])
        await page.getByRole('button', { name: menu, exact: true }).first().waitFor({ state: 'attached' })
      await page.goto('/activity/gifts?q=nora')
      expect(await screenProblems(page, '/activity/gifts?q=nora')).toEqual([])
      await press(page, 'Send again')
      await page.getByText('Pick at least one gift first.').waitFor()
      await page.getByLabel('Pick the gift for Nora').check()
      await press(page, 'Send again')
      await page.getByText('1 gift is on its way again.').waitFor()
      await expect.poll(() => world.mailTo('nora@people.test')).toHaveLength(2)
      await page.getByLabel('Pick the gift for Nora').check()
      await page.getByText('1 gift selected:').waitFor()
      await page
        .getByLabel('New last day of selected gifts')
        .fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10))
      await press(page, 'Change last day')
      await page.getByRole('dialog').getByRole('button', { name: 'Change the last day' }).click()
      await page.getByText('The last day of 1 gift has changed.').waitFor()
      const had = await world.available()
      await page.goto(`/activity/${id}?q=nora&status=sent`)
      await press(page, 'Select this page')
      await press(page, 'Cancel')
      await page.getByText(/its price and fees, £10.60, are returned/).waitFor()
      expect(await world.available()).toBe(had)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 gift' }).click()
      await page.getByText('1 gift cancelled. £10.60 returned.').waitFor()
      // With the one that was taken out before.
      await page.locator('dt:text-is("Returned") + dd').getByText('£21.20').waitFor()
      expect(await world.available()).toBe(had + 1060)
      const titles = new Set<string>()
      for (const tab of ['statement', 'balance', 'card', 'top-up', 'settings']) {
        await page.goto(`/wallets/${demo.wallets.acmeMain}/${tab}`)
        titles.add(await page.title())
      }
      expect(titles.size).toBe(5)
    }))

  test('links are sent to people afterwards, and what is left is cancelled at once', () =>
    world.as(SENDER, async (page) => {
      const before = await world.available()
      const { id } = await world.buy({ title: 'A stash', deliveryMethod: 'links', quantity: 3 })
      await page.goto(`/activity/${id}`)
      await page.getByLabel('Addresses, one in a line').fill('not one')
      await press(page, 'Send by email')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Addresses, one in a line').fill('stash@people.test, Stella')
      await press(page, 'Send by email')
      await page.getByText('1 gift is on the way by email.').waitFor()
      await expect.poll(() => world.mailTo('stash@people.test')).toHaveLength(1)
      await page.getByRole('link', { name: 'Cancel all' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 gifts' }).click()
      await page.getByText('3 gifts cancelled. £31.80 returned to the wallet.').waitFor()
      expect(await world.available()).toBe(before)
    }))

  test('without scripts picked gifts are cancelled after a question; one that was used meanwhile is named and stays', async () => {
    const { id, hugggs } = await world.buy({ title: 'By hand', deliveryMethod: 'links', quantity: 3 })
    await world.as(
      SENDER,
      async (page) => {
        const before = await world.available()
        await page.goto(`/activity/${id}?status=link-not-shared`)
        for (const box of await page.getByRole('checkbox', { name: /^Pick the gift for Link/ }).all()) await box.check()
        await press(page, 'Cancel')
        await page.getByText(/Their links stop working at once, and their price and fees, £31.80 in all/).waitFor()
        const token = await world.posy.clientToken('demo-till')
        const body = { location_id: demo.stores.daisyCoffeeLeeds }
        const used = hugggs[1]!.shortcode
        expect((await world.posy.call('POST', `/api/v2/hugggs/${used}/redemptions`, { token, body })).status).toBe(201)
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 gifts' }).click()
        const said = page.getByRole('alert')
        await said.getByText('2 gifts cancelled. £21.20 returned.').waitFor()
        await said.getByText(`Link ${used}: already redeemed`).waitFor()
        expect(await world.available()).toBe(before + 2120)
      },
      { javaScriptEnabled: false },
    )
  })

  test('on a phone the filters are folded, opened by keyboard, and stay open while they are used', () =>
    world.as(
      SENDER,
      async (page) => {
        await page.goto('/activity', { waitUntil: 'networkidle' })
        const status = page.getByLabel('Status')
        await expect.poll(() => status.isVisible()).toBe(false)
        await page.getByRole('searchbox', { name: 'Search' }).focus()
        for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
        await status.selectOption('Sent')
        expect(await accessibilityProblems(page)).toEqual([])
        await press(page, 'Show')
        await page.waitForURL('**status=sent**')
        await expect.poll(() => status.isVisible()).toBe(true)
      },
      { viewport: { width: 390, height: 844 } },
    ))

  test('a viewer sees it all and can change nothing', async () => {
    const { id, hugggs } = await toOne('seen@people.test', 'Sid')
    await world.as('viewer@acme.test', async (page) => {
      for (const [path, title] of [
        [`/activity/${id}`, 'For Sid'],
        [`/activity/gifts/${hugggs[0]!.id}`, 'A gift for Sid'],
      ] as const) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        for (const name of [/Cancel/, /Mark as/, /Correct/])
          await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0)
        const main = page.getByRole('main')
        await expect.poll(() => main.getByRole('button', { name: /Cancel|Send|Correct|Change|Save/ }).count()).toBe(0)
        const refused = await page.request.post(path, {
          form: { intent: 'cancel' },
          headers: { origin: world.posy.url, 'sec-fetch-site': 'same-origin' },
        })
        expect(refused.status()).toBe(403)
      }
      const picked = { do: 'cancel', confirmed: 'yes', attempt: crypto.randomUUID(), ids: hugggs[0]!.id }
      const headers = { origin: world.posy.url, 'sec-fetch-site': 'same-origin' }
      const kept = await page.request.post('/activity/gifts', { form: picked, headers })
      expect(await kept.text()).toContain('Nothing was changed.')
      expect((await world.get(`/api/v2/hugggs/${hugggs[0]!.id}`)).status_id).not.toBe(6)
    })
  })
})

test('every screen about what was bought is accessible and fits, on a phone and a desk, in both themes', async () => {
  const { id, hugggs } = await toOne('look@people.test', 'Maximiliana-Wilhelmina of the Very Long Name')
  await world.as(SENDER, async (page) => {
    const gift = `/activity/gifts/${hugggs[0]!.id}`
    const activity = ['/activity', '/activity/gifts', '/activity?q=nothing', `/activity/${id}`]
    for (const path of [...activity, gift, `${gift}?confirm=cancel`])
      expect(await screenProblems(page, path, [390, 1440])).toEqual([])
  })
})
