import { expect, test } from 'vitest'
import { describeDifference } from './differences.ts'

test.each([
  ['a price', { field: 'pricePence', before: '4900', after: '5900' }, [['Price', '£49.00', '£59.00']]],
  ['whether it is sold', { field: 'isActive', before: 'true', after: 'false' }, [['Sold', 'yes', 'no']]],
  ['a picture', { field: 'planImageUrl', before: 'null', after: '/p.svg' }, [['Picture', 'none', '/p.svg']]],
  [
    'the role of new people',
    { field: 'defaultRoleGroupId', before: 'team-viewer', after: 'participant' },
    [['Role of new people', 'Viewer', 'Participant']],
  ],
  [
    'the rights of a role',
    { field: 'team-viewer', before: 'view-statistics, contact-for-upgrade', after: 'purchase-hugggs' },
    [
      ['Viewer loses', '', 'See lists of what one colleague has bought; Ask about other plans'],
      ['Viewer gets', '', 'Buy gifts'],
    ],
  ],
])('a review of plans says %s in the words of the console', (_, difference, expected) =>
  expect(describeDifference(difference).map(({ label, before, after }) => [label, before, after])).toEqual(expected),
)
