import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { openS3Sandbox } from '#server/providers/files/sandbox.ts'
import { startTestApp } from '#server/testing/app.ts'

test('documents are stored in the configured bucket: programs’ links lead to it until they expire, and people’s to us', async () => {
  let nowMs = Date.parse('2026-03-02T10:00:00Z')
  const store = await openS3Sandbox({ nowMs: () => nowMs })
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings
  const app = await startTestApp({
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  })
  try {
    const as = 'admin@acme.test'
    const purchase = { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links' }
    const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
    const { body } = await app.request('POST', '/api/v2/transactions', { as, body: { purchase, payment } })
    const receipt = (reader = 'key:demo-customer') =>
      app.request('GET', `/api/v2/transactions/${body.data.id}/receipt`, { as: reader })
    store.fail(503)
    const refused = await receipt()
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    store.fail(null)
    const [{ fileName, url }] = (await receipt()).body.data.files
    expect(url.startsWith(`${endpoint}/${bucket}/documents/`)).toBe(true)
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toContain(fileName)
    expect(new TextDecoder().decode((await answer.arrayBuffer()).slice(0, 5))).toBe('%PDF-')
    const own = new URL((await receipt(as)).body.data.files[0].url)
    const served = await app.api.request(own.pathname)
    expect([own.origin, served.headers.get('content-type'), served.headers.get('content-disposition')]).toEqual([
      app.posy.config.publicUrl,
      ...['content-type', 'content-disposition'].map((name) => answer.headers.get(name)),
    ])
    nowMs += 3_601_000
    expect((await fetch(url)).status).toBe(403)
  } finally {
    await app.close()
    await store.close()
  }
})
