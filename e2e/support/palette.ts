import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Opens the palette by its keys. Pressed before the page's scripts have come to life, they do nothing. @returns its field */
export async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
  await expect
    .poll(
      async () => {
        if (!(await field.isVisible())) await page.keyboard.press('Control+k')
        return field.isVisible()
      },
      { interval: 1000 },
    )
    .toBe(true)
  return field
}
