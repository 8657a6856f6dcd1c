import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const world = freshWorld(undefined, { chained: true })

const who = 'admin@globex.test'
const team = demo.teams.globex

/** As Globex's admin, over HTTP. */
async function globex(method: string, path: string, body?: object) {
  const token = await world.posy.signIn(who)
  const answer = await world.posy.call(method, path, { token, ...(body && { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body.data
}
const invoices = (): Promise<{ id: string; number: string; total: number; outstanding: number; from: string }[]> =>
  globex('GET', `/api/v2/teams/${team}/invoices`)

async function storeCard(): Promise<void> {
  const { publicKey } = await world.get('/api/v2/cards/fields')
  const { body: card } = await world.posy.call('POST', '/sandbox/checkout/tokens', {
    headers: { authorization: publicKey },
    body: { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvv: '100' },
  })
  await globex('POST', '/api/v2/charges', { token: card.token, amount: 1000, storeCard: true })
}

test('a team upgrades without scripts, pays by card, is invoiced for two more months, and moves to a smaller plan: right to the penny', async () => {
  await storeCard()
  // A plan that an operator set ends with notice, too, and is taken back at no cost.
  await world.as(who, async (page) => {
    await page.goto('/team/plan')
    await page.getByText('If you cancel today, your plan ends on').waitFor()
    await page.getByRole('link', { name: 'Cancel the plan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()
    await page.getByText('Your plan is cancelled.').waitFor()
    await page.getByRole('heading', { name: 'Your plan: Plus' }).waitFor()
    await page.getByRole('link', { name: 'Withdraw' }).click()
    await press(page, 'Withdraw it')
    await page.getByText('If you cancel today, your plan ends on').waitFor()
  })
  expect(await invoices()).toEqual([])
  await world.as(
    who,
    async (page) => {
      await page.goto('/team/details')
      await page.getByRole('link', { name: 'See or change the plan' }).click()
      await page.getByRole('heading', { name: 'Your plan: Plus' }).waitFor()
      await page.getByRole('link', { name: 'Upgrade to Enterprise' }).click()
      await page.getByText('£298.80', { exact: true }).waitFor()
      await page.getByText('It starts when its invoice is paid').waitFor()
      await press(page, 'Upgrade to Enterprise')
      await page.getByRole('heading', { name: 'Enterprise starts when it is paid' }).waitFor()
      await page.getByRole('heading', { name: 'Your plan: Plus' }).waitFor()
      await press(page, 'Pay £298.80')
      await page.getByRole('heading', { name: 'Your plan: Enterprise' }).waitFor()
      await page.getByText('Paid. Thank you.').waitFor()
    },
    { javaScriptEnabled: false },
  )
  await world.advance('P1M')
  await world.advance('P1M')
  const sums = async () => (await invoices()).map(({ total, outstanding }) => [total, outstanding])
  await expect.poll(sums).toEqual([
    [29_880, 29_880],
    [29_880, 29_880],
    [29_880, 0],
  ])
  await world.as(who, async (page) => {
    await page.goto('/team/plan')
    await page.getByRole('link', { name: 'Move to Plus' }).click()
    await page.getByText('Until then your present plan holds').waitFor()
    await press(page, 'Move to Plus')
    await page.getByRole('heading', { name: /^Plus from / }).waitFor()
    await page.getByRole('heading', { name: 'Your plan: Enterprise' }).waitFor()
  })
  await world.advance('P1M')
  await expect.poll(async () => (await sums())[0]).toEqual([5880, 5880])
  await world.as(who, async (page) => {
    await page.goto('/team/plan')
    await page.getByRole('heading', { name: 'Your plan: Plus' }).waitFor()
    await page.getByText('An invoice for your plan is overdue').waitFor()
    const [newest] = await invoices()
    expect(newest).toMatchObject({ total: 5880, outstanding: 5880 })
    const pdf = await page.request.get(`/invoices/${newest!.id}/pdf`)
    const words = (await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), { mergePages: true }))
      .text
    for (const part of ['Posy plan Plus', 'Net £49.00', 'VAT £9.80', 'Total £58.80', newest!.number])
      expect(words.replace(/\s+/g, ' ')).toContain(part)
  })
  const statement = await globex('GET', `/v3/teams/${team}/account-statement`)
  expect(statement).toMatchObject({ invoiced: 3 * 29_880 + 5880, paid: 29_880, closing: 2 * 29_880 + 5880 })
})

test('an invoice is paid by card on its own page, with one button', async () => {
  const owed = (await invoices()).find(({ outstanding }) => outstanding > 0)!
  await world.as(
    who,
    async (page) => {
      expect(await screenProblems(page, `/invoices/${owed.id}`)).toEqual([])
      await press(page, `Pay £${(owed.outstanding / 100).toFixed(2)}`)
      await page.getByText('Paid. Thank you.').waitFor()
      expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0)
    },
    { viewport: { width: 390, height: 844 } },
  )
  expect((await invoices()).find(({ id }) => id === owed.id)).toMatchObject({ outstanding: 0 })
})

test('a customer who leaves says where the balance goes, sees what is kept, and takes the request back, without scripts', () =>
  world.as(
    who,
    async (page) => {
      await page.goto('/team/plan')
      await page.getByRole('link', { name: 'Take your records and balance with you' }).click()
      await page.getByText('at least six years, as tax law asks', { exact: false }).waitFor()
      // First everything they have, in one file.
      await page.getByRole('link', { name: 'Everything in one file' }).click()
      await press(page, 'Make the archive')
      await page.waitForURL('**/team/archive/*')
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('link', { name: 'Download' }).count()
        })
        .toBe(1)
      await page.goto('/team/leaving')
      await page.getByLabel('Name on the bank account').fill('Globex Ltd')
      await page.getByLabel('Sort code').fill('20-00-0')
      await page.getByLabel('Account number').fill('12345678')
      await press(page, 'Ask to close the account')
      await page.getByText('must be six digits', { exact: false }).first().waitFor()
      await page.getByLabel('Sort code').fill('20-00-00')
      await press(page, 'Ask to close the account')
      await page.getByText('No money has moved yet.', { exact: false }).first().waitFor()
      await page.getByText('5678', { exact: true }).waitFor()
      await press(page, 'Take it back')
      await page.getByRole('heading', { name: 'Close the account' }).waitFor()
    },
    { javaScriptEnabled: false },
  ))

test('the plan is accessible and fits, on a phone and a desk, in both themes', () =>
  world.as(who, async (page) => {
    for (const path of [
      '/team/plan',
      `/team/plan/${demo.plans.free}`,
      '/team/plan?ask=cancel',
      '/team/leaving',
      '/team/archive',
    ])
      expect(await screenProblems(page, path, [390, 1440])).toEqual([])
  }))
