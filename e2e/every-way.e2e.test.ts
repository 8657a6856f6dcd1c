import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { rasterise, scanPage } from '#server/testing/scan.ts'
import { problemsInEveryLook } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const SENDER = 'admin@acme.test'

const world = freshWorld()

/** Both themes, on a phone and on a desk. */
const looksRight = async (page: Page, step: string) => expect(await problemsInEveryLook(page), step).toEqual([])

const goOn = (page: Page) => press(page, 'Save and continue')

/** From the product's page to the step of recipients. */
async function begin(page: Page) {
  await page.goto(`/send/new?product=${demo.products.daisyGiftCard10}`)
  await press(page, 'Continue with this')
  await page.waitForURL('**/recipients')
}

/** The address of a picture that has come. */
async function pictureIn(image: Locator): Promise<string> {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth))
    .toBeTruthy()
  return (await image.getAttribute('src'))!
}

/** Someone who has had a gift by text, and wants no more. */
async function stopTexts(number: string) {
  await world.buy({ deliveryMethod: 'sms', receivers: [{ phone_number: number }] })
  await expect.poll(() => world.mailTo(number)).toHaveLength(1)
  const [text] = await world.mailTo(number)
  await world.post(`/public/texts/${text!.links[1]!.split('/').at(-1)}`, { stopped: true })
}

test('thirty gifts by text: wrong numbers are corrected in place, one who has stopped texts is named, the price is right to the penny', async () => {
  await stopTexts('+447700900400')
  await world.as(SENDER, async (page) => {
    const before = await world.available()
    await begin(page)
    await page.getByRole('link', { name: /By text/ }).click()
    await page.waitForURL('**by=sms')
    const numbers = Array.from({ length: 30 }, (_, index) => `07700 9004${String(index).padStart(2, '0')}`)
    const pasted = numbers.map(
      (number, index) => `${{ 3: '020 7946 0958', 7: '12345' }[index] ?? number},Person ${index}`,
    )
    await page.getByLabel(/Paste numbers/).fill(`mobile,name\n${pasted.join('\n')}`)
    await press(page, 'Add to the list')
    await page.getByText('“020 7946 0958” is a landline: texts go to mobile numbers only.').waitFor()
    await page.getByText('“12345” is not a phone number.').waitFor()
    await page.getByText('“07700 900400” has stopped texts: this one will not be sent.').waitFor()
    await looksRight(page, 'texts-wrong')
    const refused = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 422,
    )
    await goOn(page)
    await refused
    await page.getByText('Nothing was sent yet').waitFor()
    await page.getByLabel('Mobile number, row 4').fill(numbers[3]!)
    await page.getByLabel('Mobile number, row 8').fill(numbers[7]!)
    await page.getByText('“12345” is not a phone number.').waitFor({ state: 'detached' })
    await page.getByText(/^Each text has \d+ letters, is one segment long and costs £0\.05, plus VAT\.$/).waitFor()
    await goOn(page)
    await page.waitForURL('**/message')

    // Saved with the draft: coming back, or loading again, shows it as it was.
    await page.goBack()
    await page.waitForURL('**/recipients**')
    await page.reload()
    expect(await page.getByLabel('Mobile number, row 30').inputValue()).toBe(numbers[29])
    await goOn(page)
    await page.waitForURL('**/message')
    await goOn(page)
    await page.waitForURL('**/schedule')
    await page.getByText('When do the texts go out?').waitFor()
    await goOn(page)
    await page.waitForURL('**/pay')
    await page.getByText('1 recipient gets no message from us').waitFor()
    await page.getByText('30 texts').waitFor()
    await looksRight(page, 'texts-pay')
    await press(page, 'Pay £319.80')
    await page.waitForURL('**/done')
    await page.getByText('The texts are on their way, one to each recipient.').waitFor()
    expect(await world.available()).toBe(before - 31_980)
    await expect.poll(() => world.mailTo('+447700900429')).toHaveLength(1)
    expect(await world.mailTo('+447700900400')).toHaveLength(1)
    await looksRight(page, 'texts-done')
  })
})

test('forty printed cards: named from a list, proofed and printed; each QR code opens its own gift', () =>
  world.as(SENDER, async (page, { context }) => {
    await begin(page)
    await page.getByRole('link', { name: /On paper/ }).click()
    await page.waitForURL('**by=printable')
    await page.getByLabel('Gifts').fill('40')
    await goOn(page)
    await page.waitForURL('**/message')
    const preview = page.getByAltText(/^The card as it is printed/)
    const first = await pictureIn(preview)
    for (const picture of await page.getByRole('group', { name: 'Design of the cards' }).locator('img').all())
      await pictureIn(picture)
    expect(await page.getByText('a message of their own').count()).toBe(0)
    await page.getByLabel('Message', { exact: true }).fill('You made our year.')
    await page.getByRole('radio', { name: /^Folded/ }).check()
    await expect.poll(() => pictureIn(preview)).not.toBe(first)
    await looksRight(page, 'cards-message')
    await goOn(page)
    await page.waitForURL('**/schedule')
    await goOn(page)
    await page.waitForURL('**/pay')
    await press(page, /^Pay £/)
    await page.waitForURL('**/done')
    await page.getByText('Your cards are ready to print').waitFor()
    await page.getByRole('link', { name: 'Design and print the cards' }).click()
    await page.getByRole('heading', { level: 1, name: 'Print the cards' }).waitFor()
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('You made our year.')
    const designs = page.getByRole('list', { name: 'Templates' })
    expect(await designs.locator('[aria-current]').textContent()).toMatch(/^Folded/)
    await looksRight(page, 'cards-design')
    await designs.getByRole('link').first().click()
    await designs.locator('li:first-child [aria-current]').waitFor()
    await press(page, 'Save and continue')
    await page.getByText('Every card will look like this.').waitFor()
    await pictureIn(page.getByAltText('A sample of the card'))
    const names = page.getByLabel('Names, one on each line')
    const guests = Array.from({ length: 40 }, (_, index) => `Guest ${index + 1}`)
    await names.fill([...guests.slice(0, 39), 'Guest 40', 'One too many'].join('\n'))
    await press(page, 'Save the list')
    await page.getByText('The list has 41 rows for 40 gifts.').waitFor()
    expect((await names.inputValue()).split('\n')).toHaveLength(41)
    await looksRight(page, 'cards-refused')
    await names.fill([...guests.slice(0, 39), 'Maximiliana Featherstonehaugh-Cholmondeley'].join('\n'))
    await press(page, 'Save the list')
    await page.getByText('40 cards addressed.').waitFor()
    await press(page, 'Make a proof')
    await page.getByText('All 40 cards can be printed').waitFor()
    await page.getByText('Card 40 has the longest text.').waitFor()
    const proof = await context.request.get(
      (await page.getByRole('link', { name: /Open the proof/ }).getAttribute('href'))!,
    )
    expect(await rasterise(await proof.body())).toHaveLength(1)
    await press(page, 'Make the PDF')
    const pdf = page.getByRole('link', { name: 'Open the PDF' })
    await pdf.waitFor()
    expect(await page.getByText('The PDF is being made.').count()).toBe(0)
    await looksRight(page, 'cards-ready')
    const printed = await context.request.get((await pdf.getAttribute('href'))!)
    const sheets = await rasterise(await printed.body())
    expect(sheets).toHaveLength(10)
    const read = (await Promise.all(sheets.map(scanPage))).flat().map(({ text }) => text)
    const id = new URL(page.url()).pathname.split('/')[2]
    const gifts: { launch_url: string }[] = await world.get(`/api/v2/transactions/${id}/hugggs?per_page=40`)
    expect(read.sort()).toEqual(gifts.map(({ launch_url }) => launch_url).sort())
    await page.getByRole('link', { name: 'The purchase' }).click()
    await page.getByRole('row', { name: /Guest 7\b.*Printed/ }).waitFor()
    await page.getByRole('link', { name: 'Guest 7', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'A gift for Guest 7' }).waitFor()
  }))
