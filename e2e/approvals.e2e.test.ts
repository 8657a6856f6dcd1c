import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems, tabTo } from './support/browser.ts'
import { openWorld, press, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const { acme } = demo.teams
  const answer = await world.posy.call('PUT', `/v3/teams/${acme}/users/${demo.users.acmeViewer}`, {
    token: await world.posy.signIn('admin@acme.test'),
    body: { roleGroupId: 'team-admin' },
  })
  expect(answer.status, answer.text).toBe(200)
})
afterAll(() => world?.close())

/** A draft of gift cards at £10.60 each, up to its last step. */
const draft = async (quantity: number): Promise<string> =>
  (
    await world.post('/api/v2/orders', {
      ...{ type: 'bulkHugggs', productId: demo.products.daisyGiftCard10, quantity, deliveryMethod: 'links' },
      ...{ name: 'Summer party', themeId: 'default', sendZone: 'Europe/London' },
    })
  ).id

test('an order over the limit says so before it is asked for, is declined with a note, asked for again and approved by another admin', async () => {
  const before = await world.available()
  const orderId = await draft(3)
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/team/rules')
    await page.getByLabel('One order, at most').fill('20')
    await press(page, 'Save rules')
    await page.getByText('Above £20.00 an order').waitFor()

    await page.goto(`/send/${orderId}/pay`)
    await page.getByText('This order waits for approval first').waitFor()
    await page.getByText('can approve it.').waitFor()
    expect(await page.getByLabel(/Another card|By card/).count()).toBe(0)
    await press(page, 'Ask for approval of £31.80')
    await page.getByRole('heading', { name: 'Your order: £31.80' }).waitFor()
    expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Your order of £31.80 waits for approval' }).waitFor()
  })
  expect(await world.available()).toBe(before)

  const leadsToOrder = (link: string) => link.endsWith(`/approvals/${orderId}`)
  const asked = async () => (await world.mailTo('viewer@acme.test')).filter(({ links }) => links.some(leadsToOrder))
  await expect.poll(asked).toHaveLength(1)
  const [mail] = await asked()
  expect(mail!.subject).toContain('asks you to approve an order of £31.80')
  await world.as(
    'viewer@acme.test',
    async (page) => {
      await page.goto(mail!.links.find(leadsToOrder)!)
      await page.getByText('Summer party').or(page.getByText('3 × ')).first().waitFor()
      // Without a note nothing is declined.
      await page.getByLabel(/^Why, for/).fill(' ')
      await press(page, 'Decline')
      await page.getByText('Say why, for the person who asked.').waitFor()
      await page.getByLabel(/^Why, for/).fill('Two are enough')
      await press(page, 'Decline')
      await page.getByText('Declined by').waitFor()
    },
    { javaScriptEnabled: false },
  )
  await expect
    .poll(async () => (await world.mailTo('admin@acme.test')).map(({ subject }) => subject).join())
    .toContain('Declined: ')

  await world.as('admin@acme.test', async (page) => {
    await page.goto(`/approvals/${orderId}`)
    await page.getByText('“Two are enough”').waitFor()
    await page.goto(`/send/${orderId}/pay`)
    await press(page, 'Ask for approval of £31.80')
    await page.getByRole('heading', { name: 'Your order: £31.80' }).waitFor()
    // What waits is not changed while someone decides.
    await page.goto(`/send/${orderId}/recipients`)
    await page.waitForURL(`**/approvals/${orderId}`)
  })
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/home')
    await page.getByRole('link', { name: /^Decide: .* asks for £31\.80/ }).click()
    await page.waitForURL(`**/approvals/${orderId}`)
    await page.waitForLoadState('networkidle')
    await tabTo(page, /Approve and buy for £31\.80/)
    await page.keyboard.press('Enter')
    await page.getByText('Approved by').waitFor()
    await page.getByRole('link', { name: 'See the gifts' }).click()
    await page.getByRole('heading', { name: 'Summer party' }).waitFor()
  })
  expect(await world.available()).toBe(before - 3180)
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/team/audit')
    await page.getByText('Order approved').first().waitFor()
  })
})

test('the pages of a waiting order are accessible for its approver and its buyer, in both themes', async () => {
  const orderId = await draft(4)
  await world.post('/api/v2/transactions', {
    purchase: { type: 'order', reference: orderId },
    payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
  })
  for (const who of ['viewer@acme.test', 'admin@acme.test'])
    await world.as(who, async (page) => {
      for (const path of ['/approvals', `/approvals/${orderId}`])
        expect(await screenProblems(page, path, [390])).toEqual([])
    })
})
