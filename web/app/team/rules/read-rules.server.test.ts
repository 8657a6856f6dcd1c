import { expect, test } from 'vitest'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import { fieldsOfForm, readRules } from './read-rules.server.ts'

const buildForm = (fields: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
const all = deliveryMethods.map((method): [string, string] => ['deliveryMethods', method])
const parent = { parentTeamId: null }

test('an empty rule restricts nothing, and every way ticked means later ones too', () => {
  const { body, wrong } = readRules(buildForm(all), parent, () => true)
  expect(wrong).toEqual({})
  expect(body).toMatchObject({
    reasonCodes: [],
    preferences: {
      deliveryMethods: null,
      deliveryEmailDomains: null,
      maximumHugggExpiryDays: null,
      giftingRestrictions: null,
    },
  })
})

test('a rule that the form has no field for stays as it is', () => {
  const { body } = readRules(buildForm(all), { parentTeamId: 'parent' }, () => false)
  expect(Object.keys(body)).toEqual(['preferences'])
  expect(Object.keys(body.preferences)).toEqual([
    'deliveryMethods',
    'deliveryEmailDomains',
    'maximumHugggExpiryDays',
    'giftingRestrictions',
    'remindRecipients',
  ])
})

test('an impossible rule is refused at its field', () => {
  const form = buildForm([
    ['deliveryEmailDomains', 'acme'],
    ['maximumHugggExpiryDays', '0'],
    ['priceMin', '10'],
    ['priceMax', '5'],
    ['allow', 'tag'],
    ['disallow', 'tag'],
  ])
  expect(Object.keys(readRules(form, parent, () => true).wrong).sort()).toEqual([
    'categories',
    'deliveryEmailDomains',
    'deliveryMethods',
    'maximumHugggExpiryDays',
    'priceMax',
  ])
})

test('what the API refuses of a team’s rules is shown at the field it came from', () => {
  const paths = ['preferences.giftingRestrictions.price.max', 'preferences.deliveryEmailDomains.0', 'reasonCodes.2']
  expect(fieldsOfForm(Object.fromEntries(paths.map((path) => [path, path])))).toEqual({
    priceMax: paths[0],
    deliveryEmailDomains: paths[1],
    reasonCodes: paths[2],
  })
})
