import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BudgetOverview } from '#contract/budgets/budgets.ts'
import { onlyTyped, readChanges, withChanges, writeChanges } from './collected.server.ts'

const WALLET = '01920000-0000-7000-8000-000000000001'
const budget = {
  ...{ status: 'live', name: 'Thanks', budgetAmount: 1000, isVariable: false, walletId: WALLET, numberOfRuns: 0 },
  ...{ scheduledEndDate: '2027-01-05T09:00:30.000Z', reasonCodes: ['Well done', 'Thank you'] },
  ...{ deliveryMethods: ['email', 'sms'], deliveryEmailDomains: [], maximumHugggExpiryDays: 30 },
  giftingRestrictionsCategories: { allow: [], disallow: [] },
  billingMethod: { type: 'manual', cardId: null },
} as unknown as BudgetOverview

const at = (changes: string) => ({ url: `http://posy.test/budgets/x/edit/basics?changes=${changes}` })
const carried = (fields: object, of = budget) => readChanges(at(writeChanges(fields)!), of)

describe('changes of a live budget that are not saved yet', () => {
  test('go along in the address of the wizard, of all steps, and change nothing of the budget but themselves', () => {
    const fields = { budgetAmount: 1500, reasonCodes: ['Thank you', 'Well done'], billingMethod: { type: 'manual' } }
    const read = carried(fields)
    expect(read).toEqual({ budgetAmount: 1500, reasonCodes: ['Thank you', 'Well done'] })
    expect(withChanges(budget, read)).toEqual({ ...budget, ...read })
    expect(writeChanges({})).toBeNull()
  })

  test('are only what differs from what is saved: a step that was merely passed through changes nothing', () => {
    const passed = {
      ...{ name: 'Thanks', budgetAmount: 1000, deliveryMethods: ['sms', 'email'] },
      ...{ scheduledEndDate: '2027-01-05T09:00:00Z', walletId: WALLET, billingMethod: { type: 'manual' } },
      giftingRestrictionsCategories: { allow: [], disallow: [] },
    }
    expect(carried(passed)).toEqual({})
    expect(carried({ scheduledEndDate: null })).toEqual({ scheduledEndDate: null })
  })

  test('are only what was typed in a step: what it merely showed takes nothing back that was saved elsewhere meanwhile', () => {
    const form = new FormData()
    const [ending, unending] = [
      { ...budget, numberOfRuns: 6 },
      { numberOfRuns: 0, scheduledEndDate: null },
    ]
    form.set('shown', JSON.stringify(unending))
    const step = { numberOfRuns: 0, scheduledEndDate: null }
    expect(carried(onlyTyped(form, step), ending)).toEqual({})
    expect(carried(onlyTyped(form, { ...step, numberOfRuns: 3 }), ending)).toEqual({ numberOfRuns: 3 })
    for (const hostile of ['', '{', 'null', '7', '['.repeat(9)]) {
      form.set('shown', hostile)
      expect(onlyTyped(form, step), hostile).toEqual(step)
    }
  })

  test('are none where the address carries anything else, far too much, or the budget is a draft', () => {
    const bomb = deflateRawSync(JSON.stringify({ name: 'a'.repeat(3_000_000) })).toString('base64url')
    const wrong = deflateRawSync(JSON.stringify({ budgetAmount: -1 })).toString('base64url')
    const list = deflateRawSync('[1]').toString('base64url')
    for (const hostile of ['', 'x', '%00', bomb, wrong, list, 'a'.repeat(7000)])
      expect(readChanges(at(hostile), budget), hostile.slice(0, 20)).toEqual({})
    expect(carried({ budgetAmount: 1500 }, { ...budget, status: 'draft' })).toEqual({})
    const random = Array.from({ length: 200 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64'))
    expect(writeChanges({ reasonCodes: random })).toBeUndefined()
  })
})
