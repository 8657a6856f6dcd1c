import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { asSystem } from '#server/platform/posy.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buyGifts } from '#server/testing/hugggs.ts'
import type { DocumentContent, DocumentKind } from './document.ts'
import { documentsOfTransaction, issueDocuments } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const content: DocumentContent = {
  currency: 'GBX',
  seller: { name: 'Posy', lines: [], companyNumber: null, vatNumber: null },
  customer: { name: 'Acme', lines: [] },
  dates: [],
  references: [],
  lines: [{ description: 'A gift', quantity: 1, unitNetPence: 300, netPence: 300, vatPence: 60, vatBasisPoints: 2000 }],
  notes: [],
}
const draft = (transactionId: string, kind: DocumentKind = 'credit-note') => ({
  kind,
  teamId: demo.teams.acme,
  userId: demo.users.acmeAdmin,
  subject: { transactionId },
  content,
})

test('the numbers of a document series have no gaps, however many issue at once and however many of them fail', async () => {
  const { transactionId } = await buyGifts(app.posy)
  const issue = (fails: boolean, count: number) =>
    asSystem(app.posy, async (work) => {
      await issueDocuments(
        work,
        Array.from({ length: count }, () => draft(transactionId)),
        { draw: false },
      )
      if (fails) throw new Error('rolled back')
    })
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => issue(index % 2 === 1, 1 + (index % 3))),
  )
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(20)
  const numbers = (await documentsOfTransaction(app.posy.db, transactionId)).map((document) => document.number).sort()
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers).toEqual(numbers.map((_, index) => `CRN-${String(index + 1).padStart(6, '0')}`))
})

test('the database refuses to change or delete a document that was issued', async () => {
  const { transactionId } = await buyGifts(app.posy)
  const [document] = await asSystem(app.posy, (work) =>
    issueDocuments(work, [draft(transactionId, 'invoice')], { draw: false }),
  )
  expect(document).toMatchObject({ net: 300, vat: 60, total: 360 })
  const { db } = app.posy
  const change = db.updateTable('document').set({ total: 1, net: 1, vat: 0 }).where('id', '=', document!.id)
  await expect(change.execute()).rejects.toMatchObject({ constraint: 'document_issued' })
  await expect(db.deleteFrom('document').where('id', '=', document!.id).execute()).rejects.toMatchObject({
    constraint: 'document_issued',
  })
})

test('a purchase has one receipt or one invoice', async () => {
  const { transactionId } = await buyGifts(app.posy)
  const both = asSystem(app.posy, (work) =>
    issueDocuments(work, [draft(transactionId, 'invoice'), draft(transactionId, 'receipt')], { draw: false }),
  )
  await expect(both).rejects.toMatchObject({ constraint: 'document_of_purchase' })
})
