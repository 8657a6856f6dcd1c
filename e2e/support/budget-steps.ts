import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEMO_PASSWORD, demo } from '#server/app/demo/ids.ts'
import { eventually } from './eventually.ts'
import type { World } from './world.ts'

export const OWNER = 'admin@acme.test'
export const root = '/v3/automated-budgets'

/** By its whole name: a page has “Run now” and “Run it again”. */
export const pressExactly = (where: Page | Locator, name: string): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click()
export const follow = (where: Page | Locator, name: string): Promise<void> =>
  where.getByRole('link', { name, exact: true }).click()
export const sees = (where: Page | Locator, text: string | RegExp): Promise<void> =>
  where.getByText(text).first().waitFor()
export const confirm = (page: Page, button: string): Promise<void> => pressExactly(page.getByRole('dialog'), button)
export const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
/** Waits until something reads so. */
export const reads = (what: Locator, words: RegExp): Promise<void> => expect.poll(() => what.innerText()).toMatch(words)

export const loadAvailable = async (world: World, walletId: string): Promise<number> => {
  const wallets = await world.get(`/api/v2/teams/${demo.teams.acme}/wallets`)
  return wallets.find(({ id }: { id: string }) => id === walletId).available
}
export const moveMoney = (world: World, from: string, to: string, amount: number): Promise<void> =>
  world.post(`/v3/wallets/${from}/transfers`, { toWalletId: to, amount })

/** A wallet of its own, with money from the main one. @returns its id */
export async function purse(world: World, name: string, pence: number): Promise<string> {
  const { id } = await world.post(`/api/v2/teams/${demo.teams.acme}/wallets`, { name })
  await moveMoney(world, demo.wallets.acmeMain, id, pence)
  return id
}

export const latestRun = async (world: World, id: string) => (await world.get(`${root}/${id}/executions?limit=1`))[0]

/** Follows the link of a budget's invite as someone new, to their first screen. */
export async function acceptOnScreen(world: World, page: Page, email: string, firstName: string): Promise<void> {
  const link = await eventually(async (): Promise<string | undefined> => {
    const mails = await world.mailTo(email)
    return mails.flatMap(({ links }) => links).find((each) => each.includes('/join?'))
  })
  await page.goto(link)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Surname').fill('Person')
  await page.getByLabel('Choose a password').fill(DEMO_PASSWORD)
  await pressExactly(page, 'Accept invite')
  await pressExactly(page, 'Open my budget')
  await page.waitForURL('**/home')
  await page.getByRole('heading', { level: 1, name: `Hello, ${firstName}` }).waitFor()
}
