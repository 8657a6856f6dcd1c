import { expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { openS3Sandbox } from '#server/providers/files/sandbox.ts'
import { startTestApp } from '#server/testing/app.ts'

test('documents are stored in the configured bucket, and their links lead to it until they expire', async () => {
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
    const receipt = () => app.request('GET', `/api/v2/transactions/${body.data.id}/receipt`, { as })
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
    nowMs += 3_601_000
    expect((await fetch(url)).status).toBe(403)
  } finally {
    await app.close()
    await store.close()
  }
})
