import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { screenProblems, signIn } from './support/browser.ts'
import { CARD, typeCard } from './support/cards.ts'
import { eventually } from './support/eventually.ts'
import { freshWorld, taken } from './support/world.ts'

/** The ways in: an invite, a sign-up, and the proof of an address, from the mail to the first screen. */
const world = freshWorld()

const PASSWORD = 'three unusual words'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The newest link to a page of ours that was mailed to an address. */
const mailedLink = (to: string, path: string) =>
  eventually(async (): Promise<string | undefined> => {
    const links = (await world.mailTo(to)).flatMap((mail) => mail.links)
    return links.find((link) => link.includes(`${path}?`))
  })

async function invite(type: string, emailAddress: string, more: object = {}): Promise<string> {
  const invites = [{ emailAddress, ...more }]
  return (await world.post(`/v3/teams/${demo.teams.acme}/users/invites`, { type, invites }))[0].id
}

/** A budget that is live, with one person invited to it. */
async function inviteToBudget(email: string): Promise<void> {
  const call = (path: string, body: object) => world.post(`/v3/automated-budgets${path}`, body)
  const { id } = await call('', {
    name: 'Thanks',
    budgetAmount: 2500,
    frequency: 'month',
    walletId: demo.wallets.acmeMain,
  })
  await call(`/${id}/participants`, { participants: [email] })
  await call(`/${id}/start`, {})
}

async function fillNewUser(page: Page, firstName = 'Nia') {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Surname').fill('Newcomer')
  await page.getByLabel('Choose a password').fill(PASSWORD)
}

const SECONDS = { screen: 8, press: 2, field: 2, character: 0.2, mailbox: 5 }

/** What a person does, counted as it is done: no clock of the machine is in it. */
function watchPace(page: Page) {
  const done = { screens: 0, presses: 0, fields: 0, characters: 0 }
  let here = ''
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(page.url())
    if (frame !== page.mainFrame() || pathname === here) return
    here = pathname
    done.screens++
  })
  return {
    typed: (words: string) => {
      done.fields++
      done.characters += words.length
    },
    pressed: (times = 1) => {
      done.presses += times
    },
    counted: () => ({
      ...done,
      seconds:
        done.screens * SECONDS.screen +
        done.presses * SECONDS.press +
        done.fields * SECONDS.field +
        done.characters * SECONDS.character +
        SECONDS.mailbox,
    }),
  }
}

/** In the team's own words: which one is acted in. */
const actsIn = (page: Page, team: string) => page.getByText(team, { exact: true }).first().waitFor()

test('a link to an upgrade names plan, price and team, and orders it only in the session of the person who asked', async () => {
  const email = 'admin@globex.test'
  const { posy } = world
  const asked = await posy.call('POST', '/api/v2/users/verification/request', {
    token: await posy.signIn(email),
    body: { email, action: 'upgrade', planId: demo.plans.enterprise },
  })
  expect(asked.status, asked.text).toBe(200)
  const link = await mailedLink(email, '/verify-email')
  await world.visitor(async (page) => {
    await page.goto(link!)
    await heading(page, 'Upgrade Globex to Enterprise').waitFor()
    await page.getByText('£249 a month plus VAT').waitFor()
    expect(await screenProblems(page, '/verify-email')).toEqual([])
    expect(await page.getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: 'Sign in to continue' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
    await press(page, 'Sign in')
    await page.getByText('with VAT').waitFor()
    await press(page, 'Upgrade Globex to Enterprise')
    await page.getByText('The upgrade is ordered.').waitFor()
  })
})

describe('an invite', () => {
  test('lets someone new in after saying what is wrong with their password; its link then stops working', () =>
    world.visitor(async (page) => {
      await invite('participant', 'nia@friends.test')
      const link = await mailedLink('nia@friends.test', '/join')
      await page.goto(link)
      expect(page.url()).toBe(`${world.posy.url}/join`)
      expect(await page.content()).not.toContain(new URL(link).searchParams.get('token'))
      await heading(page, 'Join Acme').waitFor()
      await page.getByText('Alice Archer would like you to send gifts together.').waitFor()
      await fillNewUser(page)
      await page.getByLabel('Choose a password').fill('nia@friends.test')
      await press(page, 'Accept invite')
      await page.getByRole('alert').getByText('Please check the marked fields').waitFor()
      await expect.poll(() => page.getByLabel('Surname').inputValue()).toBe('Newcomer')
      await page.getByLabel('Choose a password').fill(PASSWORD)
      await press(page, 'Accept invite')
      await page.waitForURL('**/home')
      await page.getByText('You are in. Welcome to Acme.').waitFor()
      await heading(page, 'Hello, Nia').waitFor()
      await page.goto(link)
      await heading(page, 'This invite is closed').waitFor()
    }))

  test('lets someone who has an account in by their password, or as they are already signed in', () =>
    world.visitor(async (page) => {
      await invite('participant', 'admin@globex.test', { roleGroupId: 'team-viewer' })
      const link = await mailedLink('admin@globex.test', '/join')
      await page.goto(link)
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await press(page, 'Sign in and accept')
      await page.getByText('This is not the password of that account').waitFor()

      // Someone else is signed in here: they are told, and may go.
      await signIn(page, 'viewer@acme.test')
      await page.goto(link)
      await page.getByText('You are signed in as viewer@acme.test').waitFor()
      await press(page, 'Use another account')
      await page.getByRole('link', { name: 'sign in another way' }).click()
      await page.getByLabel('Email address').fill('admin@globex.test')
      await page.getByLabel('Password', { exact: true }).fill('posy-demo-2026')
      await press(page, 'Sign in')
      await heading(page, 'Join Acme').waitFor()
      await press(page, 'Accept')
      await page.waitForURL('**/home')
      await page.getByText('You are in. Welcome to Acme.').waitFor()
      await page.getByRole('button', { name: /^Acme.*Switch team/ }).waitFor()
    }))

  test('to lead a subteam opens it under the name its leader gives it, also without scripts', () =>
    world.visitor(
      async (page) => {
        await invite('subteam', 'leader@friends.test', { subteamName: 'West' })
        await page.goto(await mailedLink('leader@friends.test', '/join'))
        await heading(page, 'Lead West at Acme').waitFor()
        await fillNewUser(page, 'Lee')
        await page.getByLabel('Name of your team').fill('West coast')
        await press(page, 'Accept invite')
        await page.waitForURL('**/home')
        await actsIn(page, 'West coast')
      },
      { javaScriptEnabled: false },
    ))

  test('to a budget says how much one gets and how often, and opens that budget', () =>
    world.visitor(async (page) => {
      await inviteToBudget('bea@friends.test')
      await page.goto(await mailedLink('bea@friends.test', '/join'))
      await heading(page, 'A gift budget from Acme').waitFor()
      await page.getByText('£25.00 every month').waitFor()
      await fillNewUser(page, 'Bea')
      await press(page, 'Accept invite')
      await heading(page, 'You are in, Bea').waitFor()
      await page.getByRole('button', { name: 'Open my budget' }).waitFor()
      // Home leads there, too, or is the budget's already: it may have been ready before they were signed in.
      await page.goto('/home')
      await heading(page, 'Hello, Bea').waitFor()
      const open = page.getByRole('button', { name: 'Open Thanks', exact: true })
      if (await open.isVisible()) await open.click()
      await open.waitFor({ state: 'detached' })
      await page.getByText('left to give, from Acme').waitFor()
      await actsIn(page, 'Thanks')
    }))

  test('to a budget is asked for again as someone comes back to its page from another tab', () =>
    world.as('admin@acme.test', async (page) => {
      await page.clock.install()
      await page.goto(`/join/ready?budget=${crypto.randomUUID()}`)
      await page.getByText('We are making your budget ready').waitFor()
      const look = (state: 'hidden' | 'visible') =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'visibilityState', { value, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, state)
      await look('hidden')
      await page.clock.runFor(10_000)
      const asked = page.waitForRequest(/\/join\/ready\.data/)
      await look('visible')
      await asked
    }))

  test('that was withdrawn shows the same page as a link that never existed', () =>
    world.visitor(async (page) => {
      const id = await invite('participant', 'gone@friends.test')
      const link = await mailedLink('gone@friends.test', '/join')
      const { posy } = world
      const token = await posy.signIn('admin@acme.test')
      await posy.call('DELETE', `/v3/teams/${demo.teams.acme}/invites/${id}`, { token })
      const seen: string[] = []
      for (const address of [link, '/join?token=never', '/join']) {
        await page.goto(address)
        await heading(page, 'This invite is closed').waitFor()
        seen.push(await page.getByRole('main').innerText())
      }
      expect(new Set(seen).size).toBe(1)
    }))
})

describe('signing up', () => {
  const fill = async (page: Page, email: string, more: Record<string, string> = {}) => {
    const fields = {
      'First name': 'Sam',
      Surname: 'Signer',
      'Work email': email,
      'Team or company': 'Signers',
      ...more,
    }
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    await page.getByLabel('I agree to the terms').check()
  }

  /** Asks how to pay: each line is copied by a button of its own, all are mailed, and what is awaited is listed. */
  async function paysByBank(page: Page, email: string, javaScriptEnabled: boolean) {
    await page.getByRole('link', { name: 'Put money in your wallet' }).click()
    await page.getByRole('link', { name: 'Top up by bank' }).click()
    await page.getByRole('heading', { name: 'Top up by bank transfer' }).waitFor()
    // Who knows what they will pay needs no form for it.
    const details = page.getByRole('definition')
    await details.filter({ hasText: /^HG/ }).waitFor()
    await details.filter({ hasText: 'Posy Sandbox' }).waitFor()
    await page.getByLabel('Amount').fill('200')
    await press(page, 'Email me these details')
    await details.filter({ hasText: '£200.00' }).waitFor()
    const shown = await details.evaluateAll((all) => all.map(({ firstChild }) => firstChild!.textContent!))
    if (javaScriptEnabled) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const copied: string[] = []
      for (const button of await page.getByRole('button', { name: /^Copy: / }).all()) {
        // It says so for two seconds.
        const isSaid = button.evaluate(
          (where) =>
            new Promise<void>((said) => {
              const look = () => where.textContent === 'Copied' && said()
              new MutationObserver(look).observe(where, { subtree: true, childList: true, characterData: true })
            }),
        )
        await button.click()
        await isSaid
        copied.push(await page.evaluate(() => navigator.clipboard.readText()))
      }
      // A bank's form takes an amount without its sign.
      expect(copied).toEqual(['200.00', ...shown.slice(1)])
    }
    const [amount, reference, ...account] = shown
    await expect
      .poll(
        async () => (await world.mailTo(email)).find(({ subject }) => subject.startsWith(`How to pay ${amount}`))?.text,
      )
      .toContain(reference)
    const mail = (await world.mailTo(email)).find(({ subject }) => subject.startsWith('How to pay'))!
    for (const line of account) expect(mail.text).toContain(line)
    await page.getByRole('link', { name: 'All payments on their way' }).click()
    await page.getByText('£200.00, announced on').waitFor()
  }

  test.each([true, false])(
    'opens a team on the chosen plan once the address is confirmed, and tells it how to pay by bank (scripts: %s)',
    (javaScriptEnabled) =>
      world.visitor(
        async (page) => {
          const email = `sam.${javaScriptEnabled}@friends.test`
          await page.goto('/sign-in')
          await page.getByRole('link', { name: 'Sign up' }).click()
          await fill(page, 'sam@friends')
          await page.getByRole('radio', { name: /^Free/ }).check()
          await press(page, 'Open the account')
          await page.getByText('Please check the marked fields').waitFor()
          await expect.poll(() => page.getByRole('radio', { name: /^Free/ }).isChecked()).toBe(true)
          expect(await page.getByText('Date of birth').count()).toBe(0)
          await page.getByLabel('Work email').fill(email)
          await press(page, 'Open the account')
          await heading(page, 'Check your email').waitFor()

          const link = await mailedLink(email, '/verify-email')
          await page.goto(link)
          expect(page.url()).toBe(`${world.posy.url}/verify-email`)
          // Opening a link confirms nothing: mail scanners open links too.
          await page.getByText(`Choose a password for ${email}`).waitFor()
          await page.getByText('not only your name or your company’s').waitFor()
          await page.getByLabel('Password', { exact: true }).fill('passwordpassword')
          await press(page, 'Confirm my address')
          await page.getByText('Must not be a password that many people use').waitFor()
          await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
          await press(page, 'Confirm my address')
          await page.getByText(`${email} is confirmed.`, { exact: true }).waitFor()
          await page.getByRole('link', { name: 'Put money in your wallet' }).waitFor()
          expect(await page.getByText(/ is empty$/).count()).toBe(0)
          await actsIn(page, 'Signers')
          await paysByBank(page, email, javaScriptEnabled)
          await page.goto('/team/details')
          await page.getByRole('heading', { name: 'Free plan' }).waitFor()
          // As many as the plan has, and no way to sign in for who has.
          await page.goto('/send')
          await page.getByText(/up to \d+ people at once/).waitFor()
          await page.goto('/')
          await page.getByRole('banner').getByRole('link', { name: 'Go to your team' }).click()
          await actsIn(page, 'Signers')

          await page.goto(link)
          await page.getByText('This link no longer works').waitFor()
        },
        { javaScriptEnabled },
      ),
  )

  test('takes less than five minutes to a delivered gift, at the pace of someone who reads every screen', () =>
    world.visitor(async (page) => {
      const email = 'nina@newcomers.test'
      const pace = watchPace(page)
      const type = async (label: string, words: string, options = {}) => {
        await page.getByLabel(label, options).fill(words)
        pace.typed(words)
      }
      const go = async (by: 'button' | 'link', name: string | RegExp) => {
        await page
          .getByRole('main')
          .getByRole(by, { name, exact: typeof name === 'string' })
          .click()
        pace.pressed()
      }
      await page.goto('/sign-up')
      await taken(page.getByLabel('First name'))
      await type('First name', 'Nina')
      await type('Surname', 'Newcomer')
      await type('Work email', email)
      await type('Team or company', 'Newcomers')
      await page.getByRole('radio', { name: /^Free/ }).check()
      await page.getByLabel('I agree to the terms').check()
      pace.pressed(2)
      await go('button', 'Open the account')
      await heading(page, 'Check your email').waitFor()
      await page.goto(await mailedLink(email, '/verify-email'))
      await taken(page.getByLabel('Password', { exact: true }))
      await type('Password', PASSWORD, { exact: true })
      await go('button', 'Confirm my address')
      await go('link', 'Put money in your wallet')
      await page.waitForURL('**/card')
      await type('Amount', '50')
      await typeCard(page, CARD.approved)
      for (const words of [CARD.approved, '12/35', '100']) pace.typed(words)
      await go('button', 'Top up')
      await page.getByText('The money is in the wallet.').waitFor()
      await go('link', 'Send a gift')
      await page.waitForURL('**/send')
      await go('button', '£10')
      await page.waitForURL('**/recipients')
      await type('Email, row 1', 'ray@friends.test')
      for (const step of ['message', 'schedule', 'pay']) {
        await go('button', 'Save and continue')
        await page.waitForURL(`**/${step}`)
      }
      await go('button', /^Pay £/)
      await page.waitForURL('**/done')
      await expect.poll(() => world.mailTo('ray@friends.test')).toHaveLength(1)
      expect(pace.counted().screens).toBeLessThanOrEqual(13)
      expect(pace.counted().seconds).toBeLessThan(300)
    }))

  test('confirming in another browser than the one that signed up signs no one in', () =>
    world.visitor(async (page) => {
      const email = 'sue@friends.test'
      await page.goto('/sign-up')
      await fill(page, email)
      await press(page, 'Open the account')
      await heading(page, 'Check your email').waitFor()
      const link = await mailedLink(email, '/verify-email')
      await world.visitor(async (elsewhere) => {
        await elsewhere.goto(link)
        await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
        await press(elsewhere, 'Confirm my address')
        await elsewhere.getByText(`${email} is confirmed. Sign in to begin.`).waitFor()
      })
    }))

  test('a link from elsewhere to a provider brings neither a plan nor the agreement to terms', () =>
    world.visitor(async (page) => {
      await page.goto(`/sso/start/google?plan=${demo.plans.free}&terms=agreed`)
      expect(page.url()).toBe(`${world.posy.url}/sign-up?plan=${demo.plans.free}`)
      await heading(page, 'Create your team’s account').waitFor()
    }))

  test('says the same to an address that has an account, and emails only its owner', () =>
    world.visitor(async (page) => {
      const seen: string[] = []
      for (const email of ['viewer@acme.test', 'fresh@friends.test']) {
        await page.goto('/sign-up')
        await fill(page, email)
        await press(page, 'Open the account')
        await heading(page, 'Check your email').waitFor()
        seen.push((await page.getByRole('main').innerText()).replaceAll(email, 'them'))
      }
      expect(seen[0]).toBe(seen[1])
      expect(await mailedLink('fresh@friends.test', '/verify-email')).toContain('token=')
      await eventually(async () => {
        const links = (await world.mailTo('viewer@acme.test')).flatMap((mail) => mail.links)
        return links.some((each) => each.includes('/forgot-password')) || undefined
      })
    }))

  test('sends another link to anyone who asks, and says the same to everyone', () =>
    world.visitor(async (page) => {
      for (const email of ['fresh@friends.test', 'stranger@friends.test']) {
        await page.goto('/verify-email')
        await page.getByLabel('Email address').fill(email)
        await press(page, 'Send a new link')
        await page.getByText(`We have written to ${email}.`).waitFor()
      }
    }))
})

describe('a team’s invites', () => {
  const row = (page: Page, address: string) => page.getByRole('row').filter({ hasText: address })

  test.each([true, false])('are sent several at once, sent again and withdrawn (scripts: %s)', (javaScriptEnabled) =>
    world.visitor(
      async (page) => {
        const [ada, ben] = [`ada.${javaScriptEnabled}@friends.test`, `ben.${javaScriptEnabled}@friends.test`]
        await signIn(page, 'admin@acme.test')
        // As the mail of someone who would like to join leads there.
        await page.goto(`/team/invites?email=${ada}`)
        const addresses = page.getByLabel('Email addresses')
        await expect.poll(() => addresses.inputValue()).toBe(ada)
        // React writes the first text of a text area again as it takes it over, which undoes the selection that `fill` makes.
        if (javaScriptEnabled) await taken(addresses)
        await addresses.fill(`${ada}, ben`)
        await press(page, 'Send the invites')
        await page.getByText('ben: is not an email address').waitFor()
        await addresses.fill(`${ada}, "Bell, Ben" <${ben}>\nviewer@acme.test`)
        await page.getByLabel('Role').selectOption('team-viewer')
        await press(page, 'Send the invites')
        await page.getByText('2 invites are on the way. 1 person is in the team already.').waitFor()

        const first = await mailedLink(ada, '/join')
        await row(page, ada).getByText('Viewer').waitFor()
        await press(page, `Send again to ${ada}`)
        await page.getByText(`Sent again to ${ada}.`).waitFor()
        await eventually(async () => ((await mailedLink(ada, '/join')) === first ? undefined : true))
        await page.getByRole('link', { name: `Revoke the invite to ${ben}` }).click()
        await press(page, 'Revoke invite')
        await page.getByText('The invite is revoked.').waitFor()
        await expect.poll(() => row(page, ben).count()).toBe(0)

        await page.goto(`/team/invites?q=${ada}&state=open`)
        await expect.poll(() => page.getByRole('row').count()).toBe(2)
        await page.goto('/team/invites?state=expired&type=subteam')
        await page.getByText('No invites match your filters').waitFor()
      },
      { javaScriptEnabled },
    ),
  )

  test('can be seen but not changed by a viewer, and are hidden from a participant', () =>
    world.visitor(async (page) => {
      await invite('participant', 'seen@friends.test')
      await signIn(page, 'viewer@acme.test')
      await page.goto('/team/invites')
      await page.getByRole('row').nth(1).waitFor()
      for (const name of [/Send/, /Revoke/]) await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0)
      await page.context().clearCookies()
      await signIn(page, 'participant@acme.test')
      await expect.poll(() => page.getByRole('link', { name: 'Invites' }).count()).toBe(0)
      await page.goto('/team/invites')
      await heading(page, 'You don’t have access to this').waitFor()
    }))
})

test('every way in is accessible in both themes, and fits a small phone', () =>
  world.visitor(async (page) => {
    const found: string[] = []
    const look = async (path: string) => void found.push(...(await screenProblems(page, path, [1280])))
    for (const path of ['/join', '/sign-up', '/sign-up?plan=none', '/verify-email', '/change-email']) await look(path)
    const [one, two] = ['one.look@friends.test', 'two.look@friends.test']
    await invite('subteam', one)
    await look(await mailedLink(one, '/join'))
    await inviteToBudget(two)
    await look(await mailedLink(two, '/join'))
    await signIn(page, 'viewer@acme.test')
    await look('/join')
    await page.goto('/join')
    await page.getByText('No thanks').click()
    await press(page, 'Decline the invite')
    await heading(page, 'You have declined the invite').waitFor()
    await page.getByText(/You get no allowance from “.+”\./).waitFor()
    await page.context().clearCookies()
    await signIn(page, 'admin@acme.test')
    for (const query of ['', '?for=subteam', '?q=no one']) await look(`/team/invites${query}`)
    expect(found).toEqual([])
  }))
