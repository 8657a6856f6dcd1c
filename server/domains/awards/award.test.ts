import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from '#kit/time.ts'
import type { Entry } from '#server/domains/ledger/index.ts'
import {
  type AwardMoney,
  awardFee,
  awardProblems,
  costPence,
  type GrantRecord,
  holdEntries,
  issueEntries,
  lateEntries,
  needsApproval,
  paidEntries,
  type RailRecord,
  releaseEntries,
  requireOpenGrant,
  returnEntries,
} from './award.ts'

const GRANT = 'a-grant'

/** An account by its kind: there is one grant. */
const name = ({ account }: Entry) => ('platform' in account ? account.platform : account.kind)

interface Played extends AwardMoney {
  state: 'requested' | 'live' | 'ended'
}

type Change = 'approve' | 'decline' | 'pay' | 'end' | 'again'
type Step =
  | { kind: 'fund' | 'take'; pence: number }
  | { kind: 'request' | 'issue'; amount: number; fee: number }
  | { kind: Change; pick: number; share: number }

const pence = fc.integer({ min: 1, max: 10_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('fund' as const, 'take' as const), pence }),
  fc.record({
    kind: fc.constantFrom('request' as const, 'issue' as const),
    ...{ amount: pence, fee: fc.integer({ min: 0, max: 200 }) },
  }),
  fc.record({
    kind: fc.constantFrom<Change[]>('approve', 'decline', 'pay', 'end', 'again'),
    ...{ pick: fc.nat(50), share: fc.integer({ min: 1, max: 100 }) },
  }),
)

/** A grant as its entries make it, beside what was asked of it. */
class Books {
  readonly balance: Record<string, number> = {}
  readonly awards: Played[] = []
  funded = 0

  of(account: string): number {
    return this.balance[account] ?? 0
  }

  post(entries: Entry[]): void {
    expect(entries.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(0)
    for (const entry of entries) this.balance[name(entry)] = this.of(name(entry)) + entry.amountPence
  }

  fund(amount: number): void {
    this.funded += amount
    this.balance.available = this.of('available') + amount
  }

  take(each: Step): void {
    if ('pence' in each) {
      this.fund(each.kind === 'fund' ? each.pence : -Math.min(each.pence, this.of('available')))
    } else if ('fee' in each) {
      const fee = awardFee([{ fee_pence: 0 }, { fee_pence: each.fee }])
      this.begin(each.kind, { grant_id: GRANT, amount_pence: each.amount, ...fee, paid_pence: 0 })
    } else {
      const award = this.awards[each.pick % Math.max(1, this.awards.length)]
      if (award) this.change(award, each.kind, Math.ceil(((award.amount_pence - award.paid_pence) * each.share) / 100))
    }
  }

  begin(kind: 'request' | 'issue', award: AwardMoney): void {
    if (costPence(award) > this.of('available')) return
    this.post(kind === 'request' ? holdEntries(award) : issueEntries(award, 'available'))
    this.awards.push({ ...award, state: kind === 'request' ? 'requested' : 'live' })
  }

  change(award: Played, kind: Change, part: number): void {
    if (award.state === 'requested') {
      if (kind !== 'approve' && kind !== 'decline') return
      this.post(kind === 'approve' ? issueEntries(award, 'locked') : releaseEntries(award))
      award.state = kind === 'approve' ? 'live' : 'ended'
    } else if (kind === 'pay' && part > 0) {
      const isLate = award.state === 'ended'
      if (isLate && part + award.fee_pence + award.fee_vat_pence > this.of('available')) return
      this.post(isLate ? lateEntries(award, part) : paidEntries(award, part))
      award.paid_pence += part
    } else if (kind === 'end' && award.state === 'live' && award.paid_pence < award.amount_pence) {
      this.post(returnEntries(award))
      award.state = 'ended'
    } else if (kind === 'again' && award.state === 'ended' && award.paid_pence === 0) {
      if (costPence(award) > this.of('available')) return
      this.post(issueEntries(award, 'available'))
      award.state = 'live'
    }
  }

  sum(pick: (award: Played) => number): number {
    return this.awards.reduce((total, award) => total + pick(award), 0)
  }
}

test('whatever happens to awards, what a grant was funded with is available, locked, committed, paid, fees or VAT, to the penny', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const books = new Books()
      for (const each of steps) {
        books.take(each)
        const { awards } = books
        const paid = books.sum(({ paid_pence }) => paid_pence)
        const kept = awards.filter(({ state, paid_pence }) => state === 'live' || paid_pence > 0)
        const charged = kept.reduce((total, { fee_pence, fee_vat_pence }) => total + fee_pence + fee_vat_pence, 0)
        expect(books.of('locked')).toBe(books.sum((award) => (award.state === 'requested' ? costPence(award) : 0)))
        expect(books.of('committed')).toBe(
          books.sum((award) => (award.state === 'live' ? award.amount_pence - award.paid_pence : 0)),
        )
        expect(books.of('supplier-payable')).toBe(paid)
        expect(books.of('fees') + books.of('vat')).toBe(charged)
        expect(books.of('breakage')).toBe(0)
        expect(books.funded).toBe(books.of('available') + books.of('locked') + books.of('committed') + paid + charged)
        for (const account of ['available', 'locked', 'committed']) expect(books.of(account)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

const grant: GrantRecord = {
  ...{ id: GRANT, team_id: 'a-team', name: 'Winter fund', funder: null, purpose: null, currency: 'GBX' },
  ...{ from_day: '2026-10-01', until_day: '2027-03-31', max_award_pence: 8_000, max_awards_per_person: null },
  ...{ approval_above_pence: 5_000, award_days: 28, created_by: 'someone', closed_at: null },
  ...{ created_at: new Date(0), updated_at: new Date(0) },
}
const rail = (key: RailRecord['key'], max_pence: number): RailRecord => ({
  ...{
    key,
    settlement: 'on-cash',
    min_pence: 100,
    max_pence,
    code_validity: 'P30D',
    cancels_codes: true,
    fee_pence: 0,
  },
})

describe('an award out of a grant', () => {
  const problems = (amountPence: number, rails: RailRecord[]) =>
    awardProblems(grant, ['cash-out', 'energy'], { amountPence, rails }).map(({ path, code }) => `${path} ${code}`)

  test('is of a sum that each of its rails pays, and the grant gives', () => {
    expect(problems(4_900, [rail('cash-out', 10_000), rail('energy', 4_900)])).toEqual([])
    expect(problems(4_901, [rail('cash-out', 10_000), rail('energy', 4_900)])).toEqual(['amount out_of_range'])
    expect(problems(8_001, [rail('cash-out', 10_000)])).toEqual(['amount out_of_range'])
    expect(problems(99, [rail('cash-out', 10_000)])).toEqual(['amount out_of_range'])
  })

  test('tells which of its ways does not pay the sum, and that it can be left out', () => {
    const [refused] = awardProblems(grant, ['cash-out', 'pin'], {
      ...{ amountPence: 4_500, rails: [rail('cash-out', 10_000), rail('pin', 10_000)] },
    })
    expect(refused).toMatchObject({
      message:
        'must be from £10.00 to £100.00 in multiples of £10.00 by Pin4Cash: leave this way out, or change the amount',
      reason: { code: 'way_cannot_pay', way: 'pin', wayName: 'Pin4Cash', leastPence: 1_000, mostPence: 10_000 },
    })
  })

  test('of more than the grant gives is told so once, whichever ways are ticked', () => {
    expect(problems(50_000, [rail('cash-out', 10_000), rail('energy', 4_900)])).toEqual(['amount out_of_range'])
  })

  test('is paid only by the rails of its grant, and by one at least', () => {
    expect(problems(1_000, [rail('post-office', 10_000)])).toEqual(['rails restricted'])
    expect(problems(1_000, [])).toEqual(['rails required'])
  })

  test('needs a second person where what the person or case got lately and the award are above the limit', () => {
    expect(needsApproval(grant, { recentPence: 0, amountPence: 5_000 })).toBe(false)
    expect(needsApproval(grant, { recentPence: 1, amountPence: 5_000 })).toBe(true)
    expect(needsApproval({ approval_above_pence: 0 }, { recentPence: 0, amountPence: 1 })).toBe(true)
    expect(needsApproval({ approval_above_pence: null }, { recentPence: 90_000, amountPence: 90_000 })).toBe(false)
  })

  test('is made from the grant’s first day to its last in London, and never out of a closed one', () => {
    const on =
      (instant: string, of: GrantRecord = grant) =>
      () =>
        requireOpenGrant(of, Temporal.Instant.from(instant))
    // London is an hour ahead of UTC until 25 October.
    expect(on('2026-09-30T23:00:00Z')).not.toThrow()
    expect(on('2026-09-30T22:59:59Z')).toThrow('begins on 2026-10-01')
    expect(on('2027-03-31T22:59:59Z')).not.toThrow()
    expect(on('2027-03-31T23:00:00Z')).toThrow('ended on 2027-03-31')
    expect(on('2026-12-01T00:00:00Z', { ...grant, closed_at: new Date(0) })).toThrow('is closed')
  })
})
