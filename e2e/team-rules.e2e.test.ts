import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems } from './support/browser.ts'
import { freshWorld, press } from './support/world.ts'

const world = freshWorld()

test('rules are set by a form without scripts, hold for the next purchase and for subteams, and can be read by others', async () => {
  await world.as(
    'admin@acme.test',
    async (page) => {
      await page.goto('/team/details')
      await page.getByRole('link', { name: 'Rules', exact: true }).click()
      // Kinds are categories; an occasion is none.
      const kinds = page.getByRole('group', { name: 'Only these kinds' })
      expect(await kinds.getByLabel('Alcohol').count()).toBe(1)
      expect(await kinds.getByLabel('Birthday').count()).toBe(0)
      await page.getByLabel('By text message').uncheck()
      await page.getByLabel('Only to these email domains').fill('acme.test, nowhere')
      await page.getByLabel('Days a gift may last').fill('90')
      await page.getByLabel('Highest price').fill('5')
      await page.getByLabel('Reasons to choose from').fill('Birthday\nThank you\n')
      await page.getByLabel('Remind people by email').check()
      await press(page, 'Save rules')
      await page.getByText('“nowhere” is not a domain such as example.com.').waitFor()
      // Nothing of what was typed or ticked is lost.
      expect(await page.getByLabel('By text message').isChecked()).toBe(false)
      expect(await page.getByLabel('Highest price').inputValue()).toBe('5')
      expect(await page.getByLabel('Remind people by email').isChecked()).toBe(true)
      await page.getByLabel('Only to these email domains').fill('acme.test, @example.com')
      await page.getByLabel('These rules hold for subteams too').check()
      await page.getByLabel('Every purchase needs one of them').check()
      await press(page, 'Save rules')
      await page.getByText('The rules are saved.').waitFor()
      await page.getByText('Addresses at acme.test, example.com').waitFor()
      await page.getByText('Required: Birthday, Thank you').waitFor()
      expect(await page.getByLabel('Highest price').inputValue()).toBe('5.00')
    },
    { javaScriptEnabled: false },
  )
  const { preferences } = await world.get(`/api/v2/teams/${demo.teams.acme}`)
  expect(preferences).toMatchObject({
    deliveryMethods: ['email', 'links', 'superhuggg', 'printable', 'inline-redeem'],
    maximumHugggExpiryDays: 90,
    giftingRestrictions: { price: { min: null, max: 500 } },
    remindRecipients: true,
  })
  await expect(world.buy({ deliveryMethod: 'links' })).rejects.toThrow('restricted')

  await world.as('subteam@acme.test', async (page) => {
    await page.goto('/team/rules')
    await page.getByText('With what the parent team asks of its subteams.').waitFor()
    await page.getByText('Up to £5.00').waitFor()
    await page.getByLabel('Days a gift may last').fill('30')
    await press(page, 'Save rules')
    await page.getByText('30 days at most').waitFor()
    expect(await page.getByText('These rules hold for subteams too').count()).toBe(0)
  })
  await world.as('viewer@acme.test', async (page) => {
    await page.goto('/team/rules')
    await page.getByText('90 days at most').waitFor()
    expect(await page.getByRole('button', { name: 'Save rules' }).count()).toBe(0)
  })
  await world.as('admin@acme.test', async (page) => {
    await page.goto('/team/rules')
    for (const field of ['Highest price', 'Days a gift may last', 'Only to these email domains', 'Reasons to choose'])
      await page.getByLabel(field).fill('')
    await page.getByLabel('By text message').check()
    await press(page, 'Save rules')
    // Anyone who is alone waits a day with what would allow more; what it is stands there, and can be taken back.
    await page.getByText('what would allow more waits below').waitFor()
    await page.getByRole('heading', { name: 'Waiting for someone else' }).waitFor()
    await press(page, 'Take back: Gifts last')
    await page.getByText('The rule stays as it is.').waitFor()
    await expect.poll(() => page.getByLabel('Days a gift may last').inputValue()).toBe('90')
    expect(await screenProblems(page, '/team/rules')).toEqual([])
  })
  await expect(world.buy({ deliveryMethod: 'links' })).rejects.toThrow('restricted')
  await world.advance('P1D')
  await world.as('admin@acme.test', async (page) => {
    await expect
      .poll(async () => {
        await page.goto('/team/rules')
        return page.getByRole('heading', { name: 'Waiting for someone else' }).count()
      })
      .toBe(0)
    await page.getByText('90 days at most').waitFor()
  })
  await world.buy({ deliveryMethod: 'links' })
})

test('the rules of a team are accessible and fit, on a phone and a desk, in both themes', () =>
  world.as('admin@acme.test', async (page) =>
    expect(await screenProblems(page, '/team/rules', [390, 1440])).toEqual([]),
  ))
