import { demo } from '#server/app/demo/ids.ts'
import { DEMO_PASSWORD } from '../ids.ts'
import { type Calendar, hoursAfter } from './calendar.ts'
import { claimed, demoScenes, type Gifting, opened, type Reception, redeemed, revealed, type Sender } from './gifts.ts'
import { ALICE, products } from './purchases.ts'
import type { Scene, Stage } from './stage.ts'

const ROOT = '/v3/automated-budgets'

interface Person {
  email: string
  firstName: string
  surname: string
  /** When they accept, counted from the invite; null: they have not yet. */
  acceptsAfterHours: number | null
  /** Has been at Acme before: no account is made. */
  known?: true
}

/** Without the accents that an address cannot have. */
const demoEmailAddress = (name: string, host: string): string =>
  `${name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(' ', '.')}@${host}`

const person = (firstName: string, surname: string, acceptsAfterHours: number | null): Person => ({
  email: demoEmailAddress(`${firstName} ${surname}`, 'acme.test'),
  firstName,
  surname,
  acceptsAfterHours,
})

const people: Person[] = [
  { email: 'participant@acme.test', firstName: 'Peter', surname: 'Price', acceptsAfterHours: 0.4, known: true },
  person('Hannah', 'Brooks', 0.4),
  person('James', 'Okonkwo', 0.4),
  person('Amelia', 'Clarke', 0.4),
  person('Rhys', 'Evans', 3.1),
  person('Fiona', 'MacLeod', 3.1),
  person('Daniel', 'Shaw', 3.1),
  person('Priya', 'Nair', 3.1),
  person('Tom', 'Whitfield', 25),
  person('Ellie', 'Marsh', 25),
  person('Nadia', 'Rahman', 25),
  person('George', 'Pemberton', null),
]
const LEAVES_FOR_A_WHILE = 'tom.whitfield@acme.test'

/** A budget as its owner and its participants made it what it is. */
class ThankYouFund {
  #id = ''

  async make({ ask }: Stage, startsAt: string): Promise<void> {
    const { id } = await ask(ALICE, 'POST', ROOT, {
      name: 'Thank-you fund',
      budgetAmount: 2500,
      frequency: 'month',
      scheduledStartDate: startsAt,
      unspentParticipantBalanceAction: 'reset',
      walletId: demo.wallets.acmeMain,
      maximumHugggExpiryDays: 60,
      reasonCodes: ['Thank you', 'Well done', 'Welcome', 'Happy birthday'],
      giftingRestrictionsPrice: { min: null, max: 2000 },
    })
    this.#id = id
    await ask(ALICE, 'POST', `${ROOT}/${id}/participants`, { participants: people.map(({ email }) => email) })
    await ask(ALICE, 'POST', `${ROOT}/${id}/start`, {})
  }

  async participant({ ask }: Stage, email: string) {
    const found = await ask(ALICE, 'GET', `${ROOT}/${this.#id}/participants?search=${encodeURIComponent(email)}`)
    return found[0]
  }

  /** By the link that was mailed to them. */
  async accept(stage: Stage, { email, firstName, surname, known }: Person): Promise<void> {
    if ((await this.participant(stage, email)).inviteAccepted) return
    const mails: { links: string[] }[] = await stage.ask(
      null,
      'GET',
      `/sandbox/messages?to=${encodeURIComponent(email)}`,
    )
    const link = mails.flatMap(({ links }) => links).find((each) => each.includes('/join?'))!
    const token = new URL(link).searchParams.get('token')
    const invite = await stage.ask(null, 'GET', `/v3/team-invites/token/${token}`)
    const who = known ? { existingUser: true } : { newUser: { firstName, surname, password: DEMO_PASSWORD } }
    // An account accepts as itself.
    const as = known ? { email, teamId: demo.teams.acme } : null
    await stage.ask(as, 'POST', `/v3/team-invites/${invite.id}/accept`, { token, ...who })
  }

  async pause(stage: Stage, email: string): Promise<void> {
    const { id, status } = await this.participant(stage, email)
    if (status === 'inactive') return
    await stage.ask(ALICE, 'PATCH', `${ROOT}/${this.#id}/participants`, { participantIds: [id], status: 'inactive' })
  }

  /** Acts in the team that the budget made for them. */
  async sender(stage: Stage, email: string): Promise<Sender> {
    const { teamId, walletId } = await this.participant(stage, email)
    return { as: { email, teamId }, walletId }
  }
}

/** The live budget month by month, and one that is being thought about. */
export function budgetScenes(calendar: Calendar): Scene[] {
  const { monthStart, workday } = calendar
  const fund = new ThankYouFund()
  const startsAt = monthStart(2, '09:00')
  return [
    { at: startsAt.subtract({ hours: 24 * 9 }), play: (stage) => fund.make(stage, startsAt.toString()) },
    ...people.flatMap((each): Scene[] =>
      each.acceptsAfterHours === null
        ? []
        : [
            {
              at: hoursAfter(startsAt, each.acceptsAfterHours),
              play: (stage) => fund.accept(stage, each),
            },
          ],
    ),
    ...giftings(calendar, fund).flatMap(demoScenes),
    { at: workday(9, '12:05'), play: (stage) => fund.pause(stage, LEAVES_FOR_A_WHILE) },
    { at: workday(5, '14:20'), play: draft },
  ]
}

async function draft({ ask }: Stage): Promise<void> {
  const { id } = await ask(ALICE, 'POST', ROOT, {
    name: 'Wellbeing treats',
    budgetAmount: 1500,
    frequency: 'quarter',
    unspentParticipantBalanceAction: 'rollover',
    walletId: demo.wallets.acmeEvents,
  })
  const participants = ['margaret.ellis@acme.test', 'ruth.dawson@acme.test', 'callum.reid@acme.test']
  await ask(ALICE, 'POST', `${ROOT}/${id}/participants`, { participants })
}

/** What participants sent: so many days ago, who, what, to whom, with which words, and what happened to it. */
function giftings({ workday, workdayAt }: Calendar, fund: ThankYouFund): Gifting[] {
  const gift = (
    at: Gifting['at'],
    from: string,
    reference: string,
    to: { name: string; at: string },
    words: { reasonCode: string; message: string },
    received: Reception | null,
  ): Gifting => ({
    at,
    by: (stage) => fund.sender(stage, `${from}@acme.test`),
    purchase: {
      reference,
      ...words,
      receivers: [{ email: demoEmailAddress(to.name, to.at), name: to.name }],
    },
    received: [received],
  })
  const acme = 'acme.test'
  return [
    gift(
      workdayAt(2, 6, '14:10'),
      'james.okonkwo',
      products.sixTruffles,
      { name: 'Grace Holloway', at: 'fernbank.test' },
      { reasonCode: 'Welcome', message: 'Welcome to the project. It gets easier after the first week, I promise.' },
      revealed(5, { emoji: '😋', name: 'Grace' }),
    ),
    gift(
      workdayAt(2, 9, '10:35'),
      'hannah.brooks',
      products.daisyGiftCard10,
      { name: 'Callum Reid', at: acme },
      { reasonCode: 'Thank you', message: 'For covering my Friday. You are a star.' },
      redeemed(2.2, { emoji: '🥰', message: 'Any time!', name: 'Callum' }),
    ),
    gift(
      workdayAt(2, 12, '16:55'),
      'amelia.clarke',
      products.windowsillPosy,
      { name: 'Siân Morgan', at: acme },
      { reasonCode: 'Happy birthday', message: 'Happy birthday! No singing, as agreed.' },
      claimed(14, { emoji: '❤️', message: 'The singing would have been fine.', name: 'Siân' }),
    ),
    gift(
      workdayAt(2, 24, '13:05'),
      'fiona.macleod',
      products.pictureBook,
      { name: 'Isla Grant', at: 'thistlecare.test' },
      { reasonCode: 'Thank you', message: 'A wee bedtime story for the new arrival.' },
      revealed(8.4, { emoji: '🥰', message: 'She slept through it. I did not.', name: 'Isla' }),
    ),
    gift(
      workdayAt(1, 8, '10:00'),
      'daniel.shaw',
      products.coffeeAndCake,
      { name: 'Ruth Dawson', at: acme },
      { reasonCode: 'Well done', message: 'Stock-take done a day early. Cake!' },
      redeemed(0.8, { emoji: '🎉', name: 'Ruth' }),
    ),
    gift(
      workdayAt(1, 16, '09:40'),
      'hannah.brooks',
      products.sixTruffles,
      { name: 'Martin Leigh', at: 'calderprint.test' },
      { reasonCode: 'Thank you', message: 'The brochures are beautiful. Thank you for the rush.' },
      claimed(6.5),
    ),
    gift(
      workdayAt(1, 23, '10:50'),
      'nadia.rahman',
      products.daisyGiftCard10,
      { name: 'Tariq Mahmood', at: 'ridingsit.test' },
      { reasonCode: 'Well done', message: 'Zero downtime. Enjoy a coffee in peace.' },
      redeemed(2.7, { emoji: '🙏', message: 'First quiet coffee in weeks.', name: 'Tariq' }),
    ),
    gift(
      workday(10, '17:05'),
      'james.okonkwo',
      products.daisyGiftCard10,
      { name: 'Lucy Penrose', at: acme },
      { reasonCode: 'Happy birthday', message: 'Many happy returns, Lucy.' },
      claimed(15),
    ),
    gift(
      workday(8, '11:10'),
      'participant',
      products.coffeeAndCake,
      { name: 'Helen Firth', at: 'brackenfoods.test' },
      { reasonCode: 'Thank you', message: 'A small thank-you for moving the meeting.' },
      redeemed(4.2, { emoji: '😋', message: 'Lemon drizzle, since you ask.', name: 'Helen' }),
    ),
    gift(
      workday(5, '09:30'),
      'amelia.clarke',
      products.daisyFlatWhite,
      { name: 'Daniel Shaw', at: acme },
      { reasonCode: 'Thank you', message: 'I owe you one. Here is one.' },
      redeemed(1.9),
    ),
    gift(
      workday(2, '14:00'),
      'fiona.macleod',
      products.daisyGiftCard10,
      { name: 'Ewan Baird', at: 'lochside.test' },
      { reasonCode: 'Welcome', message: 'Welcome to the Highlands round!' },
      opened(3),
    ),
    gift(
      workday(1, '10:20'),
      'rhys.evans',
      products.sixTruffles,
      { name: 'Nia Pritchard', at: 'glynside.test' },
      { reasonCode: 'Well done', message: 'Llongyfarchiadau on the new job.' },
      null,
    ),
  ]
}
