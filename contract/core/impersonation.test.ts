import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import type { Endpoint } from './endpoint.ts'
import { impersonationPolicy, openingFields, withoutOpeningFields } from './impersonation.ts'

const endpoints = Object.values(contract) as Endpoint[]
const named = (kind: string) => endpoints.filter((each) => impersonationPolicy(each) === kind)

test('an operator who impersonates a member may not call an endpoint that changes something, unless it says otherwise', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const access of ['identity', 'session'] as const) expect(impersonationPolicy({ method, access })).toBe('never')
  for (const access of ['public', 'merchant', 'client', 'operator'] as const)
    expect(impersonationPolicy({ method: 'GET', access })).toBe('never')
})

test('no operator buys, moves money, or changes people, roles, cards, keys or how anyone signs in', () => {
  const forbidden =
    /money|transfer|topUp|charge|card|refund|cancel|invite|join|role|user|apiKey|webhook|saml|passkey|secondFactor|recovery|token|session|identity|plan|budget|participant|wallet.*(create|close)|createTransaction|raise|linkedAccount|subteam|updateTeam|export|printable|upload/i
  expect(
    named('change')
      .map(({ id }) => id)
      .filter((id) => forbidden.test(id)),
  ).toEqual([])
  for (const { idempotent, id } of named('change'))
    if (idempotent) expect(id, 'may send again, and nothing else that is dear').toMatch(/^(remind|resend)/)
})

/** Fields that sound like secrets and are none, or stand only in answers that are never given. */
const HARMLESS: Record<string, string> = {
  code: 'of mistakes; of a voucher it is left out',
  reason_code: 'the team’s own book-keeping',
  reasonCode: 'the team’s own book-keeping',
  reasonCodes: 'the team’s own book-keeping',
  applyReasonCodesToTeam: 'a setting',
  applyReasonCodesToSubteams: 'a setting',
  requireReasonCode: 'a setting',
  postcode: 'of an address',
  sortCode: 'of our own account, which customers pay into',
  errorCode: 'of a refused card',
  codes: 'how many are open, and none of them',
  codesRead: 'a count',
  taxCode: 'of an accounts package',
  previewShortcode: 'a draft’s, by which nothing opens',
  key: 'the name of a file or look',
  isKey: 'whether a key asked, and none itself',
  publicKey: 'public by its nature',
  previousSecretUntil: 'a date',
  secretShownTo: 'who, and not what',
  status_code: 'two letters of a state',
}

test('every field that sounds like a secret is left out for an impersonating operator, or listed as harmless', () => {
  const sounding = new Map<string, string>()
  const walk = (schema: unknown, id: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties } = schema as { properties?: Record<string, unknown> }
    for (const name of Object.keys(properties ?? {}))
      if (/code|secret|token|launch|(?<!object)key|password|\bpin\b/i.test(name)) sounding.set(name, id)
    for (const part of Object.values(schema)) walk(part, id)
  }
  const seen = [...named('look'), ...named('change')]
  for (const { id, response } of seen) walk(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }), id)
  const hidden = (name: string) => openingFields.includes(name) || name in HARMLESS || /^passkeys?$/.test(name)
  expect([...sounding].filter(([name]) => !hidden(name))).toEqual([])
})

test('everything that opens a gift is left out of an answer at any depth, and the rest stays', () => {
  const gift = {
    id: 'a',
    launch_url: 'https://x/g/1',
    embedded: { voucher: { type: 'qr', code: '123', product_id: 'p' } },
  }
  const answer = {
    data: [gift, { shortcode: '1', redeem_code: null, code: 'stays' }, { hug_status: 'sent', code: '123' }],
    voucher: undefined,
    total: 2,
  }
  expect(withoutOpeningFields(answer)).toEqual({
    data: [
      { id: 'a', launch_url: null, embedded: { voucher: { type: 'qr', code: null, product_id: 'p' } } },
      { shortcode: null, redeem_code: null, code: 'stays' },
      { hug_status: 'sent', code: '' },
    ],
    voucher: undefined,
    total: 2,
  })
})
