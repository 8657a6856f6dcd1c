import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from '#server/testing/app.ts'
import { Company } from './books/company.ts'
import { atLondon } from './books/london.ts'
import { ADMIN, Steps } from './steps.ts'

/** Friday, nine days before the clocks go forward; played until a fortnight after they have gone back. */
export const BEGINS = '2026-03-20T10:00:00.000Z'
export const ENDS = '2026-11-10T10:00:00.000Z'

export interface Played {
  company: Company
  steps: Steps
  /** The wallets that the company fills; allowances have others. */
  wallets: string[]
  people: string[]
}

const [THANKS, CLIENT, YEARS] = ['Thank you', 'New client', 'Work anniversary']
const [ANN, BOB, CAT, DAN, EVE, FLO, GUS] = ['ann', 'bob', 'cat', 'dan', 'eve', 'flo', 'gus'].map(
  (name) => `${name}@acme.test`,
) as [string, string, string, string, string, string, string]

export async function playQuarter(app: TestApp): Promise<Played> {
  const company = new Company(Date.parse(BEGINS))
  const steps = new Steps(app, company)
  open(company, steps)
  await steps.openWallet('Clients’ wallet')
  const budgets = await spring(steps)
  await summer(steps, budgets)
  await autumn(steps, budgets)
  await steps.passTo(ENDS)
  return {
    company,
    steps,
    wallets: ['Acme main', 'Acme events', 'North', 'Clients’ wallet'],
    people: [ANN, BOB, CAT, DAN, EVE, FLO, GUS],
  }
}

/** What the demo world has when it is opened. */
function open(company: Company, { ids }: Steps): void {
  const { acmeMain, acmeEvents, acmeNorth } = demo.wallets
  ids.set('Acme main', acmeMain).set('Acme events', acmeEvents).set('North', acmeNorth)
  company.receive('Acme main', 'bank', 500_000)
  company.receive('Acme events', 'bank', 25_000)
  company.receive('North', 'bank', 30_000)
}

type Budget = Company['budgets'][0]
interface Budgets {
  monthly: Budget
  weekly: Budget
  byCard: Budget
  bobs: Awaited<ReturnType<Steps['buy']>>
  flos: Awaited<ReturnType<Steps['buy']>>
}

/** March to May: both sides of the first change of clocks, of two month ends, and an invoice that is paid bit by bit. */
async function spring(steps: Steps): Promise<Budgets> {
  await steps.move('Acme main', 'Clients’ wallet', 10_000)
  await steps.topUpByCard('Acme events', 15_000)
  const card = { id: await steps.storeCard('08/2026'), ends: atLondon('2026-09-01T00:00:00') }
  const weekly = await steps.startBudget(
    'Wellbeing',
    { wallet: 'Acme events', amount: 2_000, every: 'week', unspent: 'reset' },
    [DAN, EVE],
  )
  // £160 from £100: the card brings the rest.
  const byCard = await steps.startBudget(
    'Clients',
    { wallet: 'Clients’ wallet', amount: 8_000, every: 'month', unspent: 'reset', card },
    [],
  )
  await steps.join(byCard, FLO)
  const main = { wallet: 'Acme main', by: ADMIN }
  await steps.passTo('2026-03-28T23:30:00.000Z')
  const coffees = await steps.buy(3, 'flatWhite', { ...main, reason: THANKS! })
  await steps.passTo('2026-03-29T01:30:00.000Z')
  await steps.buy(2, 'giftCard', { ...main, reason: CLIENT! })
  await steps.buy(2, 'flatWhite', { wallet: DAN, by: DAN, reason: THANKS! })
  await steps.passTo('2026-03-31T09:00:00.000Z')
  const monthly = await steps.startBudget(
    'Thanks',
    { wallet: 'Acme main', amount: 5_000, every: 'month', unspent: 'rollover' },
    [ANN, BOB],
  )
  // Half past midnight in London: April's.
  await steps.passTo('2026-03-31T23:30:00.000Z')
  const invoiced = await steps.buy(4, 'giftCard', { ...main, reason: YEARS!, pays: 'invoice' })
  await steps.passTo('2026-04-02T12:00:00.000Z')
  await steps.cancel(coffees.gifts[0]!)
  await steps.use(coffees.gifts[1]!)
  await steps.passTo('2026-04-10T12:00:00.000Z')
  await steps.payInvoice(invoiced, 1_500)
  const flos = await steps.buy(3, 'giftCard', { wallet: FLO, by: FLO, reason: CLIENT! })
  await steps.passTo('2026-04-15T12:00:00.000Z')
  await steps.cancel(invoiced.gifts[0]!)
  const choices = await steps.buy(3, 'choice', { ...main, reason: THANKS! })
  await steps.passTo('2026-04-20T12:00:00.000Z')
  await steps.choose(choices.gifts[0]!, 'flatWhite')
  await steps.choose(choices.gifts[1]!, 'giftCard')
  await steps.use(choices.gifts[0]!)
  await steps.join(byCard, GUS)
  await steps.passTo('2026-04-30T22:30:00.000Z')
  const last = await steps.buy(2, 'giftCard', { wallet: 'Acme events', by: ADMIN, reason: THANKS! })
  await steps.passTo('2026-04-30T23:10:00.000Z')
  await steps.use(last.gifts[0]!, 350)
  const bobs = await steps.buy(2, 'giftCard', { wallet: BOB, by: BOB, reason: THANKS! })
  await steps.buy(1, 'giftCard', { wallet: ANN, by: ANN, reason: YEARS! })
  await steps.passTo('2026-05-12T12:00:00.000Z')
  await steps.leave(monthly, BOB)
  await steps.passTo('2026-05-15T12:00:00.000Z')
  await steps.join(monthly, CAT)
  await steps.payInvoice(invoiced, 2_000)
  return { monthly, weekly, byCard, bobs, flos }
}

/** June to August: what is left comes back, gifts run out at a month's end, and the card is good for the last time. */
async function summer(steps: Steps, { monthly, weekly, bobs, flos }: Budgets): Promise<void> {
  const main = { wallet: 'Acme main', by: ADMIN }
  await steps.passTo('2026-05-20T12:00:00.000Z')
  // One is out, the other has had a new month since: both come back to the budget's wallet.
  await steps.cancel(bobs.gifts[0]!)
  await steps.cancel(flos.gifts[0]!)
  const ending = await steps.buy(3, 'giftCard', { ...main, reason: CLIENT!, lastDay: '2026-06-30' })
  const wine = await steps.buy(3, 'wine', { ...main, reason: YEARS!, pays: 'invoice' })
  await steps.passTo('2026-06-05T12:00:00.000Z')
  await steps.payInvoice(wine, 2_500)
  // More than is still owed: the rest comes back to the wallet.
  await steps.cancel(wine.gifts[0]!)
  const books = await steps.buy(3, 'paperback', { ...main, reason: THANKS! })
  await steps.passTo('2026-06-10T12:00:00.000Z')
  await steps.use(ending.gifts[0]!, 420)
  await steps.use(ending.gifts[1]!)
  await steps.withdraw(monthly, ANN, 1_234)
  await steps.buy(2, 'choice', { ...main, reason: YEARS!, pays: 'card' })
  await steps.payIntoWallet('Acme events', 'HGDEMO0402', 20_000)
  await steps.passTo('2026-06-30T22:59:00.000Z')
  await steps.buy(1, 'flatWhite', { wallet: EVE, by: EVE, reason: THANKS! })
  await steps.cancel(books.gifts[0]!)
  await steps.passTo('2026-07-06T12:00:00.000Z')
  const norths = await steps.buy(5, 'flatWhite', { wallet: 'North', by: 'subteam@acme.test', reason: THANKS! })
  await steps.use(norths.gifts[0]!)
  await steps.use(norths.gifts[1]!)
  await steps.undo(norths.gifts[1]!, 360)
  await steps.passTo('2026-07-18T12:00:00.000Z')
  await steps.buy(1, 'flatWhite', { wallet: EVE, by: EVE, reason: CLIENT! })
  await steps.pause(weekly, EVE, true)
  await steps.passTo('2026-08-10T12:00:00.000Z')
  await steps.pause(weekly, EVE, false)
  await steps.passTo('2026-08-25T12:00:00.000Z')
  await steps.buy(7, 'giftCard', { wallet: GUS, by: GUS, reason: CLIENT! })
  // Its last day is that on which the clocks go back; by then its sender has had a new month.
  await steps.buy(1, 'giftCard', { wallet: FLO, by: FLO, reason: THANKS!, lastDay: '2026-10-25' })
}

/** September to November: the card has run out, another takes its place, the clocks go back. */
async function autumn(steps: Steps, { byCard, monthly, weekly }: Budgets): Promise<void> {
  const main = { wallet: 'Acme main', by: ADMIN }
  await steps.passTo('2026-09-22T08:00:00.000Z')
  const card = { id: await steps.storeCard('12/2030'), ends: atLondon('2031-01-01T00:00:00') }
  await steps.changeCard(byCard, card)
  await steps.passTo('2026-09-24T12:00:00.000Z')
  const guss = await steps.buy(2, 'choice', { wallet: GUS, by: GUS, reason: YEARS! })
  await steps.choose(guss.gifts[0]!, 'flatWhite')
  await steps.passTo('2026-10-05T12:00:00.000Z')
  const anns = await steps.buy(2, 'flatWhite', { wallet: ANN, by: ANN, reason: THANKS! })
  await steps.runByMistake(monthly)
  await steps.cancel(anns.gifts[0]!)
  await steps.passTo('2026-10-21T12:00:00.000Z')
  await steps.choose(guss.gifts[1]!, 'flatWhite')
  await steps.passTo('2026-10-25T00:30:00.000Z')
  await steps.buy(1, 'giftCard', { ...main, reason: THANKS! })
  // The same time again, an hour later.
  await steps.passTo('2026-10-25T01:30:00.000Z')
  const twice = await steps.buy(2, 'giftCard', { ...main, reason: THANKS! })
  await steps.passTo('2026-10-30T12:00:00.000Z')
  await steps.buy(1, 'giftCard', { wallet: DAN, by: DAN, reason: YEARS! })
  await steps.stop(weekly)
  await steps.passTo('2026-10-31T23:30:00.000Z')
  await steps.buy(2, 'flatWhite', { ...main, reason: CLIENT! })
  await steps.buy(2, 'paperback', { ...main, reason: YEARS!, pays: 'invoice' })
  await steps.passTo('2026-11-01T00:05:00.000Z')
  await steps.buy(1, 'flatWhite', { ...main, reason: CLIENT! })
  await steps.cancel(twice.gifts[0]!)
}
