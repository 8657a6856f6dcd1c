import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { accessibilityProblems, isAlive, problemsInEveryLook, tabTo } from './support/browser.ts'
import { CARD, typeCard } from './support/cards.ts'
import { freshWorld, press, taken } from './support/world.ts'

const SENDER = 'admin@acme.test'
/** A picture of a kind that a gift's page shows. */
const COVER = {
  name: 'cover.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#b3245b"/></svg>',
  ),
}
/** For adults, £9.75. */
const HOUSE_RED = '00000000-0000-4000-8000-a00000000042'

const world = freshWorld()

const goOn = (page: Page) => press(page, 'Save and continue')

/** The address changes first, then the page is drawn. */
async function arrive(page: Page, step: string) {
  await page.waitForURL(`**/${step}`)
  await page.locator(`a[aria-current][href$="/${step}"]`).waitFor()
}

/** From the gift that was picked to the step of recipients. @returns the draft's id */
async function begin(page: Page, product: string = demo.products.daisyGiftCard10): Promise<string> {
  await page.goto(`/send/new?product=${product}`)
  await press(page, 'Continue with this')
  await arrive(page, 'recipients')
  return new URL(page.url()).pathname.split('/')[2]!
}

async function asLinks(page: Page, quantity: number) {
  await page.getByRole('link', { name: /As links/ }).click()
  await page.waitForURL('**by=links')
  await page.getByLabel('Gifts', { exact: true }).fill(String(quantity))
  await goOn(page)
  await arrive(page, 'message')
}

/** Past message and time to the step of paying. */
async function toPay(page: Page) {
  await goOn(page)
  await arrive(page, 'schedule')
  await goOn(page)
  await arrive(page, 'pay')
}

async function payWithNewCard(page: Page, number: string) {
  await page.getByLabel(/By card/).check()
  await typeCard(page, number)
  await press(page, 'Pay £10.60')
}

describe('buying', () => {
  test('by email: rows of a pasted list are corrected in place, and each person gets one gift', () =>
    world.as(SENDER, async (page) => {
      const before = await world.available()
      const draft = await begin(page)
      await page
        .getByLabel(/Paste addresses/)
        .fill('email,name,notes\nada@people.test,Ada,Just for you\nno-address,Bob,\nada@people.test,Ada again,')
      await press(page, 'Add to the list')
      await page.getByText('“no-address” is not an email address.').waitFor()
      await page.getByText('The same address as in row 1.').waitFor()
      // No one was sending: what was added is said, and that the total leaves out what is not right yet.
      await page.getByText('1 added. 2 need a look.').waitFor()
      await page.getByText('The total leaves out 2 rows that need a look').waitFor()
      await page.locator('dt:text-is("1 gift")').waitFor()
      expect(await page.getByText('Nothing was sent yet').count()).toBe(0)
      // What is wrong takes the focus, and leads to each field.
      await goOn(page)
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Fix the highlighted/)
      await press(page, 'Email, row 2')
      await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Email, row 2')
      await page.getByLabel('Email, row 2').fill('bob@people.test')
      // Looked at again while typing, without a button.
      await page.getByText('“no-address” is not an email address.').waitFor({ state: 'detached' })
      await page.getByLabel('Email, row 3').fill('cy@people.test')
      await page.getByText('The same address as in row 1.').waitFor({ state: 'detached' })
      await goOn(page)
      await arrive(page, 'message')
      await page.getByLabel('Message', { exact: true }).fill('Well done, all of you')
      await page.getByText('Draft saved').waitFor()
      await page.frameLocator('iframe').getByText('Well done, all of you').waitFor()
      // Words for an occasion stand in the message and its preview until they are taken back.
      await page.getByText('Need words? Suggestions by occasion').click()
      await page.getByRole('button', { name: 'Use: Thank you' }).click()
      await page.frameLocator('iframe').getByText('Thank you for all you have done.').waitFor()
      await press(page, 'Undo')
      await page.frameLocator('iframe').getByText('Well done, all of you').waitFor()
      await page.getByRole('link', { name: 'The email' }).click()
      await page.frameLocator('iframe').getByText('Open your gift').waitFor()
      // As the first of them gets it, with words of their own.
      await page.frameLocator('iframe').getByText('Just for you').waitFor()
      await press(page, 'Send me a test')
      await page.getByText(`A test is on its way to ${SENDER}.`).waitFor()
      const tests = async () => (await world.mailTo(SENDER)).filter(({ subject }) => subject.startsWith('Test: '))
      await expect.poll(tests).toHaveLength(1)
      await page.getByLabel('Picture above your message (optional)').setInputFiles(COVER)
      await goOn(page)
      await arrive(page, 'schedule')
      // Saved with the draft, taken away by its tick, and chosen again.
      await page.goto(`/send/${draft}/message`)
      await page.getByAltText('The chosen one').waitFor()
      await page.getByLabel('Remove the picture').check()
      await goOn(page)
      await arrive(page, 'schedule')
      await page.goto(`/send/${draft}/message`)
      await page.getByLabel('Picture above your message (optional)').setInputFiles(COVER)
      await expect.poll(() => page.getByAltText('The chosen one').count()).toBe(0)
      await page.getByLabel('Tags (optional)').fill('pasted, spring 2026')
      await toPay(page)
      await page.getByText('“Well done, all of you”').waitFor()
      await page.getByAltText('The one you chose').waitFor()
      await press(page, 'Pay £31.80')
      await page.waitForURL('**/done')
      await page.getByText('3 gifts for £31.80').waitFor()
      expect(await world.available()).toBe(before - 3180)
      for (const who of ['ada', 'bob', 'cy'])
        await expect.poll(() => world.mailTo(`${who}@people.test`)).toHaveLength(1)
      // Found by its tag, filed under another one, and no longer found by the first.
      await page.goto('/activity?tag=pasted')
      await page.getByRole('link', { name: 'Daisy Coffee gift card, £10' }).first().click()
      await taken(page.getByLabel('Tags (optional)'))
      await page.getByLabel('Tags (optional)').fill('pasted again, spring 2026')
      await press(page, 'Save')
      await page.getByRole('link', { name: 'pasted again' }).waitFor()
      await page.getByRole('link', { name: 'spring 2026' }).waitFor()
      await page.goto('/activity?tag=pasted')
      await page.getByText('No purchases match your filters').waitFor()
      expect(await page.getByRole('link', { name: 'Daisy Coffee gift card, £10' }).count()).toBe(0)
      // Looked for as a word, it leads to what has it.
      await page.goto('/activity?q=Pasted+again')
      await page.getByRole('link', { name: 'Show what is tagged “pasted again”' }).click()
      await page.getByRole('link', { name: 'Daisy Coffee gift card, £10' }).first().waitFor()
    }))

  test('people sent to before are found by name and ticked; a purchase is sent again to the same people, as a draft', () =>
    world.as(SENDER, async (page) => {
      const before = await world.available()
      const bought = await world.post('/api/v2/transactions', {
        purchase: {
          type: 'bulkHugggs',
          reference: demo.products.daisyGiftCard10,
          receivers: [
            { email: 'pat@past.test', name: 'Pat Past' },
            { email: 'kim@past.test', name: 'Kim Past' },
          ],
          message: 'As last year',
        },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      })
      expect(await world.available()).toBe(before - 2120)
      await begin(page, demo.products.daisyFlatWhite)
      await page.getByText('Choose from people you have sent to before').click()
      await page.getByLabel('Name or address').fill('Pat')
      await press(page, 'Find people')
      await page.getByRole('checkbox', { name: /Pat Past, pat@past\.test/ }).check()
      await press(page, 'Add the ticked people')
      await expect.poll(() => page.getByLabel('Email, row 1').inputValue()).toBe('pat@past.test')
      await expect.poll(() => page.getByLabel('Name, row 1').inputValue()).toBe('Pat Past')
      // Kept as a group, and the people of the purchase as another, which is added to the list.
      await page.getByText('Add a group, or keep these people as one').click()
      await taken(page.getByLabel('Name of a new group'))
      await page.getByLabel('Name of a new group').fill('Old friends')
      await press(page, 'Keep these as a group')
      await page.getByText('1 person kept as “Old friends”').waitFor()
      const recipientsStep = page.url()
      await page.goto(`/activity/${bought.id}`)
      await page.getByRole('link', { name: 'Keep its people as a group' }).click()
      await taken(page.getByLabel('Name'))
      await page.getByLabel('Name').fill('Of last year')
      await press(page, 'Make the group')
      await page.getByText('2 people added to “Of last year”.').waitFor()
      await page.goto(recipientsStep)
      await taken(page.getByText('Add a group, or keep these people as one'))
      await page.getByText('Add a group, or keep these people as one').click()
      await page.getByLabel('Group', { exact: true }).selectOption({ label: 'Of last year: 2 people' })
      await press(page, 'Add the group')
      await page.getByText('1 person of “Of last year” added. 1 person is in the list already.').waitFor()
      await expect.poll(() => page.getByLabel('Email, row 2').inputValue()).toBe('kim@past.test')

      await page.goto(`/activity/${bought.id}`)
      await press(page, 'Send this again')
      await page.getByText('It has the gift, 2 recipients and the message of that one').waitFor()
      const draft = new URL(page.url()).pathname.split('/')[2]!
      await page.goto(`/send/${draft}/recipients`)
      const emails = page.getByLabel(/^Email, row/)
      await expect
        .poll(async () => Promise.all((await emails.all()).map((each) => each.inputValue())))
        .toEqual(['pat@past.test', 'kim@past.test'])
      await page.goto(`/send/${draft}/message`)
      expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('As last year')
      expect(await world.available()).toBe(before - 2120)
      // Without whose gift was cancelled; its row is no longer ticked.
      await page.goto(`/activity/${bought.id}`)
      await taken(page.getByLabel('Pick the gift for Kim'))
      await page.getByLabel('Pick the gift for Kim').check()
      await press(page, 'Cancel')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 gift' }).click()
      await page.getByText('1 gift cancelled. £10.60 returned.').waitFor()
      await expect.poll(() => page.getByLabel('Pick the gift for Kim').count()).toBe(0)
      await press(page, 'Send this again')
      await page.getByText('1 recipient is left out because their gift was cancelled').waitFor()
      await expect.poll(() => page.getByLabel('Email, row 1').inputValue()).toBe('pat@past.test')
    }))

  test('whatever people paste is found, and is still there after looking at another way to send, a reload and a lost session', () =>
    world.as(SENDER, async (page, { context }) => {
      await begin(page)
      const paste = async (list: string) => {
        const answered = page.waitForResponse((response) => response.request().method() === 'POST')
        await page.getByLabel(/Paste addresses/).fill(list)
        await press(page, 'Add to the list')
        await answered
      }
      const email = (row: number) => page.getByLabel(`Email, row ${row}`)
      await paste('Pond, Amy <amy@people.test>; Bob <bob@people.test>')
      await expect.poll(() => email(2).inputValue()).toBe('bob@people.test')
      await paste('Name\tWork email\tTeam\nCy Lee\tcy@people.test\tSales\nDee\tnot hers yet\tSales')
      await page.getByText('“not hers yet” is not an email address.').waitFor()
      await email(1).fill('amy.pond@people.test')
      await page.getByRole('link', { name: /As links/ }).click()
      await page.getByLabel('Gifts', { exact: true }).waitFor()
      await page.getByRole('link', { name: /By email/ }).click()
      const listed = async (on = page) => {
        const fields = await on.getByLabel(/^(Email|Name), row/).all()
        return Promise.all(fields.map((field) => field.inputValue()))
      }
      const typed = [
        ...['amy.pond@people.test', 'Amy Pond', 'bob@people.test', 'Bob'],
        ...['cy@people.test', 'Cy Lee', 'not hers yet', 'Dee'],
      ]
      await expect.poll(() => listed()).toEqual(typed)
      await page.getByText('“not hers yet” is not an email address.').waitFor()
      await page.reload()
      await expect.poll(() => listed()).toEqual(typed)
      // Typed once the page’s scripts run: what stands in a cell before is not known to be new.
      await taken(email(2))
      await email(2).fill('rob@people.test')
      typed[2] = 'rob@people.test'
      await context.clearCookies()
      await goOn(page)
      await page.waitForURL('**/sign-in?next=*')
      await page.getByLabel('Email address').fill(SENDER)
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await press(page, 'Sign in')
      await expect.poll(() => listed()).toEqual(typed)
      // On another machine all of it is there, the wrong row too, and the draft says whom it is for.
      await world.as(SENDER, async (other) => {
        await other.goto(`/send/new?product=${demo.products.daisyGiftCard10}`)
        await other.getByText('It is for Amy Pond, Bob and 2 more.').waitFor()
        await other.goto('/send')
        await other
          .getByRole('link', { name: 'Daisy Coffee gift card, £10 for Amy Pond, Bob and 2 more' })
          .first()
          .click()
        await arrive(other, 'recipients')
        await other.getByText('These recipients are as you left them').waitFor()
        await other.getByText('“not hers yet” is not an email address.').waitFor()
        await expect.poll(() => listed(other)).toEqual(typed)
        // They are not paid for before they are saved.
        await other.goto(other.url().replace('/recipients', '/pay'))
        await arrive(other, 'recipients')
        await other.getByLabel('Email, row 4').fill('dee@people.test')
        await goOn(other)
        await arrive(other, 'message')
      })
      await page.goto('/send')
      const draft = page.getByRole('link', { name: /gift card, £10 for Amy Pond, Bob and 2 more/ }).first()
      await expect.poll(() => draft.getAttribute('href')).toMatch(/message$/)
    }))

  test('the same gift continues the draft that nothing else was chosen for', () =>
    world.as(SENDER, async (page) => {
      const draft = await begin(page, demo.products.daisyFlatWhite)
      expect(await begin(page, demo.products.daisyFlatWhite)).toBe(draft)
      await page.getByLabel('Email, row 1').fill('soon@people.test')
      await page.getByText('1 gift').first().waitFor()
      expect(await begin(page, demo.products.daisyFlatWhite)).not.toBe(draft)
    }))

  test('by links, with the button pressed twice: bought once, each link listed and in the file', () =>
    world.as(SENDER, async (page, { context }) => {
      const before = await world.available()
      const draft = await begin(page)
      await asLinks(page, 2)
      await toPay(page)
      // In another tab it becomes one gift more: what this one shows may not be charged, and it says so.
      const other = await context.newPage()
      await other.goto(`/send/${draft}/recipients?by=links`)
      await other.getByLabel('Gifts', { exact: true }).fill('3')
      await goOn(other)
      await arrive(other, 'message')
      await other.close()
      await press(page, 'Pay £21.20')
      await page.getByText(/£21.20 was shown, it costs £31.80 now/).waitFor()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toMatch(/^The price has changed/)
      expect(await world.available()).toBe(before)
      await page.getByRole('button', { name: 'Pay £31.80' }).dblclick()
      await page.waitForURL('**/done')
      await expect.poll(() => page.getByRole('list', { name: 'Links' }).getByRole('textbox').count()).toBe(3)
      expect(await world.available()).toBe(before - 3180)
      const { transactionId } = await world.get(`/api/v2/orders/${draft}`)
      const file = await page.request.get(`/activity/${transactionId}/links.csv`)
      expect((await file.text()).trim().split('\r\n')).toHaveLength(4)
      // The address of a step leads to what happened to it.
      await page.goto(`/send/${draft}/pay`)
      expect(new URL(page.url()).pathname).toBe(`/send/${draft}/done`)
    }))

  test('by card: a decline says why and costs nothing, 3-D Secure leads back and finishes', () =>
    world.as(SENDER, async (page) => {
      const before = await world.available()
      const draft = await begin(page)
      await asLinks(page, 1)
      await toPay(page)
      await payWithNewCard(page, CARD.declines)
      await page.getByText(/Your card was not charged and nothing was sent/).waitFor()
      expect((await world.get(`/api/v2/orders/${draft}`)).transactionId).toBeNull()

      await payWithNewCard(page, CARD.asks3ds)
      await page.getByRole('link', { name: 'Continue to your bank' }).click()
      await press(page, 'Approve')
      await page.waitForURL(`**/send/${draft}/done`)
      await page.getByText('1 gift for £10.60').waitFor()
      expect(await world.available()).toBe(before)
    }))

  test('a draft continues in another browser where it was left', async () => {
    let draft = ''
    await world.as(SENDER, async (page) => {
      draft = await begin(page)
      await asLinks(page, 2)
      await page.getByLabel('Message', { exact: true }).fill('Half written')
      await page.getByText('Draft saved').waitFor()
    })
    await world.as(SENDER, async (page) => {
      await page.goto('/send')
      await page.locator(`a[href^="/send/${draft}/"]`).click()
      await arrive(page, 'schedule')
      await page
        .getByRole('navigation', { name: 'Steps' })
        .getByRole('link', { name: /Message/ })
        .click()
      await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('Half written')
      await page.goto('/send')
      await page
        .getByRole('listitem')
        .filter({ has: page.locator(`a[href^="/send/${draft}/"]`) })
        .getByRole('link', { name: /^Discard / })
        .click()
      await page.getByRole('heading', { name: 'Delete this draft?' }).waitFor()
      expect(await world.status(`/api/v2/orders/${draft}`)).toBe(200)
      await press(page, 'Delete the draft')
      await page.getByText('The draft is deleted').waitFor()
      expect(await world.status(`/api/v2/orders/${draft}`)).toBe(404)
    })
  })

  test('by a list in a file: wrong rows are corrected in place', () =>
    world.as(SENDER, async (page) => {
      await begin(page)
      const pasteInto = (label: string, list: string) =>
        page.getByLabel(label).evaluate((cell, text) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', text)
          cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }, list)
      const column = async (label: string) =>
        Promise.all((await page.getByLabel(new RegExp(`^${label}, row`)).all()).map((cell) => cell.inputValue()))
      // A cell hears what is pasted once the page’s scripts run.
      await expect.poll(() => page.getByLabel('Email, row 1').evaluate(isAlive)).toBe(true)
      // Rows of a spreadsheet pasted where one pastes first.
      const two = ['pasted@people.test', 'second@people.test']
      await pasteInto('Email, row 1', 'Pasted\tpasted@people.test\nSecond\tsecond@people.test')
      await expect.poll(() => column('Email')).toEqual(two)
      // A column goes into the cells below; a row or all of them can be brought back.
      await page.getByLabel('Email, row 1').fill('first@people.test')
      two[0] = 'first@people.test'
      await pasteInto('Name, row 2', 'Bo\nCy\nDee')
      await expect.poll(() => column('Name')).toEqual(['Pasted', 'Bo', 'Cy', 'Dee'])
      await press(page, 'Remove row 1')
      await page.getByText('Row 1 is removed.').waitFor()
      await expect.poll(() => column('Email')).toEqual([two[1], '', ''])
      await press(page, 'Undo')
      await page.getByText('3 rows pasted.').waitFor()
      await expect.poll(() => column('Name')).toEqual(['Pasted', 'Bo', 'Cy', 'Dee'])
      await press(page, 'Empty the list')
      await page.getByText('4 rows removed.').waitFor()
      await expect.poll(() => column('Email')).toEqual([''])
      await press(page, 'Undo')
      await expect.poll(() => column('Email')).toEqual([...two, '', ''])
      // In the middle of a list, those below move down.
      await pasteInto('Email, row 2', 'Pond, Amy <amy@people.test>; Bob <bob@people.test>')
      await expect.poll(() => column('Email')).toEqual([two[0], 'amy@people.test', 'bob@people.test', two[1], '', ''])
      await press(page, 'Empty the list')
      await page.getByText('6 rows removed.').waitFor()
      const lines = ['Email,Name', 'file-one@people.test,One', 'not an address,Two', '', 'file-one@people.test,Again']
      await page
        .getByLabel('or a file, CSV or Excel')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
      await press(page, 'Add to the list')
      await page.getByText('“not an address” is not an email address.').waitFor()
      await page.getByText('The same address as in row 1.').waitFor()
      await page.getByLabel('Email, row 2').fill('file-two@people.test')
      await press(page, 'Remove 1 duplicate')
      await expect.poll(() => page.getByRole('button', { name: /^Remove row/ }).count()).toBe(2)
      await goOn(page)
      await arrive(page, 'message')
      await toPay(page)
      await press(page, 'Pay £21.20')
      await page.waitForURL('**/done')
      for (const who of ['one', 'two']) await expect.poll(() => world.mailTo(`file-${who}@people.test`)).toHaveLength(1)
    }))

  test('no cell, file or paste breaks the page: control characters are removed, a workbook and junk are refused with why, Windows-1252 is read', () =>
    world.as(SENDER, async (page) => {
      const draft = await begin(page)
      const bring = async (name: string, buffer: Buffer) => {
        await page.getByLabel('or a file, CSV or Excel').setInputFiles({ name, mimeType: 'text/csv', buffer })
        await press(page, 'Add to the list')
      }
      const cell = (label: string, row: number) => page.getByLabel(`${label}, row ${row}`)
      await page
        .getByLabel(/Paste addresses/)
        .fill('Amy\u0007 Pond,amy@people.test,Thank you\vfor\u2028it\nBob\u0000,bob@people.test')
      await press(page, 'Add to the list')
      await expect.poll(() => cell('Email', 2).inputValue()).toBe('bob@people.test')
      expect([await cell('Name', 1).inputValue(), await cell('Message of their own', 1).inputValue()]).toEqual([
        'Amy Pond',
        'Thank you for it',
      ])
      // Typed into a cell: looked at while typing, and again after a reload.
      await cell('Message of their own', 2).fill('Thank you\vfor the\u0007 launch\u0000')
      await cell('Name', 2).fill('Bob '.repeat(400))
      await page.getByText('Must have at most 200 letters.').waitFor()
      await page.reload()
      await page.getByText('Must have at most 200 letters.').waitFor()
      await taken(cell('Name', 2))
      await cell('Name', 2).fill('Bob')
      await bring('list.xlsx', Buffer.from('PK\u0003\u0004 xl/workbook.xml'))
      await page.getByText('This workbook cannot be read').waitFor()
      expect(await cell('Email', 2).inputValue()).toBe('bob@people.test')
      await bring('list.csv', Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7919) % 251)))
      await page.getByText('This file holds no text').waitFor()
      await bring('list.csv', Buffer.from('Name,Email\r\nZo\xeb Garc\xeda \x96,zoe@people.test', 'latin1'))
      await expect.poll(() => cell('Name', 3).inputValue()).toBe('Zoë García –')
      await goOn(page)
      await arrive(page, 'message')
      const { receivers } = await world.get(`/api/v2/orders/${draft}`)
      expect(receivers.map(({ name, notes }: { name: string; notes: string }) => [name, notes])).toEqual([
        ['Amy Pond', 'Thank you for it'],
        ['Bob', 'Thank you for the launch'],
        ['Zoë García –', null],
      ])
      await page.getByLabel('Message', { exact: true }).fill('Thank you\vfor the launch\u0007')
      await goOn(page)
      await arrive(page, 'schedule')
      expect(await world.get(`/api/v2/orders/${draft}`)).toMatchObject({ message: 'Thank you\nfor the launch' })
    }))

  test('at a scheduled time: nothing is sent before, everything at that time', () =>
    world.as(SENDER, async (page) => {
      await begin(page)
      await page.getByLabel('Email, row 1').fill('timed@people.test')
      await goOn(page)
      await arrive(page, 'message')
      await goOn(page)
      await arrive(page, 'schedule')
      const { now } = await world.get('/sandbox/clock')
      const inTwoDays = new Date(Date.parse(now) + 2 * 86_400_000).toISOString().slice(0, 10)
      // A day and a time mean that time, also where the choice above them was not pressed.
      await page.getByLabel('Day and time').fill(`${inTwoDays}T09:30`)
      await goOn(page)
      await arrive(page, 'pay')
      await press(page, 'Pay £10.60')
      await page.waitForURL('**/done')
      await world.advance('P1D')
      expect(await world.mailTo('timed@people.test')).toEqual([])
      // Whatever the time of day is now: the gift, and its reminder a day after.
      await world.advance('P3D')
      const mails = () => world.mailTo('timed@people.test')
      await expect
        .poll(async () => (await mails()).map(({ subject }) => subject))
        .toContain('Your gift from Alice Archer is still waiting')
      expect((await mails()).at(-1)!.sentAt.slice(0, 10)).toBe(inTwoDays)
    }))

  test('on invoice, a gift for adults: its sender confirms that once, nothing leaves the wallet, and the team owes it', () =>
    world.as(SENDER, async (page) => {
      const before = await world.available()
      await begin(page, HOUSE_RED)
      await asLinks(page, 1)
      await toPay(page)
      await page.getByLabel(/invoice/i).check()
      await press(page, /£10\.05/)
      const adults = page.getByLabel('Everyone who gets this gift is 18 or over')
      expect(await adults.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true)
      expect(await accessibilityProblems(page)).toEqual([])
      await adults.check()
      await press(page, /£10\.05/)
      await page.waitForURL('**/done')
      const order = await world.get(`/api/v2/orders/${new URL(page.url()).pathname.split('/')[2]}`)
      await page.goto(`/activity/${order.transactionId}`)
      await page.getByText('Confirmed when it was bought').waitFor()
      expect(await world.available()).toBe(before)
      await expect.poll(async () => (await world.get(`/api/v2/teams/${demo.teams.acme}/invoices`)).length).toBe(1)
    }))

  test('hundreds of links: progress is shown, and all are there in the end', () =>
    world.as(SENDER, async (page) => {
      await begin(page, demo.products.daisyFlatWhite)
      await asLinks(page, 400)
      await toPay(page)
      await press(page, /^Pay £/)
      await page.waitForURL('**/done')
      const order = new URL(page.url()).pathname.split('/')[2]!
      const { transactionId } = await world.get(`/api/v2/orders/${order}`)
      await page.getByRole('link', { name: 'Download CSV' }).waitFor({ timeout: 120_000 })
      const file = await page.request.get(`/activity/${transactionId}/links.csv`)
      expect(new Set((await file.text()).trim().split('\r\n')).size).toBe(401)
    }))

  test('a choice is narrowed by a sender who may, in their own words and with a picture, for who gets it; who may not is not asked', async () => {
    const words = 'For slow mornings <at home>'
    await world.as(SENDER, async (page) => {
      const draft = await begin(page, demo.products.choiceOfGift10)
      await asLinks(page, 1)
      const choice = page.locator('form').getByRole('group')
      await taken(choice.getByLabel(/^Home, /))
      await choice.getByLabel(/^Home, /).uncheck()
      await choice.getByText('Your words and picture for Treats').click()
      await choice.getByLabel('Words for Treats (optional)').fill(words)
      await choice.getByLabel('Picture for Treats (optional)').setInputFiles(COVER)
      expect(await problemsInEveryLook(page)).toEqual([])
      await toPay(page)
      await page.goto(`/send/${draft}/message`)
      expect(await choice.getByLabel(/^Home, /).isChecked()).toBe(false)
      expect(await choice.getByLabel('Words for Treats (optional)').inputValue()).toBe(words)
      await toPay(page)
      await page.getByText('1 kind left out.').waitFor()
      await press(page, /^Pay £/)
      await page.waitForURL('**/done')
      const link = page.getByRole('list', { name: 'Links' }).getByRole('textbox')
      await page.goto(await link.inputValue())
      await press(page, 'Unwrap your gift')
      const kinds = page.getByRole('list', { name: /says of each kind/ })
      await kinds.getByText(words).waitFor()
      await expect
        .poll(() => kinds.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const offered = await page.getByRole('combobox', { name: 'Kind' }).locator('option').allInnerTexts()
      expect(offered).toEqual(['All kinds', 'Food & drink', 'Treats', 'Experiences', 'Give to charity'])
      await kinds.getByRole('link', { name: 'Treats' }).click()
      await expect.poll(() => page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('Treats')
      expect(await problemsInEveryLook(page)).toEqual([])
    })
    await world.as('subteam@acme.test', async (page) => {
      await begin(page, demo.products.choiceOfGift10)
      await asLinks(page, 1)
      await page.getByLabel('Message', { exact: true }).waitFor()
      expect(await page.getByText('What they can choose from').count()).toBe(0)
    })
  })

  test('without scripts: a gift is chosen by one press, unless a draft of it waits, and every step is a form that works', () =>
    world.as(
      SENDER,
      async (page) => {
        await begin(page)
        await page.getByLabel('Email, row 1').fill('later@people.test')
        await goOn(page)
        await arrive(page, 'message')
        await page.goto('/send?q=Daisy')
        await page.getByRole('button', { name: /^Daisy Coffee gift card, £10 / }).click()
        await page.getByText('You have a draft of this gift').waitFor()
        await page.goto('/home')
        await page.getByRole('main').getByRole('link', { name: 'Send a gift' }).click()
        await page.getByRole('button', { name: '£10', exact: true }).click()
        await arrive(page, 'recipients')
        const { productId } = await world.get(`/api/v2/orders/${new URL(page.url()).pathname.split('/')[2]}`)
        expect(productId).toBe(demo.products.choiceOfGift10)
        await page.getByLabel('Email, row 1').fill('not right')
        await goOn(page)
        await page.getByText('“not right” is not an email address.').waitFor()
        await page.getByLabel('Email, row 1').fill('noscript@people.test')
        await goOn(page)
        await arrive(page, 'message')
        await page.getByLabel('Message', { exact: true }).fill('Plain and whole')
        await toPay(page)
        await press(page, 'Pay £10.60')
        await page.waitForURL('**/done')
        await expect.poll(() => world.mailTo('noscript@people.test')).toHaveLength(1)
      },
      { javaScriptEnabled: false },
    ))

  test('a person who may not buy is told so, and the server refuses it anyway', () =>
    world.as('viewer@acme.test', async (page) => {
      await page.goto('/home')
      await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Send', exact: true }).count()).toBe(0)
      for (const path of ['/send', `/send/new?product=${demo.products.daisyGiftCard10}`]) {
        const answer = await page.goto(path)
        expect(answer!.status()).toBe(403)
        await page.getByText('You don’t have access to this').waitFor()
      }
    }))
})

describe('by keyboard alone', () => {
  test('a gift is sent', () =>
    world.as(SENDER, async (page) => {
      await page.goto('/send')
      await tabTo(page, /^£10$/)
      await page.keyboard.press('Enter')
      await arrive(page, 'recipients')
      await tabTo(page, /^Email, row 1$/)
      await page.keyboard.type('keys@people.test')
      await tabTo(page, /^Save and continue$/)
      await page.keyboard.press('Enter')
      await arrive(page, 'message')
      await tabTo(page, /^Message$/)
      await page.keyboard.type('By keys alone')
      await tabTo(page, /^Peony$/)
      await page.keyboard.press('ArrowRight')
      await tabTo(page, /^Save and continue$/)
      await page.keyboard.press('Enter')
      await arrive(page, 'schedule')
      await tabTo(page, /^Save and continue$/)
      await page.keyboard.press('Enter')
      await arrive(page, 'pay')
      await tabTo(page, /^Pay £10.60$/)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/done')
      await expect.poll(() => world.mailTo('keys@people.test')).toHaveLength(1)
    }))
})

test('every step of sending is accessible and fits, on a phone and a desk, in both themes', () =>
  world.as(SENDER, async (page) => {
    const look = async (step: string) => expect(await problemsInEveryLook(page), step).toEqual([])
    for (const path of ['/send', '/send/choice', `/send/new?product=${demo.products.choiceOfGift10}`]) {
      await page.goto(path)
      await look(path)
    }
    await begin(page, demo.products.choiceOfGift10)
    await page.getByLabel('Email, row 1').fill('no address at all')
    await goOn(page)
    await page.getByText('is not an email address').waitFor()
    await look('recipients')
    // Once drawn, it is scrolled to its top.
    const atTop = () => expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    const arrived = async (step: string) => {
      await arrive(page, step)
      await atTop()
    }
    await asLinks(page, 2)
    await arrived('message')
    await look('message')
    await goOn(page)
    await arrived('schedule')
    await look('schedule')
    await goOn(page)
    await arrived('pay')
    await look('pay')
    await press(page, /^Pay £/)
    await page.getByText(/^2 gifts for £/).waitFor()
    await atTop()
    await look('done')
  }))
