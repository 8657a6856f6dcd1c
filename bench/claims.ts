/**
 * 1,000 people claim at the link of one shareable gift, over HTTP against one Posy process on PostgreSQL: until the last
 * has asked for a code, until the last code was mailed, and until the last gift is claimed.
 *   node bench/claims.ts [people]
 */

import { setTimeout as pause } from 'node:timers/promises'
import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { demo } from '#server/app/demo/ids.ts'
import { benchServer, fundMainWallet, report, residentMegabytes } from './support.ts'

const SIDE_BY_SIDE = 32
const [people = 1000] = process.argv.slice(2).map(Number)

const testEmailAddress = (person: number) => `person-${person}@claims.test`
/** Each person sits somewhere else: one place may ask for twenty codes an hour. */
const forwardedForHeader = (person: number) => ({ 'x-forwarded-for': `198.51.${person >> 8}.${person & 255}` })

async function each(once: (person: number) => Promise<void>): Promise<number> {
  const started = performance.now()
  let next = 0
  const loop = async () => {
    for (let person = next++; person < people; person = next++) await once(person)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, loop))
  return performance.now() - started
}

async function share(posy: Posy, token: string): Promise<string> {
  const bought = await posy.call('POST', '/api/v2/transactions', {
    token,
    body: {
      purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, limit: people },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    },
  })
  if (bought.status !== 201) throw new Error(bought.text)
  for (;;) {
    const { body } = await posy.call('GET', `/api/v2/super-hugggs/${bought.body.data.super_url_id}`, { token })
    if (body.data.state === 'open') return body.data.shortcode
    await pause(250)
  }
}

async function mailedCodes(posy: Posy): Promise<Map<string, string>> {
  const { body } = await posy.call('GET', `/sandbox/messages?limit=10000`)
  const mails = body.data as { to: string; subject: string }[]
  return new Map(
    mails.flatMap(({ to, subject }) => {
      const [code] = /^\d{6}(?= is your code)/.exec(subject) ?? []
      return code ? [[to, code] as const] : []
    }),
  )
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const posy = await startPosy('postgres', { REQUESTS_PER_MINUTE: '1000000', TRUSTED_PROXIES: '1', SANDBOX: 'true' })
try {
  const token = await posy.signIn('admin@acme.test')
  await fundMainWallet(posy, token)
  const shortcode = await share(posy, token)
  const path = `/public/shareable-gifts/${shortcode}`
  const claims: string[] = []
  const started = performance.now()
  const askedMs = await each(async (person) => {
    const answer = await posy.call('POST', `${path}/codes`, {
      body: { email: testEmailAddress(person) },
      headers: forwardedForHeader(person),
    })
    if (answer.status !== 201) throw new Error(answer.text)
    claims[person] = answer.body.data.claim
  })
  let codes = await mailedCodes(posy)
  while (codes.size < people) {
    await pause(250)
    codes = await mailedCodes(posy)
  }
  const mailedMs = performance.now() - started
  const claimedMs = await each(async (person) => {
    const answer = await posy.call('POST', `${path}/claims`, {
      body: { claim: claims[person], code: codes.get(testEmailAddress(person)) },
      headers: forwardedForHeader(person),
    })
    if (answer.status >= 300) throw new Error(answer.text)
  })
  report(`${people} codes asked for`, [askedMs], 'ms')
  report(`${people} codes, first asked for to last mailed`, [mailedMs], 'ms')
  report(`${people} claims on one link, ${SIDE_BY_SIDE} at a time`, [claimedMs], 'ms')
  report('claims a second', [(people * 1000) / claimedMs], '/s')
  report('memory of the process afterwards', [residentMegabytes(posy.process.pid!)], 'MB')
} finally {
  await posy.stop()
  server.stop()
}
