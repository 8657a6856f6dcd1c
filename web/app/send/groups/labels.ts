import type { RecipientGroup } from '#contract/orders/recipient-groups.ts'
import { plural } from '#web/ui/format.ts'

/** How many people a group has, by how they are reached. */
export const groupSize = ({ emails, phoneNumbers }: Pick<RecipientGroup, 'emails' | 'phoneNumbers'>): string =>
  [
    ...(emails || !phoneNumbers ? [`${plural(emails, 'person', 'people')} by email`] : []),
    ...(phoneNumbers ? [`${plural(phoneNumbers, 'person', 'people')} by text`] : []),
  ].join(', ')
