import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TeamPreferences } from '#contract/teams/preferences.ts'
import { defaultPreferences, effectiveSettings, withDefaults } from './preferences.ts'

const settings = (reasonCodes: string[], preferences: Partial<TeamPreferences> = {}) => ({
  reasonCodes,
  preferences: withDefaults(preferences),
})

test('preferences restrict nothing unless they are set', () => {
  expect(effectiveSettings(settings([]), null).preferences).toEqual(defaultPreferences)
})

describe('reason codes', () => {
  test('of the parent hold for a subteam where the parent applies them to subteams', () => {
    const own = settings(['own'])
    expect(effectiveSettings(own, settings(['parent'])).reasonCodes).toEqual(['own'])
    const applied = effectiveSettings(own, settings(['parent', 'own'], { applyReasonCodesToSubteams: true }))
    expect(applied.reasonCodes).toEqual(['parent', 'own'])
  })

  test('are required of a subteam where the parent requires and applies them', () => {
    const parent = { applyReasonCodesToSubteams: true, requireReasonCode: true }
    expect(effectiveSettings(settings([]), settings(['a'], parent)).preferences.requireReasonCode).toBe(true)
    const apart = settings(['a'], { ...parent, applyReasonCodesToSubteams: false })
    expect(effectiveSettings(settings([]), apart).preferences.requireReasonCode).toBe(false)
  })

  test('are not required where there is none to choose', () => {
    const own = settings([], { requireReasonCode: true })
    expect(effectiveSettings(own, null).preferences.requireReasonCode).toBe(false)
  })

  test('are kept from the team’s own purchases where it says so', () => {
    const own = settings(['a'], { applyReasonCodesToTeam: false, requireReasonCode: true })
    expect(effectiveSettings(own, null)).toMatchObject({ reasonCodes: [], preferences: { requireReasonCode: false } })
  })
})

describe('restrictions', () => {
  const parent = settings([], {
    applyRestrictionsToSubteams: true,
    deliveryMethods: ['email', 'links'],
    maximumHugggExpiryDays: 60,
    deliveryEmailDomains: ['acme.test'],
    giftingRestrictions: { price: { min: 500, max: 5000 }, categories: { allow: ['a', 'b'], disallow: ['x'] } },
  })

  test('of the parent hold for a subteam that has none', () => {
    const held = effectiveSettings(settings([]), parent).preferences
    expect(held.deliveryMethods).toEqual(['email', 'links'])
    expect(held.maximumHugggExpiryDays).toBe(60)
    expect(held.deliveryEmailDomains).toEqual(['acme.test'])
    expect(held.giftingRestrictions).toEqual(parent.preferences.giftingRestrictions)
  })

  test('can be made stricter by a subteam, not looser', () => {
    const own = settings([], {
      deliveryMethods: ['links', 'sms'],
      maximumHugggExpiryDays: 365,
      deliveryEmailDomains: ['elsewhere.test'],
      giftingRestrictions: { price: { min: 100, max: 2000 }, categories: { allow: ['b', 'c'], disallow: ['y'] } },
    })
    const held = effectiveSettings(own, parent).preferences
    expect(held.deliveryMethods).toEqual(['links'])
    expect(held.maximumHugggExpiryDays).toBe(60)
    expect(held.deliveryEmailDomains).toEqual(['acme.test'])
    expect(held.giftingRestrictions).toEqual({
      price: { min: 500, max: 2000 },
      categories: { allow: ['b'], disallow: ['x', 'y'] },
    })
  })

  test('stay with the parent unless it applies them to subteams', () => {
    const apart = { ...parent, preferences: { ...parent.preferences, applyRestrictionsToSubteams: false } }
    expect(effectiveSettings(settings([]), apart).preferences.deliveryMethods).toBeNull()
  })

  const days = fc.option(fc.integer({ min: 1, max: 400 }))
  const methods = fc.option(
    fc.uniqueArray(fc.constantFrom('email' as const, 'sms' as const, 'links' as const), { minLength: 1 }),
  )
  test('never let a subteam do what the parent forbids, whatever both say', () => {
    fc.assert(
      fc.property(days, days, methods, methods, (ownDays, parentDays, ownMethods, parentMethods) => {
        const held = effectiveSettings(
          settings([], { maximumHugggExpiryDays: ownDays, deliveryMethods: ownMethods }),
          settings([], {
            applyRestrictionsToSubteams: true,
            maximumHugggExpiryDays: parentDays,
            deliveryMethods: parentMethods,
          }),
        ).preferences
        if (parentDays !== null) expect(held.maximumHugggExpiryDays).toBeLessThanOrEqual(parentDays)
        if (parentMethods) expect(parentMethods).toEqual(expect.arrayContaining(held.deliveryMethods!))
        if (parentMethods || ownMethods) expect(held.deliveryMethods!.length).toBeGreaterThan(0)
      }),
    )
  })
})
