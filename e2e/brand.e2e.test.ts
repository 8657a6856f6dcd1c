import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { drawPicture } from '#server/testing/pictures.ts'
import { accessibilityProblems, screenProblems, sidewaysOverflow } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const world = freshWorld()

test('a brand is made with its preview beside it, used by a subteam and changed; a sent gift keeps the look it was sent with', async () => {
  const logo = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await drawPicture(300, 100, '#0f766e').png().toBuffer(),
  }
  let sent = ''
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/team/brand')
    await page.getByRole('link', { name: 'New theme' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Fernhill green')
    const chosen = page.getByLabel('Logo', { exact: true })
    // One that no form takes is told of where it is chosen; nothing is sent, and what was typed stays.
    await chosen.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) })
    await expect
      .poll(() => chosen.evaluate((field: HTMLInputElement) => field.validationMessage))
      .toBe('This file is too large. Choose one of at most 4 MB.')
    await chosen.setInputFiles(logo)
    await page.getByRole('img', { name: 'Logo' }).waitFor()
    await page.getByLabel('Colour (optional)').fill('#8fd3a8')
    await page.getByLabel('Colour (optional)').fill('#777777')
    await page.getByText('So that words on it can be read, buttons use').waitFor()
    await page.getByLabel('Colour (optional)').fill('#0f766e')
    await page.getByLabel('Headings').selectOption('lora')
    await page.getByLabel('Fern').press('Space')
    const frame = page.frameLocator('iframe')
    await expect
      .poll(() => frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent')))
      .toBe('#0f766e')
    await frame.locator('.sender img').waitFor()
    await page.getByRole('button', { name: 'Email' }).click()
    await frame.locator('body[inert] img[alt="Acme"]').first().waitFor()
    await page.getByRole('button', { name: 'Invoice' }).click()
    await page.getByRole('img', { name: 'Your logo' }).waitFor()
    const sample = page.getByRole('link', { name: 'Open a sample invoice' })
    const invoice = await page.request.get((await sample.getAttribute('href'))!)
    expect([invoice.status(), (await invoice.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    await page.getByRole('button', { name: 'Wrapped' }).click()
    await page.getByLabel('Use it for all gifts of the team').press('Space')
    expect(await accessibilityProblems(page)).toEqual([])
    await press(page, 'Save theme')
    await page.getByText('The theme is saved.').waitFor()
    await page.goto('/team/brand')
    await page.getByRole('link', { name: 'New card template' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Fernhill card')
    await page.getByLabel('Logo (optional)').setInputFiles(logo)
    await press(page, 'Save template')
    await page.getByText('It can be chosen wherever gifts are printed.').waitFor()
    await page.getByRole('img', { name: 'Logo on the cards' }).waitFor()
  })
  await world.as('subteam@acme.test', async (page) => {
    await page.goto('/team/brand')
    await page.getByText('From the parent team').waitFor()
    await page.goto(`/send/new?product=${demo.products.daisyFlatWhite}`)
    await press(page, 'Continue with this')
    await page.waitForURL('**/recipients')
    await page.goto(page.url().replace('recipients', 'message'))
    expect(await page.getByLabel('Fernhill green').isChecked()).toBe(true)
  })
  sent = (await world.buy({ deliveryMethod: 'links' })).hugggs[0]!.launch_url
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/team/brand')
    await page.getByRole('link', { name: 'Fernhill green' }).click()
    await page.getByLabel('Colour (optional)').fill('red')
    await press(page, 'Save theme')
    await page.getByText('Must be a colour such as #b3245b').waitFor()
    await page.getByLabel('Colour (optional)').fill('#7a1f5c')
    await press(page, 'Save theme')
    await page.getByRole('heading', { name: 'Earlier versions' }).waitFor()
    for (const path of ['/team/brand', page.url()]) expect(await screenProblems(page, path)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0)
  })
  await world.visitor(async (page) => {
    await page.goto(sent)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toBe(
      '#0f766e',
    )
    await page.locator('.sender img').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    const ground = page.locator('.sender img')
    await expect
      .poll(() => ground.evaluate((image) => getComputedStyle(image).backgroundColor))
      .toBe('rgb(255, 255, 255)')
    expect(await accessibilityProblems(page)).toEqual([])
    const preview = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(preview!)).headers()['content-type']).toBe('image/jpeg')
    expect(await accessibilityProblems(page)).toEqual([])
  })
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/team/brand/new')
    expect(new URL(page.url()).pathname).not.toBe('/team/brand/new')
  })
})
