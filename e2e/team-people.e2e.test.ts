import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { enter, screenProblems } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const world = freshWorld()

test('a role changed in the list takes effect on the next click; someone is removed after a question', () =>
  world.as('viewer@acme.test', async (theirs, { context }) => {
    await theirs.goto('/team/rules')
    expect(await theirs.getByRole('button', { name: 'Save rules' }).count()).toBe(0)
    await world.as(
      'admin@acme.test',
      async (page) => {
        await page.goto('/team/members')
        // No one changes their own role by mistake.
        expect(await page.getByRole('link', { name: 'Change role of Alice Archer' }).count()).toBe(0)
        await page.getByRole('link', { name: 'Change role of Victor Vale' }).click()
        await page.getByLabel('Role of Victor Vale').selectOption({ label: 'Team admin' })
        await press(page, 'Save role')
        await page.getByText('The role is now Team admin. It holds from their next click.').waitFor()
      },
      { javaScriptEnabled: false },
    )
    await theirs.getByRole('link', { name: 'People', exact: true }).click()
    await theirs.waitForURL('**/team/members')
    await theirs.getByRole('link', { name: 'Change role of Alice Archer' }).click()
    await expect
      .poll(() => theirs.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Role of Alice Archer')
    await theirs.getByLabel('Role of Alice Archer').selectOption({ label: 'Viewer' })
    await press(theirs, 'Save role')
    await theirs.getByText('The role is now Viewer.').waitFor()
    // Now Victor is the last admin, and the page that Alice still has open learns it.
    await theirs.getByRole('link', { name: 'Remove Peter Price' }).click()
    await press(theirs, 'Remove them')
    await theirs.getByText('They are no longer in the team.').waitFor()
    expect(await theirs.getByText('Peter Price').count()).toBe(0)
    await context.clearCookies()
    await enter(theirs, world.posy, 'admin@acme.test')
    await theirs.goto('/team/members')
    expect(await theirs.getByRole('link', { name: /^Remove/ }).count()).toBe(0)
  }))

test('the list of members is accessible while a role is changed, on a phone and a desk, in both themes', () =>
  world.as('viewer@acme.test', async (page) => {
    const path = `/team/members?change=${demo.users.acmeAdmin}`
    expect(await screenProblems(page, path, [390, 1440])).toEqual([])
  }))
