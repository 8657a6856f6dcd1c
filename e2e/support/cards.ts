import type { Page } from 'playwright-core'

/** The provider's documented test cards. */
export const CARD = { approved: '4242424242424242', asks3ds: '4543474002249996', declines: '4544249167673670' }

/** Types a card into the provider's fields, each in a frame of its own. The form's own button takes it from there. */
export async function typeCard(page: Page, number: string, { expiry = '12/35', code = '100' } = {}): Promise<void> {
  await page.locator('iframe[title="Card number"]').waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.querySelector('fieldset[aria-busy="true"]'))
  for (const [name, value] of [
    ['Card number', number],
    ['Expiry date', expiry],
    ['Security code', code],
  ] as const)
    await page.frameLocator(`iframe[title="${name}"]`).getByLabel(name).fill(value)
}
