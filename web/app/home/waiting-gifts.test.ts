import { describe, expect, test } from 'vitest'
import { waitingGifts } from './waiting-gifts.ts'

type Row = Parameters<typeof waitingGifts>[0][number]

const now = new Date('2026-03-20T12:00:00Z')
const daysFromNow = (days: number) => now.getTime() + days * 86_400_000

/** A purchase as the report tells it. */
const purchase = (id: string, more: Partial<Row>): Row =>
  ({
    id,
    title: id,
    product: null,
    delivery_method: 'email',
    stashed: 0,
    sent: 0,
    claimed: 0,
    maxHugggExpiryDate: null,
    ...more,
  }) as Row

const titles = (rows: Row[]) => waitingGifts(rows, now, 'Europe/London').map(({ key, title }) => `${key}: ${title}`)

describe('gifts that need attention on home', () => {
  test('printed cards and shared links never do because no one has them yet', () => {
    expect(
      titles([
        purchase('cards', { delivery_method: 'printable', stashed: 4 }),
        purchase('shared', { delivery_method: 'superhuggg', stashed: 40 }),
        purchase('program', { delivery_method: 'inline-redeem', stashed: 2 }),
      ]),
    ).toEqual([])
  })

  test('links of one’s own do until they are shared, however long ago they were bought, and nothing is said of who has paid', () => {
    const links = { delivery_method: 'links', stashed: 2, purchased_at_date: '2026-01-05' } as const
    expect(titles([purchase('old', links)])).toEqual(['stashed old: 2 links not shared yet'])
    expect(waitingGifts([purchase('old', links)], now, 'Europe/London')[0]!.text).toBe(
      'From “old”: send each link to the person it is for.',
    )
    expect(titles([purchase('old', { ...links, stashed: 0 })])).toEqual([])
  })

  test('those that end soonest come first, and are not pushed out by others', () => {
    const ends = (days: number) => ({ sent: 1, maxHugggExpiryDate: new Date(daysFromNow(days)).toISOString() })
    const links = Array.from({ length: 6 }, (_, n) => purchase(`links ${n}`, { delivery_method: 'links', stashed: 1 }))
    const shown = titles([...links, purchase('later', ends(9)), purchase('sooner', ends(2)), purchase('far', ends(60))])
    expect(shown.slice(0, 2)).toEqual([
      'expiring sooner: 1 gift not used yet, ending soon',
      'expiring later: 1 gift not used yet, ending soon',
    ])
    expect(shown).toHaveLength(8)
  })

  test('cards no one has used are told of before they end', () => {
    const cards = purchase('cards', {
      delivery_method: 'printable',
      stashed: 3,
      maxHugggExpiryDate: new Date(daysFromNow(3)).toISOString(),
    })
    expect(titles([cards])).toEqual(['expiring cards: 3 gifts not used yet, ending soon'])
  })
})
