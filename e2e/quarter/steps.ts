import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from '#server/testing/app.ts'
import { createCardToken } from '#server/testing/cards.ts'
import { type Company, type Gift, type Purchase, price, product } from './books/company.ts'
import { londonDay } from './books/london.ts'

/** Of the price list (seeds/catalogue.json). */
export const products = {
  flatWhite: product('Flat white', 360, 25, 20),
  /** A sixth of it is a half. */
  wine: product('A bottle of the house red', 975, 25, 20),
  paperback: product('A paperback, chosen for you', 999, 25, 0),
  giftCard: product('Daisy Coffee gift card, £10', 1000, 50, null),
  choice: product('Choice of gift, £10', 1000, 50, null),
}
const productIds = {
  flatWhite: demo.products.daisyFlatWhite,
  wine: '00000000-0000-4000-8000-a00000000042',
  paperback: '00000000-0000-4000-8000-a00000000011',
  giftCard: demo.products.daisyGiftCard10,
  choice: demo.products.choiceOfGift10,
}

export const ADMIN = 'admin@acme.test'
const TILL = 'client:demo-till'
const FINANCE = 'operator:finance@posy.test'
const OWNER = 'operator:owner@posy.test'
const BANK_ACCOUNT = '20-00-00 12345678'

interface RealGift {
  id: string
  shortcode: string
}
interface BudgetPlan {
  wallet: string
  amount: number
  every: 'week' | 'month'
  unspent: 'reset' | 'rollover'
  card?: { id: string; ends: number }
}

/** What people of the company do, by the public API; each step is told to its books, which work out alone what comes of it. */
export class Steps {
  readonly ids = new Map<string, string>()
  readonly #app: TestApp
  readonly #company: Company
  readonly #gifts = new Map<Gift, RealGift>()
  #bankBalance = 0
  #bankFiles = 0

  constructor(app: TestApp, company: Company) {
    this.#app = app
    this.#company = company
  }

  /** The answer's data. */
  // biome-ignore lint/suspicious/noExplicitAny: steps read answers as a caller would, by name
  async call(as: string, method: string, path: string, body?: object): Promise<any> {
    const answer = await this.#app.request(method, path, { ...(as && { as }), ...(body && { body }) })
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body.data ?? answer.body
  }

  /** The clock moves, and everything that falls due on the way happens. */
  async passTo(moment: string): Promise<void> {
    await this.call('', 'POST', '/sandbox/clock', { to: moment })
    this.#company.passTo(Date.parse(moment))
  }

  id(name: string): string {
    const id = this.ids.get(name)
    if (!id) throw new Error(`There is no ${name}`)
    return id
  }

  async buy(
    quantity: number,
    wanted: keyof typeof products,
    how: Pick<Purchase, 'wallet' | 'by' | 'reason'> & Partial<Pick<Purchase, 'pays' | 'lastDay'>>,
  ): Promise<Purchase> {
    const { wallet, by, reason, pays = 'wallet', lastDay } = how
    const method = { wallet: 'walletCommitment', invoice: 'invoice', card: 'charge' }[pays]
    const cost = price(products[wanted]) * quantity
    const reference = pays === 'card' ? (await this.#charge(cost)).id : this.id(wallet)
    const made = await this.call(by, 'POST', '/api/v2/transactions?embed[]=hugggs', {
      purchase: {
        type: 'bulkHugggs',
        reference: productIds[wanted],
        quantity,
        deliveryMethod: 'links',
        reasonCode: reason,
        ...(wanted === 'wine' && { over18: true }),
        ...(lastDay && { expiry: lastDay }),
      },
      payment: { method, reference },
    })
    const name = `purchase ${this.#company.purchases.length + 1}`
    this.ids.set(name, made.id)
    const purchase = this.#company.buy(quantity, {
      name,
      product: products[wanted],
      wallet,
      by,
      reason,
      pays,
      ...(lastDay && { lastDay }),
    })
    for (const [place, gift] of purchase.gifts.entries()) this.#gifts.set(gift, made.embedded.hugggs[place])
    return purchase
  }

  #real(gift: Gift): RealGift {
    return this.#gifts.get(gift)!
  }

  async cancel(gift: Gift): Promise<void> {
    await this.call(ADMIN, 'POST', `/api/v2/hugggs/${this.#real(gift).id}/cancel`, {})
    this.#company.cancel(gift)
  }

  async use(gift: Gift, pence?: number): Promise<void> {
    const place = { location_id: demo.stores.daisyCoffeeLeeds, ...(pence && { amount: pence }) }
    await this.call(TILL, 'POST', `/api/v2/hugggs/${this.#real(gift).shortcode}/redemptions`, place)
    this.#company.use(gift, pence)
  }

  async undo(gift: Gift, pence: number): Promise<void> {
    const path = `/api/v2/hugggs/${this.#real(gift).id}/redemptions/latest`
    await this.call(TILL, 'PATCH', path, { redeemed: false })
    this.#company.undo(gift, pence)
  }

  async choose(gift: Gift, wanted: keyof typeof products): Promise<void> {
    const path = `/public/gifts/${this.#real(gift).shortcode}`
    await this.call('', 'POST', `${path}/open`, {})
    await this.call('', 'POST', `${path}/choose`, { productId: productIds[wanted] })
    this.#company.choose(gift, products[wanted].face)
  }

  async openWallet(name: string): Promise<void> {
    this.ids.set(name, (await this.call(ADMIN, 'POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { name })).id)
  }

  async move(from: string, to: string, pence: number): Promise<void> {
    await this.call(ADMIN, 'POST', `/v3/wallets/${this.id(from)}/transfers`, { toWalletId: this.id(to), amount: pence })
    this.#company.move(from, to, pence)
  }

  #charge = async (pence: number): Promise<{ id: string }> =>
    this.call(ADMIN, 'POST', '/api/v2/charges', { amount: pence, token: await createCardToken(this.#app) })

  async topUpByCard(wallet: string, pence: number): Promise<void> {
    const [walletId, { id }] = [this.id(wallet), await this.#charge(pence)]
    await this.call(ADMIN, 'POST', `/api/v2/wallets/${walletId}/top-up`, {
      payment: { reference: id },
      purchase: { reference: walletId, amount: pence },
    })
    this.#company.receive(wallet, 'card', pence)
  }

  /** Keeps a card whose last month is so: `08/2026`. */
  async storeCard(expiry: string): Promise<string> {
    const token = await createCardToken(this.#app, undefined, expiry)
    return (await this.call(ADMIN, 'POST', '/api/v2/charges', { amount: 0, token, storeCard: true })).cardId
  }

  /** A payment as it stands in the bank's file, brought in by one operator and confirmed by another. */
  async #bankPays(reference: string, pence: number): Promise<void> {
    this.#bankBalance += pence
    const [year, month, day] = londonDay(this.#company.now).split('-')
    const row = ` ,${day}/${month}/${year},${BANK_ACCOUNT},${(pence / 100).toFixed(2)},FT,"${reference}"`
    const file = new File([`Number,Date,Account,Amount,Subcategory,Memo\n${row}`], `bank-${++this.#bankFiles}.csv`)
    const reason = 'Daily statement'
    const root = '/v3/operator/bank/statements'
    const { id } = await this.call(FINANCE, 'POST', root, { file, account: BANK_ACCOUNT, reason })
    const { sha256 } = await this.call(FINANCE, 'GET', `${root}/${id}`)
    await this.call(FINANCE, 'POST', `${root}/${id}/import`, { closingPence: this.#bankBalance, reason })
    await this.call(OWNER, 'POST', `${root}/${id}/confirm`, { seen: sha256, reason })
    await this.#app.settle()
  }

  async payIntoWallet(wallet: string, reference: string, pence: number): Promise<void> {
    await this.#bankPays(reference, pence)
    this.#company.receive(wallet, 'bank', pence)
  }

  async payInvoice(purchase: Purchase, pence: number): Promise<void> {
    const { number } = await this.invoice(purchase)
    await this.#bankPays(number, pence)
    this.#company.payInvoice(purchase, pence)
  }

  async invoice(purchase: Purchase): Promise<{ id: string; number: string }> {
    await this.call(ADMIN, 'GET', `/api/v2/transactions/${this.id(purchase.name)}/receipt`)
    const invoices = await this.call(ADMIN, 'GET', `/api/v2/teams/${demo.teams.acme}/invoices?per_page=100`)
    return invoices.find(({ transactionId }: { transactionId: string }) => transactionId === this.id(purchase.name))
  }

  /** A budget that starts now, with people who have accepted. */
  async startBudget(name: string, { wallet, amount, every, unspent, card }: BudgetPlan, people: readonly string[]) {
    const root = '/v3/automated-budgets'
    const { id } = await this.call(ADMIN, 'POST', root, {
      name,
      budgetAmount: amount,
      frequency: every,
      unspentParticipantBalanceAction: unspent,
      walletId: this.id(wallet),
      deliveryMethods: ['email', 'links'],
      maximumHugggExpiryDays: 365,
      ...(card && { billingMethod: { type: 'card', cardId: card.id } }),
    })
    this.ids.set(name, id)
    const start = this.#company.now
    const budget = this.#company.plan({
      name,
      wallet,
      amount,
      every,
      unspent,
      start,
      ...(card && { cardEnds: card.ends }),
    })
    await this.call(ADMIN, 'POST', `${root}/${id}/start`, {})
    await this.#app.settle()
    this.#company.passTo(start)
    for (const person of people) await this.join(budget, person)
    return budget
  }

  /** Invited, and in by the link that was mailed. */
  async join(budget: Company['budgets'][0], email: string): Promise<void> {
    const path = `/v3/automated-budgets/${this.id(budget.name)}/participants`
    const [{ id }] = await this.call(ADMIN, 'POST', path, { participants: [email] })
    await this.#app.settle()
    const mails = await this.call('', 'GET', `/sandbox/messages?to=${encodeURIComponent(email)}`)
    const links: string[] = mails.flatMap((mail: { links: string[] }) => mail.links)
    const token = new URL(links.find((link) => link.includes('/join?'))!).searchParams.get('token')
    const invite = await this.call('', 'GET', `/v3/team-invites/token/${token}`)
    const newUser = { firstName: email.split('@')[0], surname: 'Acme', password: 'posy-demo-2026' }
    await this.call('', 'POST', `/v3/team-invites/${invite.id}/accept`, { token, newUser })
    await this.#app.settle()
    const [participant] = await this.call(ADMIN, 'GET', `${path}?id=${id}`)
    this.ids.set(email, participant.walletId).set(`${email} as participant`, id)
    this.#company.join(budget, email)
  }

  async leave(budget: Company['budgets'][0], email: string): Promise<void> {
    const path = `/v3/automated-budgets/${this.id(budget.name)}/participants`
    await this.call(ADMIN, 'DELETE', path, { participantIds: [this.id(`${email} as participant`)] })
    await this.#app.settle()
    this.#company.leave(budget, email)
  }

  async withdraw(budget: Company['budgets'][0], email: string, pence: number): Promise<void> {
    const participant = this.id(`${email} as participant`)
    const path = `/v3/automated-budgets/${this.id(budget.name)}/participants/${participant}/withdrawals`
    await this.call(ADMIN, 'POST', path, { amount: pence })
    this.#company.withdraw(budget, email, pence)
  }

  async pause(budget: Company['budgets'][0], email: string, isPaused: boolean): Promise<void> {
    const path = `/v3/automated-budgets/${this.id(budget.name)}/participants`
    const participantIds = [this.id(`${email} as participant`)]
    await this.call(ADMIN, 'PATCH', path, { participantIds, status: isPaused ? 'inactive' : 'active' })
    await this.#app.settle()
    this.#company.pause(budget, email, isPaused)
  }

  /** A run by hand, which is undone when it has been looked at. */
  async runByMistake(budget: Company['budgets'][0]): Promise<void> {
    const path = `/v3/automated-budgets/${this.id(budget.name)}`
    await this.call(ADMIN, 'POST', `${path}/runs`, {})
    await this.#app.settle()
    this.#company.runByHand(budget)
    const [run] = await this.call(ADMIN, 'GET', `${path}/executions`)
    await this.call(ADMIN, 'POST', `${path}/executions/${run.id}/undo`, {})
    await this.#app.settle()
    const people = budget.people.filter(({ state }) => state === 'in').map(({ name }) => name)
    this.#company.takeBack(budget, people, budget.amount)
  }

  async changeCard(budget: Company['budgets'][0], card: { id: string; ends: number }): Promise<void> {
    const billingMethod = { type: 'card', cardId: card.id }
    await this.call(ADMIN, 'PUT', `/v3/automated-budgets/${this.id(budget.name)}`, { billingMethod })
    await this.#app.settle()
    budget.cardEnds = card.ends
  }

  async stop(budget: Company['budgets'][0]): Promise<void> {
    await this.call(ADMIN, 'POST', `/v3/automated-budgets/${this.id(budget.name)}/stop`, {})
    await this.#app.settle()
    this.#company.stop(budget)
  }
}
