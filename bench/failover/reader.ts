import { setTimeout as pause } from 'node:timers/promises'
import { demo } from '#server/app/demo/ids.ts'
import { type CustomersLog, signIn } from '../soak/customers.ts'
import type { Installation } from '../soak/installation.ts'

const LOOK_AGAIN_MS = 200
const ANSWER_WITHIN_MS = 10_000
/** More than are bought between a confirmation and a look. */
const NEWEST = 100

interface Reading {
  /** Purchases that were in the list, and those that were not. */
  found: number
  missed: number
  byReplica: number
  pages: number
}

/** Someone who looks for the newest purchase as soon as it was confirmed, and at a page. */
export async function openReader(
  { url, apis }: Installation,
  { orders }: CustomersLog,
): Promise<{ stop(): Promise<Reading> }> {
  const token = await signIn(url, 'admin@acme.test')
  const reading: Reading = { found: 0, missed: 0, byReplica: 0, pages: 0 }
  let isRunning = true
  let last: string | undefined
  /** What was answered, or null where nothing was in time. */
  const get = async (path: string, headers = {}): Promise<string | null> => {
    try {
      const answer = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      return answer.ok ? await answer.text() : null
    } catch {
      return null
    }
  }
  const look = async () => {
    const newest = orders.findLast(({ wallet, confirmed }) => wallet === demo.wallets.acmeMain && confirmed)
    const id = newest?.confirmed?.id
    if (id && id !== last) {
      last = id
      const list = await get(`/api/v2/transactions?limit=${NEWEST}`, { authorization: `Bearer ${token}` })
      if (list?.includes(id)) reading.found++
      else if (list) reading.missed++
    }
    if ((await get('/sign-in'))?.includes('</html>')) reading.pages++
  }
  const running = (async () => {
    while (isRunning) {
      await look()
      await pause(LOOK_AGAIN_MS)
    }
  })()
  return {
    stop: async () => {
      isRunning = false
      await running
      for (const api of apis)
        reading.byReplica += await api.metric(/^posy_replica_reads_total\{from="replica"\} (\d+)/m)
      return reading
    },
  }
}
