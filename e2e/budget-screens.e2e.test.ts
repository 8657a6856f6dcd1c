import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { problemsInEveryLook, tabTo } from './support/browser.ts'
import { freshWorld, press, taken } from './support/world.ts'

const OWNER = 'admin@acme.test'
const FAR_TOO_MUCH_PENCE = 90_000_000
const ROOT = '/v3/automated-budgets'

const world = freshWorld()

/** As a workbook begins, and what it holds. */
const WORKBOOK = Buffer.from('PK\u0003\u0004 xl/workbook.xml')

async function bring(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('or a file, CSV or Excel').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await press(page, 'Add to the list')
}

const goOn = (page: Page) => press(page, 'Save and continue')
const onto = (page: Page, step: string) => page.waitForURL(`**/edit/${step}`)

/** A draft by name, made on screen as far as its schedule. @returns its id */
async function begin(page: Page, name: string, amount = '25'): Promise<string> {
  await page.goto('/budgets/new')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Amount for each person').fill(amount)
  await goOn(page)
  await onto(page, 'schedule')
  return new URL(page.url()).pathname.split('/')[2]!
}

/** A live budget whose one participant cannot be paid. */
async function failing(name: string): Promise<string> {
  const address = `${name.toLowerCase().replaceAll(/\W+/g, '-')}@people.test`
  const { id } = await world.post(ROOT, { name, budgetAmount: FAR_TOO_MUCH_PENCE, frequency: 'month' })
  await world.post(`${ROOT}/${id}/participants`, { participants: [address] })
  await world.post(`${ROOT}/${id}/start`)
  await expect.poll(() => world.mailTo(address)).toHaveLength(1)
  const [mail] = await world.mailTo(address)
  const token = mail!.links.map((link) => new URL(link).searchParams.get('token')).find(Boolean)
  const [{ inviteId }] = await world.get(`${ROOT}/${id}/participants`)
  const newUser = { firstName: 'Nia', surname: 'New', password: 'blue kettle on the moor' }
  await world.post(`/v3/team-invites/${inviteId}/accept`, { token, newUser })
  await expect.poll(async () => (await world.get(`${ROOT}/${id}`)).latestExecution?.status).toBe('failed')
  return id
}

describe('a budget', () => {
  test('for 12 people by CSV: two wrong rows are corrected in place, the forecast is shown, and it starts', () =>
    world.as(OWNER, async (page) => {
      await page.goto('/budgets')
      await page.getByRole('link', { name: 'New budget' }).first().click()
      await page.getByLabel('Name').fill('Thank-you fund')
      await page.getByLabel('Amount for each person').fill('25')
      await page.getByLabel('Roll over').check()
      await page.getByText('she gets £25.00, and has £37.50').waitFor()
      await goOn(page)
      await onto(page, 'schedule')
      await page.getByLabel('A number of runs').check()
      await page.getByLabel('Runs', { exact: true }).fill('12')
      // Looked at while it is typed: the last run has its month, then it ends.
      await page.getByText(/^Ends on .*unspent money is returned then/).waitFor()
      await goOn(page)
      await onto(page, 'participants')
      const rows = Array.from({ length: 10 }, (_, n) => `p${n}@people.test`)
      const csv = ['email', ...rows.slice(0, 5), 'not-an-address', ...rows.slice(5), 'P3@people.test'].join('\n')
      await page
        .getByLabel('or a file, CSV or Excel')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await press(page, 'Add to the list')
      await page.getByText('“not-an-address” is not an email address.').waitFor()
      await page.getByText('The same address as in row 4.').waitFor()
      // It was only looked at: nothing was refused.
      await page.getByText('10 added. 2 need a look.').waitFor()
      await goOn(page)
      await page.getByText('No one has been added yet, and no one was told').waitFor()
      await page.getByLabel('Email, row 6').fill('fixed@people.test')
      await page.getByText('is not an email address.').waitFor({ state: 'detached' })
      await page.getByLabel('Email, row 12').fill('twelfth@people.test')
      await page.getByText('The same address as in row 4.').waitFor({ state: 'detached' })
      await page.getByText('£300.00').waitFor()
      await goOn(page)
      await onto(page, 'rules')
      await page.getByLabel(/Only to these email domains/).fill('friends.test')
      await goOn(page)
      await onto(page, 'funding')
      await goOn(page)
      await onto(page, 'review')
      await page.getByText('12 people, each as they accept their invite').waitFor()
      await expect.poll(() => page.getByRole('table', { name: 'Forecast' }).locator('tbody tr').count()).toBe(12)
      await page.getByText('£3,600.00').waitFor()
      const id = new URL(page.url()).pathname.split('/')[2]!
      expect(await world.mailTo('fixed@people.test')).toEqual([])
      await press(page, 'Start now')
      await page.waitForURL(`**/budgets/${id}`)
      await page.getByText('has started. 12 invites on the way').waitFor()
      expect(await world.get(`${ROOT}/${id}`)).toMatchObject({
        status: 'live',
        unspentParticipantBalanceAction: 'rollover',
        numberOfRuns: 12,
        deliveryEmailDomains: ['friends.test'],
        participantCounts: { invited: 12 },
      })
      await expect.poll(() => world.mailTo('fixed@people.test')).toHaveLength(1)
    }))

  test('from the 31st runs on the last day of shorter months, as its dates say while they are chosen', () =>
    world.as(OWNER, async (page) => {
      const year = new Date().getUTCFullYear() + 1
      const lastOfFebruary = new Date(Date.UTC(year, 2, 0)).getUTCDate()
      const id = await begin(page, 'Month ends')
      await page.getByLabel('On a date').check()
      await page.getByLabel('First run', { exact: true }).fill(`${year}-01-31T09:00`)
      const dates = page.getByRole('region', { name: 'Next runs' })
      await dates.getByText(`31 January ${year} at 09:00`).waitFor()
      await dates.getByText(`${lastOfFebruary} February ${year} at 09:00`).waitFor()
      await dates.getByText(`30 April ${year} at 09:00`).waitFor()
      await goOn(page)
      await onto(page, 'participants')
      await page.getByLabel('Email, row 1').fill('later@people.test')
      await goOn(page)
      await onto(page, 'rules')
      await page.goto(`/budgets/${id}/edit/review`)
      await press(page, `Schedule for 31 January ${year} at 09:00`)
      await page.getByText('is scheduled. Until then nothing is paid').waitFor()
      expect(await world.mailTo('later@people.test')).toEqual([])
      // Its dates are fixed now, its people are not.
      await page.goto(`/budgets/${id}/edit/schedule`)
      await page.getByText('The dates are fixed while it is scheduled').waitFor()
      await page.goto(`/budgets/${id}/edit/participants`)
      await page.getByLabel('Email, row 1').fill('other@people.test')
      await goOn(page)
      await onto(page, 'rules')
      const people = await world.get(`${ROOT}/${id}/participants`)
      expect(people.map(({ email }: { email: string }) => email)).toEqual(['other@people.test'])
    }))

  test('continues in another browser where it was left', async () => {
    let id = ''
    await world.as(OWNER, async (page) => {
      await page.goto('/budgets/new', { waitUntil: 'networkidle' })
      await page.getByLabel('Name').fill('Typed before a reload')
      await page.reload({ waitUntil: 'networkidle' })
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Typed before a reload')
      // What is typed before the page’s scripts have come is not replaced by what was kept.
      const { promise: hasTyped, resolve: letScriptsCome } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await hasTyped
        await route.continue()
      })
      await page.goto('/budgets/new', { waitUntil: 'commit' })
      await page.getByLabel('Name').fill('Half made')
      letScriptsCome()
      await taken(page.getByLabel('Name'))
      await page.getByLabel('Amount for each person').fill('25')
      expect(await page.getByLabel('Name').inputValue()).toBe('Half made')
      await goOn(page)
      await onto(page, 'schedule')
      id = new URL(page.url()).pathname.split('/')[2]!
      await page.getByLabel('How often?').selectOption('week')
      await goOn(page)
      await onto(page, 'participants')
    })
    await world.as(OWNER, async (page) => {
      await page.goto('/budgets?show=draft')
      await page.getByRole('link', { name: 'Half made' }).click()
      await page.waitForURL(`**/budgets/${id}/edit/participants`)
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /When/ }).click()
      await onto(page, 'schedule')
      await expect.poll(() => page.getByLabel('How often?').inputValue()).toBe('week')
    })
  })

  test('with an amount for each person costs their sum', () =>
    world.as(OWNER, async (page) => {
      await page.goto('/budgets/new')
      await page.getByLabel('Name').fill('Own amounts')
      await page.getByLabel('Amount for each person').fill('10')
      await page.getByLabel('Amounts of their own').check()
      await goOn(page)
      await onto(page, 'schedule')
      await goOn(page)
      await onto(page, 'participants')
      // What cannot be read is told in the form, and no file or paste takes the page away.
      await bring(page, 'people.xlsx', WORKBOOK)
      await page.getByText('This workbook cannot be read').waitFor()
      await bring(page, 'junk.csv', Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7919) % 251)))
      await page.getByText('This file holds no text').waitFor()
      await bring(
        page,
        'people.csv',
        Buffer.from('name;email;amount\r\nZo\xeb \x96;zoe@people.test;1.250,00', 'latin1'),
      )
      await expect.poll(() => page.getByLabel('Amount in pounds, row 1').inputValue()).toBe('1.250,00')
      await press(page, 'Remove row 1')
      await page.getByLabel(/Paste addresses/).fill('dee\u0007@people.test\v,12,50\u0000')
      await press(page, 'Add to the list')
      await page.getByText('The commas and points do not make an amount').waitFor()
      await press(page, 'Remove row 1')
      await page.getByLabel(/Paste addresses/).fill('dan@people.test,25\nbob@people.test\ncy@people.test,plenty')
      await press(page, 'Add to the list')
      await page.getByText('This is not an amount').waitFor()
      // Another admin's machine has all of it, the wrong row too.
      await world.as(OWNER, async (other) => {
        await other.goto(page.url())
        await other.getByText('This is not an amount').waitFor()
        expect(await other.getByLabel('Amount in pounds, row 3').inputValue()).toBe('plenty')
        await other.goto(page.url().replace('/participants', '/review'))
        await other.getByText('The list of people is not finished').waitFor()
      })
      await page.getByLabel('Name, row 1').fill('Dan Ash')
      await page.getByLabel('Amount in pounds, row 3').fill('12.50')
      await page.getByText('£47.50').waitFor()
      await goOn(page)
      await onto(page, 'rules')
      const id = new URL(page.url()).pathname.split('/')[2]!
      expect(await world.get(`${ROOT}/${id}`)).toMatchObject({ calculatedBudgetAmount: 4750 })
      expect(await world.get(`${ROOT}/${id}/participant-list`)).toBeNull()
      await page.goto(`/budgets/${id}/edit/review`)
      await page.getByText('Dan Ash (dan@people.test)').waitFor()
      await page.goto(`/budgets/${id}/settings`)
      await page.getByRole('link', { name: 'Copy this budget' }).click()
      await page.getByLabel('With the 3 people in it').check()
      await press(page, 'Copy it')
      await page.getByText('This is the copy, a draft.').waitFor()
      await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Own amounts copy')
      // In the order of the list, with the names of the list.
      await page.goto(page.url().replace('/basics', '/participants'))
      const cell = (label: string) => page.getByLabel(label).inputValue()
      expect(await cell('Name, row 1')).toBe('Dan Ash')
      expect(await cell('Email, row 3')).toBe('cy@people.test')
    }))

  test('whose wallet has too little is paid by a card, as its forecast says; the draft can be deleted', async () => {
    const { publicKey } = await world.get('/api/v2/cards/fields')
    const { body: card } = await world.posy.call('POST', '/sandbox/checkout/tokens', {
      headers: { authorization: publicKey },
      body: { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2035, cvv: '100' },
    })
    await world.post('/api/v2/charges', { token: card.token, amount: 1000, storeCard: true })
    await world.as(OWNER, async (page) => {
      // Acme events has £250.00.
      const id = await begin(page, 'By card', '300')
      await world.post(`${ROOT}/${id}/participants`, { participants: ['card@people.test'] })
      await page.goto(`/budgets/${id}/edit/funding`)
      await page.getByLabel('Acme events').check()
      await goOn(page)
      await onto(page, 'review')
      await page.getByText('Too little money for everyone who is invited').waitFor()
      await page.getByRole('link', { name: 'choose a card for what is missing' }).click()
      await onto(page, 'funding')
      await page.getByLabel(/ending 4242 pays what is missing/).check()
      await goOn(page)
      await onto(page, 'review')
      await page.getByText('The card pays £50.00').waitFor()
      await expect.poll(() => page.getByText('would fail').count()).toBe(0)
      await page.getByRole('link', { name: 'Discard it' }).click()
      await press(page, 'Delete the draft')
      await page.getByText('The draft is deleted').waitFor()
      expect(await world.status(`${ROOT}/${id}`)).toBe(404)
    })
  })

  test('is made without scripts, each step a form that works', () =>
    world.as(
      OWNER,
      async (page) => {
        await page.goto('/budgets/new')
        await page.getByLabel('Name').fill('Plain')
        await goOn(page)
        await page.getByText('Type an amount such as 250').waitFor()
        await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Plain')
        await page.getByLabel('Amount for each person').fill('5')
        await goOn(page)
        await onto(page, 'schedule')
        await page.getByLabel('How often?').selectOption('day')
        await press(page, 'Save and show the dates')
        await onto(page, 'schedule')
        await expect.poll(() => page.getByLabel('How often?').inputValue()).toBe('day')
        await goOn(page)
        await onto(page, 'participants')
        await page.getByLabel('Email, row 1').fill('not right')
        await goOn(page)
        await page.getByText('“not right” is not an email address.').waitFor()
        await press(page, 'Add a person')
        await press(page, 'Empty the list')
        await expect.poll(() => page.getByLabel('Email, row 1').inputValue()).toBe('')
        await press(page, 'Undo')
        await expect.poll(() => page.getByLabel('Email, row 1').inputValue()).toBe('not right')
        await page.getByLabel('Email, row 1').fill('plain@people.test')
        await goOn(page)
        await onto(page, 'rules')
        await page.getByLabel('By email').uncheck()
        await goOn(page)
        await page.getByText('Choose at least one way.').waitFor()
        await page.getByLabel('As links').check()
        await goOn(page)
        await onto(page, 'funding')
        await goOn(page)
        await onto(page, 'review')
        await press(page, 'Start now')
        await page.getByText('has started. 1 invite on the way').waitFor()
        await expect.poll(() => world.mailTo('plain@people.test')).toHaveLength(1)
      },
      { javaScriptEnabled: false },
    ))

  test('is made by keyboard alone', () =>
    world.as(OWNER, async (page) => {
      const goOnByKey = async () => {
        await tabTo(page, /^Save and continue$/)
        await page.keyboard.press('Enter')
      }
      await page.goto('/budgets')
      await tabTo(page, /^New budget$/)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/budgets/new')
      await tabTo(page, /^Name/)
      await page.keyboard.type('By keys alone')
      await tabTo(page, /^Amount for each person/)
      await page.keyboard.type('5')
      await tabTo(page, /^Reset unspent money/)
      await page.keyboard.press('ArrowDown')
      await goOnByKey()
      await onto(page, 'schedule')
      await goOnByKey()
      await onto(page, 'participants')
      await tabTo(page, /^Email, row 1$/)
      await page.keyboard.type('keys@people.test')
      await goOnByKey()
      await onto(page, 'rules')
      await goOnByKey()
      await onto(page, 'funding')
      await goOnByKey()
      await onto(page, 'review')
      await tabTo(page, /^Start now$/)
      await page.keyboard.press('Enter')
      await page.getByText('has started. 1 invite on the way').waitFor()
      await expect.poll(() => world.mailTo('keys@people.test')).toHaveLength(1)
    }))
})

test('a person who may only look sees budgets and cannot make any; one who may not look sees none', async () => {
  const { id } = await world.post(ROOT, { name: 'Not yours to change', budgetAmount: 100, frequency: 'month' })
  const refused = async (page: Page, path: string) => {
    expect((await page.goto(path))!.status(), path).toBe(403)
    await page.getByText('You don’t have access to this').waitFor()
  }
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/budgets')
    await page.getByRole('link', { name: 'Not yours to change' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'New budget' }).count()).toBe(0)
    await refused(page, '/budgets/new')
    await refused(page, `/budgets/${id}/edit/basics`)
  })
  await world.as('participant@acme.test', async (page) => {
    await expect.poll(() => page.getByRole('link', { name: 'Budgets', exact: true }).count()).toBe(0)
    await refused(page, '/budgets')
  })
})

test('many budgets are listed page by page, narrowed as the address says', async () => {
  const drafts = Array.from({ length: 30 }, (_, n) => `Draft ${n}`)
  for (const name of drafts) await world.post(ROOT, { name, budgetAmount: 100, frequency: 'month' })
  await world.as(OWNER, async (page) => {
    await page.goto('/budgets?show=draft')
    const seen = new Set(await page.getByRole('heading', { level: 2 }).allTextContents())
    expect(seen.size).toBe(25)
    await page.getByRole('link', { name: 'Older' }).click()
    await page.waitForURL('**/budgets?show=draft&next=*')
    await page.getByRole('link', { name: 'Draft 0', exact: true }).waitFor()
    for (const name of await page.getByRole('heading', { level: 2 }).allTextContents()) seen.add(name)
    expect(drafts.filter((name) => !seen.has(name))).toEqual([])
    await expect.poll(() => page.getByText('Live', { exact: true }).count()).toBe(1)
  })
})

test('a budget whose run failed stands out, in the list and on the first screen', async () => {
  const id = await failing('Over the top')
  await world.as(OWNER, async (page) => {
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Over the top: new people wait for their money' }).waitFor()
    await page.goto('/budgets')
    await page.getByRole('link', { name: 'Last run failed' }).click()
    await page.waitForURL('**/budgets?show=failing')
    const item = page.getByRole('list', { name: 'Budgets' }).getByRole('listitem')
    await expect.poll(() => item.count()).toBe(1)
    await item.getByText('The last run failed: There was not enough money in the wallet.').waitFor()
    await item.getByRole('link', { name: /See what happened/ }).click()
    await page.waitForURL(`**/budgets/${id}/runs/*`)
  })
})

test('every step of a budget, and the list, is accessible and fits, on a phone and a desk, in both themes', () =>
  world.as(OWNER, async (page) => {
    const look = async (step: string) => expect(await problemsInEveryLook(page), step).toEqual([])
    await page.goto('/budgets/new')
    await goOn(page)
    await page.getByText('Give it a name').waitFor()
    await look('new, refused')
    const name = 'A budget whose name is as long as people make them when no one stops them'
    const id = await begin(page, name, '5000')
    await page.getByLabel('On a day of their own').check()
    await page.getByText('The dates wait for an answer').waitFor()
    await look('schedule')
    await page.goto(`/budgets/${id}/edit/participants`)
    await page.getByLabel('Email, row 1').fill('no address at all')
    await page.getByText('is not an email address').waitFor()
    await look('participants')
    await page.getByLabel('Email, row 1').fill('a.person.with.a.long.address.indeed@somewhere.far.away.people.test')
    await press(page, 'Add a person')
    await page.getByLabel('Email, row 2').fill('b@people.test')
    await goOn(page)
    await onto(page, 'rules')
    await page.getByLabel('Lowest price').fill('9')
    await page.getByLabel('Highest price').fill('5')
    await goOn(page)
    await page.getByText('This is below the lowest price.').waitFor()
    await look('rules')
    for (const step of ['basics', 'funding', 'review']) {
      await page.goto(`/budgets/${id}/edit/${step}`)
      await look(step)
    }
    await page.getByText('Too little money for everyone who is invited').waitFor()
    for (const list of ['/budgets', '/budgets?show=failing', '/budgets?show=ended', '/home']) {
      await page.goto(list)
      await look(list)
    }
  }))
