import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import {
  acceptOnScreen,
  confirm,
  follow,
  latestRun,
  loadAvailable,
  moveMoney,
  OWNER,
  pressExactly,
  purse,
  reads,
  root,
  row,
  sees,
} from './support/budget-steps.ts'
import { freshWorld } from './support/world.ts'

/** An automated budget as its owner and its participants meet it, from the wizard to the last penny. */
const world = freshWorld()

const goOn = (page: Page) => pressExactly(page, 'Save and continue')
/** More than any month, and four of them less than five months. */
const A_MONTH = 'P32D'
const runsExecuted = async (id: string): Promise<number> => (await world.get(`${root}/${id}`)).runsExecuted

const people = Array.from({ length: 12 }, (_, n) => `person-${n + 1}@acme.test`)
const [ADA, BOB] = people as [string, string]
const BOB_NAME = 'Bob Person'

/** From an empty form to a budget that runs. @returns its id */
async function makeInWizard(page: Page): Promise<string> {
  await page.goto('/budgets/new')
  await page.getByLabel('Name').fill('Thank-you fund')
  await page.getByLabel('Amount for each person, each time').fill('25')
  await page.getByLabel(/Roll over/).check()
  await goOn(page)
  await page.waitForURL('**/schedule')
  await expect.poll(() => page.getByLabel('How often?').inputValue()).toBe('month')
  await goOn(page)
  await page.waitForURL('**/participants')
  const csv = ['Email', ...people.slice(0, 11), 'no-address'].join('\r\n')
  await page
    .getByLabel('or a file, CSV or Excel')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await pressExactly(page, 'Add to the list')
  const wrong = page.getByLabel('Email, row 12')
  await expect.poll(() => wrong.inputValue()).toBe('no-address')
  await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true')
  await wrong.fill(people[11]!)
  await goOn(page)
  await page.waitForURL('**/rules')
  await page.getByLabel(/Only to these email domains/).fill('friends.test')
  // The gift outlives the months to come: one that is over brings its money back.
  await page.getByLabel('Days a gift may last, at most').fill('200')
  await page.getByLabel(/Highest price of a gift/).fill('15')
  await page.getByLabel(/Reasons to choose from/).fill('Well done\nThank you')
  await goOn(page)
  await page.waitForURL('**/funding')
  await page.getByLabel(/Thank-you purse/).check()
  await goOn(page)
  await page.waitForURL('**/review')
  return new URL(page.url()).pathname.split('/')[2]!
}

async function sendsGift(page: Page) {
  await page.goto(`/products/${demo.products.daisyGiftCard10}`)
  await pressExactly(page, 'Send this gift')
  await page.waitForURL('**/recipients')
  await expect.poll(() => page.getByRole('link', { name: /As links/ }).count()).toBe(0)
  await sees(page, 'Gifts go only to addresses at friends.test.')
  await page.getByLabel('Email, row 1').fill('dee@elsewhere.test')
  await goOn(page)
  await sees(page, 'Nothing was sent yet')
  await sees(page, 'The team sends only to friends.test.')
  await page.getByLabel('Email, row 1').fill('dee@friends.test')
  await goOn(page)
  await page.waitForURL('**/message')
  await page.getByLabel('Reason', { exact: true }).selectOption('Well done')
  await goOn(page)
  await page.waitForURL('**/schedule')
  await sees(page, /it lasts 200 days/)
  await goOn(page)
  await page.waitForURL('**/pay')
  await pressExactly(page, 'Pay £10.60')
  await page.waitForURL('**/done')
}

async function isRefusedElsewhere(page: Page, walletId: string) {
  const { hits } = await world.post('/v3/searches/products', { filter: { minPrice: 2000, territory: 'GB' }, size: 1 })
  const tooDear = hits[0].product
  await page.goto('/send/browse')
  await sees(page, 'Only gifts that your budget allows and your £14.40 covers, with the fee, are shown.')
  const goesOn = page.getByRole('button', { name: 'Continue with this' })
  const colour = () => goesOn.evaluate((button) => getComputedStyle(button).backgroundColor)
  await page.goto(`/send/new?product=${demo.products.daisyGiftCard10}`)
  const whenItWorks = await colour()
  await page.goto(`/send/new?product=${tooDear.id}`)
  await sees(page, 'Your budget does not allow this gift')
  await sees(page, 'Gifts of up to £15.00 may be given.')
  await expect.poll(() => goesOn.isDisabled()).toBe(true)
  // It looks at rest as well.
  expect(await colour()).not.toBe(whenItWorks)
  const refused = await world.posy.call('POST', '/api/v2/transactions', {
    token: await world.posy.signIn(ADA),
    body: {
      purchase: {
        type: 'bulkHugggs',
        reference: tooDear.id,
        reasonCode: 'Well done',
        receivers: [{ email: 'dee@friends.test' }],
      },
      payment: { method: 'walletCommitment', reference: walletId },
    },
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'restricted'])
}

test('£25 a month for twelve people: forecast, accepted, spent, left, short of money, corrected, stopped, to the penny', async () => {
  const main = await loadAvailable(world, demo.wallets.acmeMain)
  const fund = await purse(world, 'Thank-you purse', 90_000)
  let id = ''

  await world.as(OWNER, async (page) => {
    id = await makeInWizard(page)
    const forecast = page.getByRole('table', { name: 'Forecast' })
    await reads(forecast.getByRole('row').nth(1), /£300\.00[\s\S]*£600\.00/)
    await reads(forecast.getByRole('row').nth(3), /£300\.00[\s\S]*£0\.00/)
    await pressExactly(page, 'Start now')
    await page.waitForURL(`**/budgets/${id}`)
    // Without a reload: the page looks again while the budget is starting.
    await page.getByRole('main').getByText('Live', { exact: true }).first().waitFor()
    await sees(page, '12 people, 12 still to accept')
  })

  await world.visitor(async (page) => {
    await acceptOnScreen(world, page, ADA, 'Ada')
    // The page looks again until their first money has come.
    await reads(page.getByRole('main'), /£25\.00\s+left to give, from Acme/)
    await sees(page, /£25\.00 more is added on .* You keep what you do not spend\./)
    for (const rule of ['By email', 'Addresses at friends.test', 'Up to £15.00', 'One of: Well done, Thank you'])
      await sees(page, rule)
    await sendsGift(page)
    const { data } = (await world.posy.call('GET', '/v3/allowance', { token: await world.posy.signIn(ADA) })).body
    expect([data.available, data.live]).toEqual([1440, 1000])
    await isRefusedElsewhere(page, data.walletId)
  })
  await world.visitor((page) => acceptOnScreen(world, page, BOB, 'Bob'))

  for (const runs of [2, 3, 4]) {
    await world.advance(A_MONTH)
    await expect.poll(() => runsExecuted(id)).toBe(runs)
    expect(await latestRun(world, id)).toMatchObject({ status: 'succeeded', participants: 2, paid: 5000 })
  }
  expect(await loadAvailable(world, fund)).toBe(70_000)

  await world.as(OWNER, async (page) => {
    await page.goto(`/budgets/${id}/runs`)
    await expect.poll(() => page.getByRole('table', { name: 'Runs' }).getByText('As planned').count()).toBe(4)
    await follow(page, 'Participants')
    await reads(row(page, ADA), /£100\.00\s+£89\.40/)
    await reads(row(page, BOB), /£100\.00\s+£100\.00/)

    // Bob leaves: a part is taken back first, the rest as he goes.
    await follow(page, BOB_NAME)
    await page.getByLabel('Amount').fill('100.01')
    // What was refused can be corrected and sent while the page around is still loading.
    await page.route(/\.data/, async (route) => {
      if (route.request().method() === 'GET') await page.waitForTimeout(1000)
      await route.continue()
    })
    await pressExactly(page, 'Take money back')
    await sees(page, 'The participant has less than that to spend.')
    await page.getByLabel('Amount').fill('10')
    await page.keyboard.press('Enter')
    await sees(page.getByRole('dialog'), /Take £10\.00 back from .*\?/)
    await page.unrouteAll({ behavior: 'wait' })
    expect(await loadAvailable(world, fund)).toBe(70_000)
    await confirm(page, 'Take £10.00 back')
    await sees(page, '£10.00 went back to the budget’s wallet.')
    await follow(page, 'Remove')
    await sees(page.getByRole('dialog'), /£90\.00 that they have not spent goes back to the wallet/)
    await confirm(page, 'Remove')
    await sees(page, `${BOB_NAME} is out of the budget.`)
    expect(await loadAvailable(world, fund)).toBe(80_000)

    // Someone needs the money elsewhere: the owner is warned ahead, told afterwards, and puts it right.
    await moveMoney(world, fund, demo.wallets.acmeMain, 79_000)
    await page.goto(`/budgets/${id}`)
    await sees(page, /The wallet will not cover the run of/)
    await sees(page, /It will have £10\.00, and the run costs £25\.00/)
    const money = page.locator('dl').first()
    for (const figure of [/Given so far\s+£200\.00/, /Spent\s+£10\.60/, /Live\s+£10\.00/, /Available\s+£89\.40/])
      await reads(money, figure)
    await world.advance(A_MONTH)
    await expect.poll(async () => (await latestRun(world, id)).status).toBe('failed')
    await page.reload()
    await sees(page, /did not go through\. There was not enough money in the wallet\./)
    await sees(page, /No money has moved\. Top up the wallet.*The next try is on/)
    expect(await loadAvailable(world, fund)).toBe(1000)
    await page.goto(`/wallets/${demo.wallets.acmeMain}/transfer`)
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Thank-you purse (£10.00)' })
    await page.getByLabel('Amount').fill('100')
    await pressExactly(page, 'Move it')
    await sees(page, '£100.00 moved to Thank-you purse.')
    await page.goto(`/budgets/${id}`)
    await page.getByRole('link', { name: 'Run it again' }).first().click()
    await confirm(page, 'Run it again')
    await expect.poll(() => runsExecuted(id)).toBe(5)
    await page.getByText('did not go through').waitFor({ state: 'detached' })
    await follow(page, 'Who got what')
    await reads(row(page, ADA), /£89\.40\s+\+£25\.00\s+£114\.40/)

    await follow(page, 'Settings')
    await follow(page, 'Stop for good')
    await sees(page.getByRole('dialog'), /£114\.40 that has not been spent goes back to the wallet/)
    await confirm(page, 'Stop it')
    await page.getByRole('main').getByText('Ended', { exact: true }).first().waitFor()
  })
  expect(await loadAvailable(world, fund)).toBe(1000 + 10_000 - 2500 + 11_440)
  // All there was, less one gift of £10.60.
  expect((await loadAvailable(world, fund)) + (await loadAvailable(world, demo.wallets.acmeMain))).toBe(main - 1060)
  // Nothing more is written while the operator looks.
  world.posy.process.kill('SIGTERM')
  await new Promise((resolve) => world.posy.process.once('exit', resolve))
  const proof = await world.posy.operator('reconcile')
  expect(proof.code, proof.output).toBe(0)
})
