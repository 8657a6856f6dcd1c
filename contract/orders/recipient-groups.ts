import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data, email, id, page, pageQuery, phoneNumber, success, text } from '../core/shapes.ts'

/** The most groups of one team, and people in one group: as many as one purchase goes to. */
export const MOST_GROUPS = 200
export const MOST_IN_GROUP = 10_000
const MAX_LIST_BYTES = 4 * 1024 * 1024

/** People a team sends to together, under a name. */
export const RecipientGroup = z.object({
  id: z.string(),
  name: z.string(),
  /** How many are reached by email, and how many by text. */
  emails: z.int(),
  phoneNumbers: z.int(),
  madeBy: z.object({ id: z.string(), name: z.string() }),
  dateCreated: z.string(),
  dateModified: z.string(),
})
export type RecipientGroup = z.infer<typeof RecipientGroup>

/** Someone in a group, by an address or a number. */
const GroupPerson = z.object({
  id: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  name: z.string().nullable(),
  /** Gifts are not sent there: mail came back, or they want no more messages. */
  isBlocked: z.boolean(),
})
export type GroupPerson = z.infer<typeof GroupPerson>

/** With both, two entries: a purchase goes by email or by text. */
const NewPerson = z.object({
  email: email().optional(),
  /** As people write it; without a country code it is one of the team’s territory. */
  phoneNumber: phoneNumber().optional(),
  name: text(200).optional(),
})

const added = {
  /** Each once; who is in the group already keeps their place, and takes the name that is given now. */
  people: z.array(NewPerson).max(MOST_IN_GROUP).optional(),
  /** Also everyone whom this purchase went to, as far as they may be sent to again. */
  transactionId: id('transaction').optional(),
}
const Changed = data(
  RecipientGroup.extend({
    /** How many are in it now who were not before. */
    added: z.int(),
    removed: z.int(),
  }),
)

const groups = {
  tag: 'Orders',
  access: 'session',
  permission: 'purchase-hugggs',
  // Whom else it could go to is none of support's business.
  impersonation: 'never',
} as const
const params = z.object({ id: id('recipientGroup') })
const name = () => text(100).min(1)

export const listRecipientGroups = endpoint({
  ...groups,
  id: 'listRecipientGroups',
  method: 'GET',
  path: '/v3/recipient-groups',
  summary: `The groups of recipients of the team acted in, by name; ${MOST_GROUPS} at most. Who sees only their own purchases sees only the groups they made.`,
  response: data(z.array(RecipientGroup)),
})

export const createRecipientGroup = endpoint({
  ...groups,
  id: 'createRecipientGroup',
  method: 'POST',
  path: '/v3/recipient-groups',
  summary: 'Keeps people under a name, to send to again.',
  scope: 'send',
  body: z.object({ name: name(), ...added }),
  bodyLimitBytes: MAX_LIST_BYTES,
  status: 201,
  idempotent: true,
  errors: ['not_found'],
  response: Changed,
})

export const updateRecipientGroup = endpoint({
  ...groups,
  id: 'updateRecipientGroup',
  method: 'PUT',
  path: '/v3/recipient-groups/{id}',
  summary: 'Renames a group, adds people to it, takes some out. What is left out stays as it is.',
  scope: 'send',
  params,
  body: z.object({
    name: name().optional(),
    ...added,
    /** People of the group to take out. */
    remove: z.array(id('groupPerson')).max(MOST_IN_GROUP).optional(),
  }),
  bodyLimitBytes: MAX_LIST_BYTES,
  errors: ['not_found'],
  response: Changed,
})

export const deleteRecipientGroup = endpoint({
  ...groups,
  id: 'deleteRecipientGroup',
  method: 'DELETE',
  path: '/v3/recipient-groups/{id}',
  summary: 'Forgets a group. What was sent to its people stays as it is.',
  scope: 'send',
  params,
  errors: ['not_found'],
  response: data(success()),
})

export const listGroupPeople = endpoint({
  ...groups,
  id: 'listGroupPeople',
  method: 'GET',
  path: '/v3/recipient-groups/{id}/people',
  summary: 'The people of a group, by name and address, and the group.',
  params,
  query: z.object({
    ...pageQuery,
    /** Only those who are reached so. */
    channel: z.enum(['email', 'sms']).optional(),
  }),
  errors: ['not_found'],
  response: page(GroupPerson).extend({ group: RecipientGroup }),
})

export const recipientGroupEndpoints = {
  listRecipientGroups,
  createRecipientGroup,
  updateRecipientGroup,
  deleteRecipientGroup,
  listGroupPeople,
}
