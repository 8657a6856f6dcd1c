import { expect, test } from 'vitest'
import type { AwardBatchCheck } from '#contract/awards/award-batches.ts'
import type { Session } from '#web/session/session.ts'
import { type CheckedBatch, submitBatch } from './submit-batch.server.ts'

interface Row {
  row: number
  amount?: number
  duplicateReason?: string
  person: { name: string }
}

const lastAward = {
  ...{ id: '0198c2d4-7a10-7b3e-9f55-0a4cc1f2e6b7', amount: 1_000, currency: 'GBX', caseReference: 'C-0' },
  dateCreated: '2026-11-20T10:00:00.000Z',
}
const asked: { rows: Row[]; duplicateReason?: string }[] = []
const needsReason = ({ person, duplicateReason }: Row, all?: string) =>
  person.name === 'Ann Helped' && !duplicateReason && !all

/** Ann was helped lately; what costs 1p is refused. */
const session = {
  api: {
    checkAwardBatch: async ({ body }: { body: (typeof asked)[number] }) => {
      asked.push(body)
      const data: AwardBatchCheck = {
        ...{ isReady: true, awards: 0, amount: 0, fee: 0, feeVat: 0, available: 90_000 },
        ...{ repeats: [], known: [], ways: [] },
        problems: body.rows.flatMap(({ row, amount }) =>
          amount === 1 ? [{ row, field: 'amount', message: 'is too little', earlierRow: null }] : [],
        ),
        helped: body.rows.flatMap((row) =>
          row.person.name === 'Ann Helped'
            ? [{ row: row.row, withinDays: 7, lastAward, needsReason: needsReason(row, body.duplicateReason) }]
            : [],
        ),
      }
      return { ok: true, value: { data } }
    },
    createAwardBatch: async ({ body }: { body: (typeof asked)[number] }) => {
      asked.push(body)
      const details = body.rows.flatMap((row, index) =>
        needsReason(row, body.duplicateReason) ? [{ path: `rows.${index}.duplicateReason`, message: '' }] : [],
      )
      return details.length
        ? { ok: false, problem: { status: 409, code: 'conflict', message: '', help: '', details } }
        : { ok: true, value: { data: { id: 'made', status: 'referred' } } }
    },
  },
} as unknown as Session

async function submit(fields: Record<string, string>) {
  const form = new FormData()
  const settings = { grantId: lastAward.id, name: 'Week 1', reason: 'Food', rails: 'cash-out', deliverBy: 'hand' }
  for (const [name, value] of Object.entries({ ...settings, ...fields })) form.set(name, value)
  const outcome = await submitBatch(session, form)
  return 'checked' in outcome ? outcome.checked : outcome
}
const again = ({ good, bad, amount }: CheckedBatch) => ({ good, bad, sum: `${amount}`, list: bad, key: 'k' })

test('a row keeps the number that its file has it by, once others are mended, added and left out', async () => {
  const list = 'Name,Case,Amount\nAnn One,C-1,lots\nBob Two,C-2,20\n\nCy Three,C-3,0.01\nDee Four,C-4,20'
  const first = (await submit({ intent: 'check', list })) as CheckedBatch
  expect(first.wrong.map(({ row }) => row)).toEqual([2, 5])
  expect(asked.at(-1)!.rows.map(({ row }) => row)).toEqual([3, 5, 6])
  const mended = `${first.bad.replace('lots', '20')}\n,Eve Five,C-5,20`
  const second = (await submit({ ...again(first), intent: 'make', list: mended })) as CheckedBatch
  expect(second.failure?.fields.list).toMatch(/Rows were changed/)
  expect(asked.at(-1)!.rows.map(({ row, person }) => [row, person.name])).toEqual([
    ...[
      [2, 'Ann One'],
      [3, 'Bob Two'],
      [5, 'Cy Three'],
      [6, 'Dee Four'],
      [7, 'Eve Five'],
    ],
  ])
  expect(second.wrong).toMatchObject([{ row: 5, who: 'Cy Three, case C-3' }])
  expect(second.unread).toEqual([])
  expect(await submit({ ...again(second), intent: 'make' })).toEqual({ made: { id: 'made', waits: true } })
  expect(asked.at(-1)!.rows.map(({ row }) => row)).toEqual([2, 3, 6, 7])
})

test('a list asks why someone is helped again who was helped lately, unless their row says it, and is not made without', async () => {
  const list =
    'Name,Case,Amount,Why helped again\nAnn Helped,C-1,20,\nBob Two,C-2,20,\nAnn Helped,C-3,20,Robbed\nCy Three,C-4,lots,'
  const first = (await submit({ intent: 'check', list })) as CheckedBatch
  expect([first.helpedRows, first.needReason, first.awards]).toEqual([2, 1, 3])
  expect(first.helped).toMatchObject([
    { row: 2, why: [], last: { amount: 1_000 } },
    { row: 4, why: ['Robbed'] },
  ])
  const refused = (await submit({ ...again(first), intent: 'make', duplicateReason: ' ' })) as CheckedBatch
  expect([refused.failure?.fields, refused.awards, refused.badRows]).toEqual([
    ...[{ duplicateReason: 'Say why they are helped again' }, 3, 1],
  ])
  const made = await submit({ ...again(refused), intent: 'make', duplicateReason: 'Paid monthly' })
  expect(made).toEqual({ made: { id: 'made', waits: true } })
  expect(asked.at(-1)!.duplicateReason).toBe('Paid monthly')
})
