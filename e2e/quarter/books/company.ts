import { Journal, type Posting } from './journal.ts'
import { endOfDay, later } from './london.ts'

/** As the price list says: what a gift is worth, VAT that is in it, and the fee, to which a fifth comes as VAT. */
export interface Product {
  name: string
  face: number
  /** The VAT inside the face. */
  faceVat: number
  fee: number
  /** Per cent; null for a multi-purpose voucher, which is taxed when it is used. */
  rate: 20 | 0 | null
}

export interface Gift {
  purchase: Purchase
  /** What it is worth now: less than was paid once something cheaper was chosen. */
  worth: number
  spent: number
  state: 'open' | 'used' | 'cancelled' | 'expired'
}

export interface Purchase {
  name: string
  at: number
  product: Product
  wallet: string
  by: string
  reason: string
  pays: 'wallet' | 'invoice' | 'card'
  gifts: Gift[]
  /** Pence that came back for its gifts. */
  returned: number
  lastDay?: string
}

interface Participant {
  name: string
  state: 'in' | 'paused' | 'out'
  /** Since when what is bought belongs to the present period. */
  since: number
  /** All that runs gave. */
  received: number
}

interface Budget {
  name: string
  wallet: string
  amount: number
  every: 'week' | 'month'
  unspent: 'reset' | 'rollover'
  start: number
  runs: number
  /** A run that failed, and when it is tried again. */
  retry?: { at: number; failures: number }
  /** When the card that brings what is missing can no longer be charged. */
  cardEnds?: number
  isOver: boolean
  people: Participant[]
  /** Those that paid, for a joiner too. */
  ran: { at: number; people: number; paid: number; returned: number }[]
}

/** Minutes until a failed run is tried again; from then on daily. */
const PAUSES = [5, 60, 360, 1440]
const MINUTE = 60_000

/** Of whole pence; halves go to the even neighbour. */
function part(pence: number, parts: number): number {
  const [whole, rest] = [Math.floor(pence / parts), pence % parts]
  return whole + (rest * 2 > parts || (rest * 2 === parts && whole % 2 === 1) ? 1 : 0)
}
/** What VAT adds to a fee. */
export const fifth = (pence: number): number => part(pence, 5)
export const product = (name: string, face: number, fee: number, rate: Product['rate']): Product => ({
  ...{ name, face, fee, rate },
  faceVat: rate === 20 ? part(face, 6) : 0,
})
export const price = ({ face, fee }: Product): number => face + fee + fifth(fee)

/** A company's own accounts: told what was done, it knows what must have come of it. */
export class Company {
  readonly journal = new Journal()
  readonly purchases: Purchase[] = []
  readonly budgets: Budget[] = []
  now: number

  constructor(now: number) {
    this.now = now
  }

  available = (wallet: string): number => this.journal.balance(`${wallet} spend`)
  inGifts = (wallet: string): number => this.journal.balance(`${wallet} gifts`)

  #post(what: string, posting: Posting, purchase?: Purchase): void {
    this.journal.post(this.now, what, posting, purchase?.name)
  }

  /** Money from outside: by bank or card. */
  receive(wallet: string, from: 'bank' | 'card', pence: number): void {
    this.#post(`top-up by ${from}`, { [`${wallet} spend`]: pence, [from]: -pence })
  }

  move(from: string, to: string, pence: number): void {
    this.#post('moved', { [`${from} spend`]: -pence, [`${to} spend`]: pence })
  }

  buy(
    quantity: number,
    details: Pick<Purchase, 'name' | 'product' | 'wallet' | 'by' | 'reason' | 'pays' | 'lastDay'>,
  ): Purchase {
    const { product, wallet, pays } = details
    const purchase: Purchase = { ...details, at: this.now, gifts: [], returned: 0 }
    for (let place = 0; place < quantity; place++)
      purchase.gifts.push({ purchase, worth: product.face, spent: 0, state: 'open' })
    const cost = price(product) * quantity
    if (pays === 'card') this.receive(wallet, 'card', cost)
    this.#post(
      'bought',
      {
        [pays === 'invoice' ? 'owed' : `${wallet} spend`]: -cost,
        [`${wallet} gifts`]: (product.face - product.faceVat) * quantity,
        fees: product.fee * quantity,
        vat: (product.faceVat + fifth(product.fee)) * quantity,
      },
      purchase,
    )
    this.purchases.push(purchase)
    return purchase
  }

  /** What is still owed on a purchase's invoice. */
  owed(purchase: Purchase): number {
    const own = this.journal.movements.filter((movement) => movement.purchase === purchase.name)
    return 0 - own.reduce((sum, { posting }) => sum + (posting.owed ?? 0), 0)
  }

  payInvoice(purchase: Purchase, pence: number): void {
    const over = Math.max(0, pence - this.owed(purchase))
    this.#post(
      'invoice payment',
      { bank: -pence, owed: pence - over, ...(over && { [`${purchase.wallet} spend`]: over }) },
      purchase,
    )
  }

  cancel = (gift: Gift): void => this.#end(gift, 'cancelled')

  /** What was paid comes back; once a part was spent, what is left without the fee. */
  #end(gift: Gift, what: 'cancelled' | 'expired'): void {
    const { product } = gift.purchase
    const rest = gift.worth - product.faceVat - gift.spent
    const isWhole = gift.spent === 0
    const vat = isWhole ? product.faceVat + fifth(product.fee) : 0
    const fee = isWhole ? product.fee : 0
    this.#giveBack(gift, what, { rest, fee, vat })
    gift.state = what
  }

  /** To its invoice first, as far as something is owed on it. */
  #giveBack({ purchase }: Gift, what: string, { rest, fee, vat }: { rest: number; fee: number; vat: number }): void {
    const back = rest + fee + vat
    const owed = purchase.pays === 'invoice' ? Math.max(0, Math.min(back, this.owed(purchase))) : 0
    const posting: Posting = { [`${purchase.wallet} gifts`]: -rest, fees: -fee, vat: -vat, owed }
    const to = `${this.#refundWallet(purchase)} spend`
    posting[to] = back - owed
    this.#post(what, posting, purchase)
    purchase.returned += back
  }

  /** Of a participant's: the budget's, once they are out, it is over, or a reset came since. */
  #refundWallet({ wallet, at }: Purchase): string {
    for (const budget of this.budgets)
      for (const person of budget.people)
        if (person.name === wallet && (person.state === 'out' || budget.isOver || at < person.since))
          return budget.wallet
    return wallet
  }

  use(gift: Gift, pence = gift.worth - gift.spent): void {
    const { product, wallet } = gift.purchase
    const vat = gift.spent === 0 && product.faceVat ? product.faceVat : 0
    this.#post('used', { [`${wallet} gifts`]: -(pence - vat), shops: pence - vat }, gift.purchase)
    gift.spent += pence
    if (gift.spent === gift.worth) gift.state = 'used'
  }

  undo(gift: Gift, pence: number): void {
    const { product, wallet } = gift.purchase
    this.#post(
      'undone',
      { [`${wallet} gifts`]: pence - product.faceVat, shops: product.faceVat - pence },
      gift.purchase,
    )
    gift.spent -= pence
    gift.state = 'open'
  }

  /** Something cheaper: what it leaves over comes back, and the fee stays earned. */
  choose(gift: Gift, worth: number): void {
    const over = gift.worth - worth
    gift.worth = worth
    if (over) this.#giveBack(gift, 'left over', { rest: over, fee: 0, vat: 0 })
  }

  plan(budget: Pick<Budget, 'name' | 'wallet' | 'amount' | 'every' | 'unspent' | 'start' | 'cardEnds'>): Budget {
    const made: Budget = { ...budget, runs: 0, isOver: false, people: [], ran: [] }
    this.budgets.push(made)
    return made
  }

  /** Who joins between two runs has the present period's money at once. */
  join(budget: Budget, name: string): void {
    budget.people.push({ name, state: 'in', since: this.now, received: 0 })
    if (budget.runs > 0 && !budget.retry && !budget.isOver) this.#share(budget, [budget.people.at(-1)!])
  }

  leave(budget: Budget, name: string): void {
    const person = budget.people.find((each) => each.name === name)!
    person.state = 'out'
    this.takeBack(budget, [name])
  }

  pause(budget: Budget, name: string, isPaused: boolean): void {
    budget.people.find((each) => each.name === name)!.state = isPaused ? 'paused' : 'in'
  }

  runByHand(budget: Budget): void {
    this.#share(
      budget,
      budget.people.filter(({ state }) => state === 'in'),
    )
  }

  withdraw(budget: Budget, name: string, pence: number): void {
    this.#post('taken back', { [`${name} spend`]: -pence, [`${budget.wallet} spend`]: pence })
  }

  stop(budget: Budget): void {
    const people = budget.people.filter(({ state }) => state !== 'out').map(({ name }) => name)
    this.takeBack(budget, people)
    budget.isOver = true
  }

  /** In one movement: all they have left, or so much of it. */
  takeBack(budget: Budget, names: readonly string[], most = Infinity): void {
    const posting: Posting = { [`${budget.wallet} spend`]: 0 }
    for (const name of names) {
      const left = Math.min(most, this.available(name))
      posting[`${name} spend`] = -left
      posting[`${budget.wallet} spend`]! += left
    }
    if (Object.values(posting).some((pence) => pence !== 0)) this.#post('taken back', posting)
  }

  #share(budget: Budget, people: readonly Participant[]): boolean {
    const shares = people.map(({ name }) => [
      `${name} spend`,
      budget.unspent === 'reset' ? budget.amount - this.available(name) : budget.amount,
    ])
    const posting: Posting = Object.fromEntries(shares)
    const cost = Object.values(posting).reduce((sum, pence) => sum + pence, 0)
    const short = cost - this.available(budget.wallet)
    if (short > 0) {
      if (!budget.cardEnds || budget.cardEnds <= this.now) return false
      this.receive(budget.wallet, 'card', short)
    }
    if (Object.values(posting).some((pence) => pence !== 0))
      this.#post('run', { ...posting, [`${budget.wallet} spend`]: -cost })
    const gains = people.map(({ name }) => posting[`${name} spend`]!)
    budget.ran.push({
      at: this.now,
      people: people.length,
      paid: gains.reduce((sum, pence) => sum + Math.max(0, pence), 0),
      returned: gains.reduce((sum, pence) => sum - Math.min(0, pence), 0),
    })
    for (const person of people) {
      person.received += Math.max(0, posting[`${person.name} spend`]!)
      if (budget.unspent === 'reset') person.since = this.now
    }
    return true
  }

  #run(budget: Budget): void {
    const people = budget.people.filter(({ state }) => state === 'in')
    if (this.#share(budget, people)) {
      budget.runs += 1
      delete budget.retry
      return
    }
    const failures = (budget.retry?.failures ?? 0) + 1
    budget.retry = { at: this.now + PAUSES[Math.min(failures, PAUSES.length) - 1]! * MINUTE, failures }
  }

  /** Everything that comes of the clock alone, in its order: runs, and gifts whose last day is over. */
  passTo(moment: number): void {
    for (;;) {
      const runs = this.budgets
        .filter(({ isOver }) => !isOver)
        .map((budget) => ({
          at: budget.retry?.at ?? later(budget.start, budget.every, budget.runs),
          act: () => this.#run(budget),
        }))
      const ends = this.purchases.flatMap(({ lastDay, gifts }) =>
        lastDay
          ? gifts
              .filter(({ state }) => state === 'open')
              .map((gift) => ({ at: endOfDay(lastDay), act: () => this.#end(gift, 'expired') }))
          : [],
      )
      const [next] = [...runs, ...ends].sort((one, other) => one.at - other.at)
      if (!next || next.at > moment) break
      this.now = Math.max(this.now, next.at)
      next.act()
    }
    this.now = moment
  }
}
