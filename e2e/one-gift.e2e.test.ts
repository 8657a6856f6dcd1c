import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, sidewaysOverflow } from './support/browser.ts'
import { pressExactly, reads, root, sees } from './support/budget-steps.ts'
import { accept } from './support/busy-budget.ts'
import { eventually } from './support/eventually.ts'
import { freshWorld } from './support/world.ts'

/** Someone with two allowances gives from each of them, on a phone: from home, an address and the button that sends. */
const ADA = 'ada@people.test'
const DEE = 'dee@friends.test'

const world = freshWorld(async () => {
  await allowance('Thank-you fund', 2500, { deliveryEmailDomains: ['friends.test'] })
  await accept(world.posy, ADA)
  await allowance('Birthday fund', 4000, { reasonCodes: ['Birthday'] })
  const tokens = await eventually(async () => {
    const links = (await world.mailTo(ADA)).flatMap(({ links }) => links).filter((each) => each.includes('/join?'))
    const found = new Set(links.map((each) => new URL(each).searchParams.get('token')!))
    return found.size === 2 ? [...found] : undefined
  })
  for (const token of tokens) {
    const invite = (await world.posy.call('GET', `/v3/team-invites/token/${token}`)).body.data
    if (!invite || invite.accepted) continue
    const as = await world.posy.signIn(ADA)
    await world.posy.call('POST', `/v3/team-invites/${invite.id}/accept`, {
      token: as,
      body: { token, existingUser: true },
    })
  }
  await eventually(async () => ((await allowances()).length === 2 ? true : undefined))
})

/** A live budget whose one participant is Ada. */
async function allowance(name: string, pence: number, rules: object): Promise<void> {
  const { id } = await world.post(root, {
    name,
    budgetAmount: pence,
    frequency: 'month',
    unspentParticipantBalanceAction: 'rollover',
    ...rules,
  })
  await world.post(`${root}/${id}/participants`, { participants: [ADA] })
  await world.post(`${root}/${id}/start`)
}

async function allowances(): Promise<{ name: string; available: number; live: number }[]> {
  const { body } = await world.posy.call('GET', '/v3/allowances', { token: await world.posy.signIn(ADA) })
  return body.data
}

const phone = { viewport: { width: 390, height: 844 } }

test('a sender sends one gift from the home page: a wrong address is refused beside it, a second gift is asked about once, the sums are right', () =>
  world.as(
    ADA,
    async (page) => {
      await expect.poll(async () => (await allowances()).map(({ available }) => available)).toEqual([2500, 4000])
      await page.goto('/home')
      for (const name of ['Thank-you fund', 'Birthday fund'])
        await page.getByRole('heading', { name, exact: true }).waitFor()
      await page.goto('/send/browse')
      // One screen follows, and no steps.
      expect(await page.getByRole('navigation', { name: 'Steps' }).count()).toBe(0)
      await page.locator('a[href*="/send/one"]').last().click()
      await page.getByLabel('Their email address').waitFor()

      await page.goto(`/send/one?product=${demo.products.daisyGiftCard10}`)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
      await sees(page, /Paid from Thank-you fund, Acme: £25\.00 left, £14\.40 afterwards/)
      await page.getByLabel('Their email address').fill('dee@elsewhere.test')
      await page.getByLabel('Their name (optional)').fill('Dee Dale')
      await page.getByLabel('Message (optional)').fill('Well done!')
      await pressExactly(page, 'Send for £10.60')
      await sees(page, /The team sends only to friends\.test/)
      await page.getByLabel('Their email address').fill(DEE)
      await pressExactly(page, 'Send for £10.60')
      await sees(page, `Your gift for ${DEE} is paid for, and its email is being sent.`)
      await reads(page.getByRole('main'), /£14\.40\s+left to give, from Acme/)
      const [mail] = await eventually(async () => {
        const mails = await world.mailTo(DEE)
        return mails.length ? mails : undefined
      })
      expect(mail!.text).toContain('Well done!')
      expect(mail!.text).toMatch(/\bDee\b(?! Dale)/)
      // What she gave, and to whom, on home, in Activity and in her statement.
      await sees(page, /1 gift for Dee Dale/)
      await page.goto('/activity')
      await sees(page, /By email for Dee Dale/)
      await page.goto('/home')
      await page.getByRole('link', { name: 'Statement of Thank-you fund' }).click()
      await sees(page, 'Daisy Coffee gift card, £10 for Dee Dale')

      // The same person again: asked, once.
      await page.goto(`/send/one?product=${demo.products.daisyGiftCard10}`)
      await page.getByLabel('Their email address').fill(DEE)
      await pressExactly(page, 'Send for £10.60')
      await sees(page, 'They had a gift from your team in the last 30 days')
      expect((await allowances())[0]).toMatchObject({ available: 1440, live: 1000 })
      await pressExactly(page, 'Send for £10.60')
      await sees(page, `Your gift for ${DEE} is paid for, and its email is being sent.`)
      expect((await allowances())[0]).toMatchObject({ available: 380, live: 2000 })
      await page.goto(`/send/one?product=${demo.products.daisyGiftCard10}`)
      await sees(page, 'Your allowance does not cover this gift')
      // Where gifts are chosen, what is left comes first; the others are a press away.
      const cards = page.locator(`a[href*="${demo.products.daisyGiftCard10}"]`)
      await page.goto('/send/browse?q=Daisy')
      await sees(page, /your £3\.80 covers, with the fee/)
      expect(await cards.count()).toBe(0)
      await page.goto('/send/browse?q=Daisy&all=1')
      await sees(page, 'Only what your £3.80 covers')
      expect(await cards.count()).toBe(1)
    },
    phone,
  ))

test('a sender with two allowances picks one, and spends that one, without scripts', () =>
  world.as(
    ADA,
    async (page) => {
      await page.goto('/home')
      await page.getByRole('button', { name: 'Send a gift from Birthday fund' }).click()
      await page.waitForURL('**/send/browse')
      await page.goto(`/send/one?product=${demo.products.daisyFlatWhite}`)
      await sees(page, /Paid from Birthday fund/)
      await page.getByLabel('Their email address').fill(ADA)
      await page.getByLabel('Reason').selectOption('Birthday')
      await pressExactly(page, 'Send for £3.90')
      await sees(page, 'This is your own address')
      await page.getByLabel('Their email address').fill('eve@friends.test')
      // The only one there is.
      expect(await page.getByLabel('Reason').inputValue()).toBe('Birthday')
      await pressExactly(page, 'Send for £3.90')
      await sees(page, 'Your gift for eve@friends.test is paid for, and its email is being sent.')
      expect((await allowances())[1]).toMatchObject({ name: 'Birthday fund', available: 3610 })
      // Whichever was spent last, both are there.
      for (const path of ['/home', '/allowances']) {
        await page.goto(path)
        for (const { name } of await allowances()) await page.getByRole('heading', { name, exact: true }).waitFor()
      }
    },
    { ...phone, javaScriptEnabled: false },
  ))

test('a page pays from the budget that it was opened for, and says whose it is, whichever another tab has switched to', () =>
  world.as(ADA, async (page, { context }) => {
    await page.goto(`/send/one?product=${demo.products.daisyFlatWhite}`)
    await sees(page, /Paid from Birthday fund/)
    const before = (await allowances()).map(({ available }) => available)
    const other = await context.newPage()
    await other.goto('/home')
    await sees(other, /The rest of this page is about Birthday fund/)
    await other.getByRole('button', { name: 'Send a gift from Thank-you fund' }).click()
    await other.waitForURL('**/send/browse')
    await page.getByLabel('Their email address').fill('tabs@friends.test')
    await pressExactly(page, 'Send for £3.90')
    await sees(page, 'Your gift for tabs@friends.test is paid for')
    expect((await allowances()).map(({ available }) => available)).toEqual([before[0], before[1]! - 390])
    await page.getByRole('heading', { name: 'Recent activity in Birthday fund' }).waitFor()
    // The other tab follows at its next page, which says so, and leads to the same page of the other budget.
    await other.getByRole('link', { name: 'Activity' }).click()
    await other.getByRole('button', { name: /^Birthday fund.*Switch team/ }).waitFor()
    await sees(other, /This page is about your budget Birthday fund/)
    await other.getByRole('main').getByRole('button', { name: 'Show Thank-you fund' }).click()
    await other.getByRole('button', { name: /^Thank-you fund.*Switch team/ }).waitFor()
    await sees(other, /This page is about your budget Thank-you fund/)
  }))
