import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { speak } from '#web/recipient/award/words/index.ts'
import { accessibilityProblems, screenProblems, sidewaysOverflow, tabTo } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const world = freshWorld(async ({ posy }) => {
  const { acme } = demo.teams
  const answer = await posy.call('PUT', `/v3/teams/${acme}/users/${demo.users.acmeViewer}`, {
    token: await posy.signIn('admin@acme.test'),
    body: { roleGroupId: 'team-admin' },
  })
  expect(answer.status, answer.text).toBe(200)
})

/** A draft of gift cards at £10.60 each, up to its last step. */
const draft = async (quantity: number): Promise<string> =>
  (
    await world.post('/api/v2/orders', {
      ...{ type: 'bulkHugggs', productId: demo.products.daisyGiftCard10, quantity, deliveryMethod: 'links' },
      ...{ name: 'Summer party', themeId: 'default', sendZone: 'Europe/London' },
    })
  ).id

/** Orders above £20 wait. */
async function limitOrders(page: Page): Promise<void> {
  await page.goto('/team/rules')
  await page.getByLabel('One order, at most').fill('20')
  await press(page, 'Save rules')
  await page.getByText('Above £20.00 an order').waitFor()
}

test('an order over the limit says so before it is asked for, is declined with a note, asked for again and approved by another admin', async () => {
  const before = await world.available()
  const orderId = await draft(3)
  await world.as('admin@acme.test', async (page) => {
    await limitOrders(page)
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

  const leadsToOrder = (link: string) => new URL(link).pathname === `/approvals/${orderId}`
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
  await world.as('admin@acme.test', limitOrders)
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

test('a case worker on a phone helps someone, a second person approves, and who was helped lately is helped again with a reason', async () => {
  const grant = await world.post('/v3/grants', {
    ...{ name: 'Household support', fromDay: '2026-01-01', untilDay: '2030-12-31', approvalAbove: 5000 },
    rails: ['cash-out', 'post-office', 'pin'],
  })
  await world.post(`/v3/grants/${grant.id}/fundings`, { walletId: demo.wallets.acmeMain, amount: 20_000 })
  const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }
  const ask = async (page: Page, caseReference: string, pounds: string) => {
    await page.goto('/support/awards/new')
    await page.getByLabel('Name of the person').fill('Ann Example')
    await page.getByLabel('Date of birth').fill('1984-02-29')
    await page.getByLabel('Mobile number').fill('07700 900123')
    await page.getByLabel('Case reference').fill(caseReference)
    await page.getByLabel('What it is for').fill('Food')
    await page.getByLabel('Amount').fill(pounds)
    await page.getByLabel('Post Office Payout').uncheck()
    await press(page, 'Make the award')
  }
  await world.as(
    'admin@acme.test',
    async (page) => {
      await ask(page, 'C-2026-113', '60')
      await page.getByText('It waits for a second person.').waitFor()
      expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    },
    phone,
  )
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/support')
    await page.getByRole('link', { name: 'Approvals (1)' }).click()
    await page.getByRole('link', { name: 'Ann Example' }).click()
    await page.getByText('Limits count each record of a person').first().waitFor()
    await page.getByText('Nothing to this person or case').waitFor()
    await page.getByText('07700 900123').waitFor()
    await press(page, 'Approve £60.00')
    await page.getByText('The award is issued.').waitFor()
  })
  await world.as(
    'admin@acme.test',
    async (page) => {
      await page.goto('/support/awards/new')
      await page.getByLabel('Name of the person').fill('Ann Other')
      await press(page, 'Check whom you have helped')
      await page.getByText('No one your team has helped is known by this.').waitFor()
      await page.getByLabel('Name of the person').fill('Ann Example')
      await press(page, 'Check whom you have helped')
      await page.getByLabel('Award to this person: Ann Example').waitFor()
      await ask(page, 'C-2026-114', '5')
      // Who is there already is shown with what they got, by whom and when, and the award is one more of theirs.
      await page.getByText('Choose who it is for').first().waitFor()
      await page.getByRole('link', { name: /^£60\.00 on .*, case C-2026-113$/ }).waitFor()
      expect(await page.getByLabel('Post Office Payout').isChecked()).toBe(false)
      // A way that does not pay £5 is unticked, and says why.
      expect(await page.getByLabel('Pin4Cash does not pay this amount').isChecked()).toBe(false)
      await page.getByLabel('Award to this person: Ann Example').check()
      await page.getByLabel('Why they are helped again').fill('Their money was stolen')
      await press(page, 'Make the award')
      // What the person has had counts towards the limit.
      await page.getByText('It waits for a second person.').waitFor()
      await page.getByRole('definition').filter({ hasText: 'Their money was stolen' }).waitFor()
      await page.goto('/support?q=c-2026-113')
      await page.getByRole('link', { name: 'Ann Example' }).click()
      await press(page, 'Show its link')
      await page.getByText('As it is typed').waitFor()
      await page.goto('/support?q=0114+C-2026')
      await page.getByText('No awards match').waitFor()
      await page.goto('/support?q=c-2026-114')
      await page.getByRole('link', { name: 'Ann Example' }).click()
      await page.getByRole('link', { name: 'All their awards' }).click()
      await page.getByText('2 awards, £0.00 of it paid out').waitFor()
      await page.getByRole('link', { name: 'Change', exact: true }).click()
      await page.getByLabel('Postal address').fill('4 Long Street\nLeeds')
      await press(page, 'Save')
      await page.getByText('Their details are changed.').waitFor()
      await page.getByText('4 Long Street').waitFor()
    },
    phone,
  )
  const [last] = await world.get('/v3/awards')
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/support/awards/new')
    // With scripts both are said as one types, before any press.
    await page.getByLabel('Name of the person').fill('Ann Example')
    await page.getByLabel('Date of birth').fill('1984-02-29')
    await page.getByRole('textbox', { name: 'Amount' }).fill('45')
    await page.getByLabel('Award to this person: Ann Example').waitFor()
    await expect.poll(() => page.getByLabel('Pin4Cash does not pay this amount').isChecked()).toBe(false)
    await page.getByRole('textbox', { name: 'Amount' }).fill('50')
    await expect.poll(() => page.getByLabel('Pin4Cash').isChecked()).toBe(true)
    for (const path of [
      '/support',
      '/support/overview',
      '/support/awards/new',
      `/support/awards/${last.id}`,
      `/support/grants/${grant.id}`,
      `/support/grants/${grant.id}/report`,
    ])
      expect(await screenProblems(page, path, [390])).toEqual([])
    // On a phone the tables of a report are folded below its plots; on paper all of them are there.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/support/grants/${grant.id}/report`)
    await page.getByRole('heading', { name: 'By reason' }).waitFor()
    const tables = () =>
      page.locator('main table').evaluateAll((all) => all.filter((table) => table.checkVisibility()).length)
    expect(await tables()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    expect(await tables()).toBe(6)
    await page.emulateMedia({ media: 'screen' })
    await page.getByText('All reasons, and what was paid out').click()
    await page.getByRole('table', { name: 'Awards made in these days, by what they are for' }).waitFor()
  })
})

test('someone in need opens their award in the language that is kept of them, with their birth date, on a small phone with text twice as large and no scripts, and is shown the code; that they cannot use it reaches their case worker', async () => {
  const grant = await world.post('/v3/grants', {
    ...{ name: 'Help at once', fromDay: '2026-01-01', untilDay: '2030-12-31', rails: ['cash-out', 'post-office'] },
  })
  await world.post(`/v3/grants/${grant.id}/fundings`, { walletId: demo.wallets.acmeMain, amount: 10_000 })
  const ids: string[] = []
  for (const [language, javaScriptEnabled, way] of [
    ['pl', false, 'cash-out'],
    // The page has no script of its own: the one here is what judges it.
    ['ar', true, 'post-office'],
  ] as const) {
    const award = await world.post('/v3/awards', {
      ...{ grantId: grant.id, caseReference: `P-${language}`, reason: 'Food', amount: 2_000 },
      person: { name: `Ann ${language}`, dateOfBirth: '1984-02-29', language },
      rails: ['cash-out', 'post-office'],
    })
    ids.push(award.id)
    const { url } = await world.post(`/v3/awards/${award.id}/link`)
    const say = speak(language)
    const options = { javaScriptEnabled, locale: 'en-GB', viewport: { width: 320, height: 700 } }
    await world.visitor(
      (page) => usePersonPage(page, new URL(url).pathname, say, { way, isJudged: javaScriptEnabled }),
      options,
    )
    const { status, rail, timeline } = await world.get(`/v3/awards/${award.id}`)
    expect([status, rail]).toEqual(['code-generated', way])
    expect(timeline.map(({ reason }: { reason: string }) => reason)).toContain('cannot use it: too-far')
  }
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/home')
    await page.getByRole('heading', { name: 'The person of case P-pl cannot use their award' }).waitFor()
    await page.goto('/support?status=cannot-use')
    await page.getByRole('link', { name: 'Ann pl' }).click()
    await page.getByText(/It is too far away, they said on/).waitFor()
    expect(await screenProblems(page, `/support/awards/${ids[0]}`, [390])).toEqual([])
    await press(page, 'Cancel and award again')
    await page.getByText('Cancelled. Its money went back to the grant.').waitFor()
    expect(await page.getByLabel('Case reference').inputValue()).toBe('P-pl')
    expect(await page.getByLabel('Amount').inputValue()).toBe('20.00')
    expect(await page.getByLabel('PayPoint CashOut').isChecked()).toBe(false)
    await press(page, 'Make the award')
    await page.getByText('The award is made.').waitFor()
    await page.goto(`/support/awards/${ids[1]}`)
    await page.getByText(/Its code cannot be stopped. What is not cashed by/).waitFor()
    await page.getByLabel('Reason').fill('A neighbour goes with them')
    await press(page, 'It is settled')
    await page.getByText('A neighbour goes with them').waitFor()
    await page.goto('/support?status=cannot-use')
    await page.getByText('No awards match').waitFor()
  })
})

type Say = ReturnType<typeof speak>

/** From the link to the code at the counter, by its words alone. */
async function usePersonPage(
  page: Page,
  path: string,
  say: Say,
  { way, isJudged }: { way: 'cash-out' | 'post-office'; isJudged: boolean },
): Promise<void> {
  /** The page as it stands: whole at twice the text's size, and for assistive technology. */
  const isWhole = async (word: Parameters<Say>[0]) => {
    await page.getByRole('heading', { level: 1, name: say(word, { team: 'Acme' }) }).waitFor()
    expect(await page.locator('script').count()).toBe(0)
    if (isJudged) expect([word, await accessibilityProblems(page)]).toEqual([word, []])
    const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    await page.evaluate((twice) => document.documentElement.style.setProperty('font-size', `${twice}px`), size * 2)
    expect([word, await sidewaysOverflow(page)]).toEqual([word, 0])
  }
  const fillBirthDate = async (day: string, year = '1984') => {
    for (const [word, typed] of [
      ['day', day],
      ['month', '2'],
      ['year', year],
    ] as const)
      await page.getByLabel(say(word), { exact: true }).fill(typed)
    await press(page, say('open'))
  }
  await page.goto(path)
  await isWhole('lead')
  await fillBirthDate('29', '84')
  await page.getByRole('alert').getByText(say('yearWrong')).waitFor()
  await isWhole('lead')
  await fillBirthDate('28')
  await page
    .getByRole('alert')
    .getByText(say('wrongBirthDate', { tries: '2' }))
    .waitFor()
  await isWhole('lead')
  await fillBirthDate('29')
  await isWhole('title')
  await page.getByText(say('amount', { amount: '£20' })).waitFor()
  await page.getByText(say('cannot'), { exact: true }).click()
  await page.getByLabel(say('why')).selectOption('too-far')
  await press(page, say('tell'))
  await page.getByText(say('told', { team: 'Acme' })).waitFor()
  await page.getByLabel(say(way)).check()
  await press(page, say('take'))
  await isWhole('codeTitle')
  await page.getByRole('img', { name: say('barcode') }).waitFor()
  expect((await page.locator('.code').innerText()).replace(/\s/g, '')).toMatch(
    way === 'cash-out' ? /^\d{10}$/ : /^\d{16}$/,
  )
}

test('an award that is made while the look for who is known is still out is shown, and the look given up', async () => {
  const grant = await world.post('/v3/grants', {
    ...{ name: 'Quick help', fromDay: '2026-01-01', untilDay: '2030-12-31', rails: ['cash-out'] },
  })
  await world.post(`/v3/grants/${grant.id}/fundings`, { walletId: demo.wallets.acmeMain, amount: 5_000 })
  await world.as('admin@acme.test', async (page) => {
    const isLook = (request: Request) => request.postData()?.includes('intent=check') ?? false
    await page.route('**/support/awards/new.data**', async (route) => {
      if (!isLook(route.request())) await route.continue()
    })
    await page.goto(`/support/awards/new?grant=${grant.id}`)
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Name of the person').fill('Ede Quick')
    await page.getByLabel('Case reference').fill('Q-1')
    await page.getByLabel('What it is for').fill('Food')
    await page.getByLabel('Amount').fill('10')
    await page.getByLabel('How its link reaches them').selectOption('hand')
    const givenUp = page.waitForEvent('requestfailed', isLook)
    await press(page, 'Make the award')
    await page.getByRole('heading', { name: '£10.00 for Ede Quick' }).waitFor()
    await givenUp
  })
})

test('a batch of 200 with 9 wrong rows: one is mended, eight are left out and taken away, and a second person approves the rest', async () => {
  const grant = await world.post('/v3/grants', {
    ...{
      name: 'Winter batch',
      fromDay: '2026-01-01',
      untilDay: '2030-12-31',
      approvalAbove: 5000,
      rails: ['cash-out'],
    },
  })
  await world.post(`/v3/grants/${grant.id}/fundings`, { walletId: demo.wallets.acmeMain, amount: 40_000 })
  const names = ['Zoë Quill', 'مريم الحسن', 'Богдана Коваль', 'Łukasz Żak']
  const letter = (place: number) => 'abcdefghijklmnopqrst'[Math.floor(place)]
  const line = (row: number) =>
    `${names[row % 4]} ${letter(row % 20)}${letter(row / 20)};HSF-${row};2,00;0${(row % 9) + 1}/02/1984;`
  const wrong = (row: number) =>
    [`;HSF-${row};2,00;;`, `Eve;HSF-${row};lots;;`, `Ann;HSF-${row};2,00;31/02/1984;`][row % 3]!
  const rows = Array.from({ length: 200 }, (_, row) => (row < 9 ? wrong(row) : line(row)))
  const list = ['Name;Case ref;Amount;Date of birth;Mobile', ...rows].join('\r\n')
  await world.as(
    'admin@acme.test',
    async (page) => {
      await page.goto(`/support/batches/new?grant=${grant.id}`)
      await page.getByLabel('or a file, CSV or Excel').setInputFiles({
        ...{ name: 'winter.csv', mimeType: 'text/csv', buffer: Buffer.from(list) },
      })
      await page.getByLabel('What to call the list').fill('Winter, week 1')
      await page.getByLabel('What it is for').fill('Food')
      await page.getByLabel('How links reach them').selectOption('hand')
      await press(page, 'Check the list')
      await page.getByText('191 awards for 191 people').waitFor()
      expect(
        await page.getByRole('button', { name: 'Leave out 9 rows and make 191 awards, £382.00 in all' }).count(),
      ).toBe(1)
      await page.getByText('This is not an amount').first().waitFor()
      // On a phone too the number of a row says that it is one.
      const number = page.getByRole('table', { name: 'Rows that are not right' }).locator('tbody td').first()
      expect(await number.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Row"')
      const box = page.getByLabel('Mend them here')
      await box.fill((await box.inputValue()).replace('Eve,HSF-1,lots', 'Eve,HSF-1,2'))
      // What was mended is looked at before anything is made.
      await press(page, 'Leave out 9 rows and make 191 awards, £382.00 in all')
      await page.getByText('Rows were changed.').waitFor()
      await page.getByText('192 awards for 192 people').waitFor()
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download these rows')])
      expect(file.suggestedFilename()).toBe('left-out.csv')
      await press(page, 'Leave out 8 rows and make 192 awards, £384.00 in all')
      await page.getByText('The batch waits for a second person.').waitFor()
      expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  )
  const [batch] = await world.get(`/v3/award-batches?grantId=${grant.id}`)
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/support/approvals')
    await page.getByRole('link', { name: 'Winter, week 1' }).click()
    await press(page, 'Approve 192 awards, £384.00 in all')
    await page.getByText('All awards of the batch are issued.').waitFor()
    for (const path of ['/support/batches', '/support/batches/new', `/support/batches/${batch.id}`])
      expect(await screenProblems(page, path, [390])).toEqual([])
  })
  expect(await world.get(`/v3/grants/${grant.id}`)).toMatchObject({ available: 1_600, committed: 38_400 })
})

test('a list asks why someone is helped again, and its rows have the numbers of its file for who approves it too', async () => {
  const grant = await world.post('/v3/grants', {
    ...{ name: 'Second list', fromDay: '2026-01-01', untilDay: '2030-12-31', rails: ['cash-out'] },
  })
  await world.post(`/v3/grants/${grant.id}/fundings`, { walletId: demo.wallets.acmeMain, amount: 10_000 })
  await world.post('/v3/awards', {
    ...{ grantId: grant.id, caseReference: 'S-1', reason: 'Food', amount: 2_000, rails: ['cash-out'] },
    person: { name: 'Sam Again', phoneNumber: '+447700900456' },
  })
  const list = 'Name,Case,Amount,Mobile\nBo Wrong,S-2,lots,\nCy First,S-3,20,\nSam Again,S-4,20,07700 900456'
  const fill = async (page: Page) => {
    await page.goto(`/support/batches/new?grant=${grant.id}`)
    await page.getByLabel('Rows, copied from a spreadsheet').fill(list)
    await page.getByLabel('What to call the list').fill('Week 2')
    await page.getByLabel('What it is for').fill('Food')
    await page.getByLabel('How links reach them').selectOption('hand')
    await press(page, 'Check the list')
    await page.getByText('1 row for someone you helped in the last 28 days').waitFor()
    await page.getByRole('link', { name: /^£20\.00 on .*, case S-1$/ }).waitFor()
    await page.getByText('It waits for a second person, for someone in it was helped lately.').waitFor()
  }
  await world.as(
    'admin@acme.test',
    async (page) => {
      await fill(page)
      const make = 'Leave out 1 row and make 2 awards, £40.00 in all'
      await page.getByLabel('Why they are helped again').fill(' ')
      await press(page, make)
      await page.getByText('Say why they are helped again').waitFor()
      await page.getByLabel('Why they are helped again').fill('Paid every two weeks')
      await press(page, make)
      await page.getByText('The batch waits for a second person.').waitFor()
    },
    { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
  )
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/support/approvals')
    await page.getByRole('link', { name: 'Week 2' }).click()
    await page.getByText('Again for: Paid every two weeks').waitFor()
    await page.getByRole('link', { name: 'Row 4' }).waitFor()
    await press(page, 'Approve 2 awards, £40.00 in all')
    await page.getByText('All awards of the batch are issued.').waitFor()
  })
})
