import { setTimeout as pause } from 'node:timers/promises'
import { buy } from '#e2e/support/processes.ts'
import { demo } from '#server/app/demo/ids.ts'

const ANSWER_WITHIN_MS = 10_000
/** Doubled with each try, so that customers do not keep down what is overloaded. */
const RETRY_AFTER_MS = 500
const RETRY_AFTER_AT_MOST_MS = 8000
const MAILED_ONE_IN = 3
/** What a careful customer repeats, with the same key; anything else is the installation's mistake. */
const REPEATED = ['409', '429', '502', '503', '504', 'none']

/** What a customer wrote down about one order. */
interface Order {
  key: string
  wallet: string
  /** Who is mailed; others are bought as links. */
  receiver: string | undefined
  startedMs: number
  tries: number
  /** Once it was confirmed. */
  confirmed?: { id: string; totalPence: number; atMs: number }
}

export interface CustomersLog {
  orders: Order[]
  /** Answers by status; `none` where the connection broke or no answer came in time. */
  answers: Map<string, number>
}

export const unexpectedAnswers = ({ answers }: CustomersLog): string[] =>
  [...answers.keys()].filter((status) => status !== '201' && !REPEATED.includes(status))

/** Teams buy independently of each other: Acme and its subteams with a key, Globex signed in. */
const wallets = [demo.wallets.acmeMain, demo.wallets.acmeNorth, demo.wallets.acmeSouth, demo.wallets.globexMain]

interface Customers {
  log: CustomersLog
  /** Orders no more, and waits until all orders are confirmed, or for so long. */
  stop(waitSeconds: number): Promise<void>
}

/** Begins so many orders a second, however long earlier ones take, and repeats each with its key until it is confirmed. */
export async function startCustomers(url: string, perSecond: number): Promise<Customers> {
  const log: CustomersLog = { orders: [], answers: new Map() }
  const globex = await openSession(url)
  let isGivenUp = false
  const count = (status: string) => log.answers.set(status, (log.answers.get(status) ?? 0) + 1)
  const place = async (order: Order): Promise<void> => {
    const { key, wallet, receiver: mailTo } = order
    while (!isGivenUp) {
      order.tries += 1
      const token = wallet === demo.wallets.globexMain ? globex.token : undefined
      const answer = await buy(url, { key, wallet, mailTo, token, timeoutMs: ANSWER_WITHIN_MS })
      count(String(answer.status ?? 'none'))
      if (answer.id) {
        order.confirmed = { id: answer.id, totalPence: answer.totalPence, atMs: performance.now() }
        return
      }
      const patienceMs = Math.min(RETRY_AFTER_MS * 2 ** (order.tries - 1), RETRY_AFTER_AT_MOST_MS)
      await pause(Math.max(patienceMs, 1000 * Number(answer.retryAfter ?? 0)) * (0.75 + Math.random() / 2))
    }
  }
  const underWay = new Set<Promise<void>>()
  const begin = () => {
    const number = log.orders.length
    const order: Order = {
      key: `soak-${number}`,
      wallet: wallets[number % wallets.length]!,
      receiver: number % MAILED_ONE_IN === 0 ? `soak-${number}@friends.example` : undefined,
      startedMs: performance.now(),
      tries: 0,
    }
    log.orders.push(order)
    const placed = place(order).finally(() => underWay.delete(placed))
    underWay.add(placed)
  }
  const beganMs = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - beganMs) / 1000) * perSecond
    while (log.orders.length < due) begin()
  }, 20)
  return {
    log,
    stop: async (waitSeconds) => {
      clearInterval(timer)
      globex.close()
      await Promise.race([Promise.all(underWay), pause(waitSeconds * 1000)])
      isGivenUp = true
    },
  }
}

const GLOBEX = 'admin@globex.test'

/** A token that is renewed long before its hour is over. */
async function openSession(url: string): Promise<{ token: string; close(): void }> {
  const session = { token: await signIn(url, GLOBEX), close: () => clearInterval(timer) }
  const timer = setInterval(
    () =>
      void signIn(url, GLOBEX).then(
        (token) => {
          session.token = token
        },
        () => {},
      ),
    300_000,
  )
  return session
}

export async function signIn(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username,
      password: 'posy-demo-2026',
    }),
  })
  if (!response.ok) throw new Error(`signing in answers ${response.status} ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}
