import { generateKeyPairSync, sign } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook } from './webhooks.ts'

const secret = `whsec_${Buffer.from('a secret that two sides know').toString('base64')}`
const body = '{"type":"huggg.redeemed","sequence":7,"timestamp":"2026-03-02T10:00:00Z","data":{"hugggId":"1"}}'
const now = new Date('2026-03-02T10:00:30Z')
const signed = (key = secret, at = now) => ({
  'Webhook-Id': 'msg_1',
  'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
  'Webhook-Signature': new Webhook(key).sign('msg_1', at, body),
})
const verify = (headers: Record<string, string> | Headers, options = {}) =>
  verifyWebhook({ body, headers, secret, nowMs: now.getTime(), ...options })

test('verifyWebhook takes what the Standard Webhooks library signs', async () => {
  expect(await verify(signed())).toMatchObject({ type: 'huggg.redeemed', sequence: 7, data: { hugggId: '1' } })
  expect(await verify(new Headers(signed()))).toMatchObject({ sequence: 7 })
})

test('verifyWebhook takes ed25519 signatures, and either secret after a rotation', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const headers = signed()
  const value = sign(null, Buffer.from(`msg_1.${headers['Webhook-Timestamp']}.${body}`), privateKey).toString('base64')
  const both = { ...headers, 'Webhook-Signature': `${headers['Webhook-Signature']} v1a,${value}` }
  const publicSecret = `whpk_${raw.toString('base64')}`
  expect(await verify(both, { secret: publicSecret })).toMatchObject({ sequence: 7 })
  expect(await verify(both, { secret: ['whsec_bmV3', secret] })).toMatchObject({ sequence: 7 })
})

test.each([
  ['another secret', signed(`whsec_${Buffer.from('another secret').toString('base64')}`), {}],
  ['another body', signed(), { body: body.replace('7', '8') }],
  ['a time long ago', signed(secret, new Date('2026-03-02T09:50:00Z')), {}],
  ['no headers', {}, {}],
  ['nonsense for a signature', { ...signed(), 'Webhook-Signature': 'v1,!!! v2,x v1' }, {}],
  ['nonsense for a time', { ...signed(), 'Webhook-Timestamp': 'soon' }, {}],
  ['nonsense for a secret', signed(), { secret: 'none' }],
])('verifyWebhook refuses %s', async (_, headers, options) => {
  await expect(verify(headers as Record<string, string>, options)).rejects.toThrow(/webhook/)
})
