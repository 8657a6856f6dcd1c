import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { civilDate, data, e164, email, id, personalName, text } from '../core/shapes.ts'
import { AwardLanguageName } from './award-language.ts'
import { AwardStatus } from './award-status.ts'
import { Colleague } from './awards.ts'
import { seesAwards } from './sees-awards.ts'

/** Someone whom the team helps. */
const HelpedPerson = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  postalAddress: z.array(z.string()).nullable(),
  postcode: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  /** Of letters to them; null for English. */
  language: AwardLanguageName.nullable(),
  /** An award of the last 28 days that was neither declined nor ended unused: another one needs a `duplicateReason`. */
  isHelpedLately: z.boolean(),
})
export type HelpedPerson = z.infer<typeof HelpedPerson>

/** By what someone is known again. By the name alone: where nothing else that is told is otherwise with them. */
const KnownBy = z.enum(['case', 'phone', 'email', 'name-and-birth-date', 'name-and-postcode', 'name'])

const FoundPerson = HelpedPerson.extend({
  knownBy: z.array(KnownBy),
  /** The newest three of theirs. Amounts are pence. */
  awards: z.array(
    z.object({
      id: z.uuid(),
      status: AwardStatus,
      currency: z.string(),
      amount: z.int(),
      reason: z.string(),
      caseReference: z.string(),
      dateCreated: z.string(),
      createdBy: Colleague,
    }),
  ),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const base = { tag: 'Payouts', access: 'session' } as const
const params = z.object({ id: id('person') })

export const findHelpedPeople = endpoint({
  ...base,
  id: 'findHelpedPeople',
  permission: 'make-awards',
  scope: 'send',
  method: 'POST',
  path: '/v3/people/find',
  summary:
    'Whom the grant’s team has helped that are known by the same case, number, address, name and date of birth, name and postcode, or by the name alone where nothing else that is told is otherwise: up to five, to be awarded to by their `personId`. Other teams are not asked.',
  body: z.object({
    grantId: id('grant'),
    caseReference: text(100).nullish(),
    name: personalName().nullish(),
    dateOfBirth: civilDate().nullish(),
    phoneNumber: e164().nullish(),
    email: email().nullish(),
    postcode: text(10).nullish(),
  }),
  errors: ['not_found', 'too_many_requests'],
  response: data(z.array(FoundPerson)),
})

export const getHelpedPerson = endpoint({
  ...base,
  id: 'getHelpedPerson',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/people/{id}',
  summary: 'Someone whom the team or its subteams help, as they are written down. Who was erased is not found.',
  params,
  errors: ['not_found'],
  response: data(HelpedPerson),
})

export const listAlikePeople = endpoint({
  ...base,
  id: 'listAlikePeople',
  permission: seesAwards,
  method: 'GET',
  path: '/v3/people/{id}/alike',
  summary:
    'Who else of the same team may be this person: known by the same number, address, name and date of birth, name and postcode, or by the name alone where nothing else that is known is otherwise. Up to five; other teams are not asked.',
  params,
  errors: ['not_found'],
  response: data(z.array(FoundPerson)),
})

export const updateHelpedPerson = endpoint({
  ...base,
  id: 'updateHelpedPerson',
  permission: 'make-awards',
  scope: 'send',
  method: 'PATCH',
  path: '/v3/people/{id}',
  summary:
    'Changes what is written down of someone: what is left out stays, and null takes it away. Links that have left stay where they went; those that leave from now on go to the new address.',
  params,
  body: z.object({
    name: personalName().min(1).optional(),
    email: email().nullish(),
    phoneNumber: e164().nullish(),
    postalAddress: z.array(text(100).min(1)).min(1).max(6).nullish(),
    postcode: text(10).nullish(),
    dateOfBirth: civilDate().nullish(),
    language: AwardLanguageName.nullish(),
  }),
  errors: ['not_found'],
  response: data(HelpedPerson),
})

export const helpedPersonEndpoints = { findHelpedPeople, getHelpedPerson, listAlikePeople, updateHelpedPerson }
