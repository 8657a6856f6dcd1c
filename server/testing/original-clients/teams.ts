import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, type Case, day, NEW_PASSWORD, type World } from './world.ts'

const teamKeys = [
  'id',
  'name',
  'businessEntityName',
  'businessTradingName',
  'businessAddress',
  'planId',
  'parentTeamId',
  'automationId',
  'domain',
  'tags',
  'reasonCodes',
  'flags',
  'authMethods',
  'subteams',
  'preferences',
]

export const teamsCases = ({ call, ok, get, readInviteToken, acceptByMail, invite, person }: World): Case[] => [
  [
    'PUT: the whole record, businessTradingName changed',
    async () => {
      const e = await get(`/api/v2/teams/${demo.teams.acme}`)
      return {
        as: ADMIN,
        method: 'PUT',
        path: `/api/v2/teams/${demo.teams.acme}`,
        body: { ...e, businessTradingName: 'Acme' },
      }
    },
  ],
  [
    'PUT: the fields of section 3 back',
    async () => {
      const e = await get(`/api/v2/teams/${demo.teams.acme}`)
      return {
        as: ADMIN,
        method: 'PUT',
        path: `/api/v2/teams/${demo.teams.acme}`,
        body: Object.fromEntries(teamKeys.map((k) => [k, e[k]])),
      }
    },
  ],
  [
    'PUT: what may be changed, as it was read',
    async () => {
      const e = await get(`/api/v2/teams/${demo.teams.acme}`)
      const keys = [
        'name',
        'businessEntityName',
        'businessTradingName',
        'businessAddress',
        'domain',
        'tags',
        'reasonCodes',
        'authMethods',
        'preferences',
      ]
      return {
        as: ADMIN,
        method: 'PUT',
        path: `/api/v2/teams/${demo.teams.acme}`,
        body: Object.fromEntries(keys.map((k) => [k, e[k]])),
      }
    },
  ],
  [
    'POST /v3/teams/updates {teamIds, updates: {preferences}}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/teams/updates',
      body: { teamIds: [demo.teams.acmeNorth], updates: { preferences: { maximumHugggExpiryDays: null } } },
    }),
  ],
  [
    'invites {invites: [{emailAddress}], type: participant}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: `/v3/teams/${demo.teams.acme}/users/invites`,
      body: { invites: [{ emailAddress: 'i1@acme.test' }], type: 'participant' },
    }),
  ],
  [
    'invites {type: subteam}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: `/v3/teams/${demo.teams.acme}/users/invites`,
      body: { invites: [{ emailAddress: 'i2@acme.test' }], type: 'subteam' },
    }),
  ],
  [
    'invites [{emailAddress, type, teamId}] (fields of the invite)',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: `/v3/teams/${demo.teams.acme}/users/invites`,
      body: {
        invites: [{ emailAddress: 'i3@acme.test', type: 'participant', teamId: demo.teams.acme }],
        type: 'participant',
      },
    }),
  ],
  [
    'team-invites/{id}/resend',
    async () => {
      const [i] = await invite('i5@acme.test')
      return { as: ADMIN, method: 'POST', path: `/v3/team-invites/${i.id}/resend`, or: [429] }
    },
  ],
  [
    'DELETE teams/{id}/invites/{inviteId}',
    async () => {
      const [i] = await invite('i6@acme.test')
      return { as: ADMIN, method: 'DELETE', path: `/v3/teams/${demo.teams.acme}/invites/${i.id}` }
    },
  ],
  [
    'invites/requests {email}',
    () => ({
      method: 'POST',
      path: `/api/v2/teams/${demo.teams.acme}/invites/requests`,
      body: { email: 'j@acme.test' },
    }),
  ],
  [
    'team-invites/{id}/accept {token, newUser with email, sendAsName, marketing}',
    async () => {
      const e = 'i8@acme.test'
      const [i] = await invite(e)
      return {
        method: 'POST',
        path: `/v3/team-invites/${i.id}/accept`,
        body: {
          token: await readInviteToken(e),
          newUser: {
            firstName: 'A',
            surname: 'B',
            email: e,
            sendAsName: 'A',
            marketing: false,
            mobile: null,
            password: NEW_PASSWORD,
          },
        },
      }
    },
  ],
  [
    'team-invites/{id}/accept {existingUser: {id}} by its session',
    async () => {
      const { email, id, as } = await person()
      const made = await ok(
        call('POST', `/v3/teams/${demo.teams.acmeNorth}/users/invites`, {
          as: ADMIN,
          body: { type: 'participant', invites: [{ emailAddress: email }] },
        }),
      )
      return {
        method: 'POST',
        path: `/v3/team-invites/${made[0].id}/accept`,
        as,
        body: { existingUser: { id } },
      }
    },
  ],
  [
    'team-invites/{id}/accept {existingUser: true} by its session',
    async () => {
      const { email, as } = await person()
      const made = await ok(
        call('POST', `/v3/teams/${demo.teams.acmeSouth}/users/invites`, {
          as: ADMIN,
          body: { type: 'participant', invites: [{ emailAddress: email }] },
        }),
      )
      return { method: 'POST', path: `/v3/team-invites/${made[0].id}/accept`, as, body: { existingUser: true } }
    },
  ],
  [
    'GET /v3/team-invites?type=participant&limit=5',
    () => ({ as: ADMIN, method: 'GET', path: '/v3/team-invites?type=participant&limit=5' }),
  ],
  [
    'GET invites/search?filter[type][]=participant&page=1&per_page=5',
    () => ({
      as: ADMIN,
      method: 'GET',
      path: '/api/v2/teams/invites/search?filter[type][]=participant&page=1&per_page=5',
    }),
  ],
  [
    'DELETE teams/{id}/users/{userId}',
    async () => {
      const e = 'gone@acme.test'
      await invite(e)
      const a = await acceptByMail(e)
      return { as: ADMIN, method: 'DELETE', path: `/v3/teams/${demo.teams.acme}/users/${a.userId}` }
    },
  ],
  [
    'DELETE teams/{id}/subteams/{subId}',
    async () => {
      const s = await ok(
        call('POST', `/v3/teams/${demo.teams.acme}/subteams`, { as: ADMIN, body: { name: `Sub 2026` } }),
      )
      return { as: ADMIN, method: 'DELETE', path: `/v3/teams/${demo.teams.acme}/subteams/${s.id}` }
    },
  ],
]

export const usersCases = ({ call, ok, get, person }: World): Case[] => [
  [
    'users/update: the whole record, sendAsName changed',
    async () => {
      const { as } = await person()
      const me = await ok(call('GET', '/api/v2/auth/me', { as }))
      return { method: 'POST', path: '/api/v2/users/update', as, body: { ...me.user, sendAsName: 'Jo' } }
    },
  ],
  [
    'users/update: the fields of section 3 back',
    async () => {
      const { as } = await person()
      const me = (await ok(call('GET', '/api/v2/auth/me', { as }))).user
      const keys = [
        'id',
        'firstName',
        'surname',
        'sendAsName',
        'email',
        'marketing',
        'mobile',
        'tags',
        'type',
        'teamId',
        'verifiedEmail',
        'verifiedPhoneNumber',
        'googleId',
        'microsoftId',
      ]
      return {
        method: 'POST',
        path: '/api/v2/users/update',
        as,
        body: Object.fromEntries(keys.map((k) => [k, me[k]])),
      }
    },
  ],
  [
    'users/update {firstName, surname, sendAsName, mobile, marketing}',
    async () => ({
      method: 'POST',
      path: '/api/v2/users/update',
      as: (await person()).as,
      body: { firstName: 'Jo', surname: 'Iner', sendAsName: 'Jo', mobile: null, marketing: true },
    }),
  ],
  [
    'users/update with the email as it is, unchanged',
    async () => ({
      method: 'POST',
      path: '/api/v2/users/update',
      as: (await person()).as,
      body: { firstName: 'Jo', email: (await person()).email },
    }),
  ],
  [
    'verification/request {email}',
    async () => ({
      method: 'POST',
      path: '/api/v2/users/verification/request',
      body: { email: (await person()).email },
    }),
  ],
  [
    'verification/verify {verificationToken} is read as named (404/401/422 on the token only)',
    () => ({
      method: 'POST',
      path: '/api/v2/users/verification/verify',
      body: { verificationToken: 'nope' },
      or: [401, 404, 422],
      check: (r) =>
        r.status === 422 && !/verificationToken/.test(JSON.stringify(r.body)) ? JSON.stringify(r.body) : '',
    }),
  ],
  [
    'users-state PUT {entity} as it was read',
    async () => {
      const e = await get(`/v3/users-state/${demo.users.acmeAdmin}`)
      return {
        as: ADMIN,
        method: 'PUT',
        path: `/v3/users-state/${demo.users.acmeAdmin}`,
        body: { entity: { ...e, reactionsLastSeen: day(0) } },
      }
    },
  ],
  [
    'contact-preferences/upsert {email, reaction-summary}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/emails/contact-preferences/upsert',
      body: { email: ADMIN, 'reaction-summary': true },
    }),
  ],
  [
    'contact-preferences/upsert {email, userId, reaction-summary}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/emails/contact-preferences/upsert',
      body: { email: ADMIN, userId: demo.users.acmeAdmin, 'reaction-summary': true },
    }),
  ],
  [
    'contact-preferences/upsert as it was read',
    async () => {
      const e = await get(`/v3/emails/contact-preferences/${ADMIN}`)
      return {
        as: ADMIN,
        method: 'POST',
        path: '/v3/emails/contact-preferences/upsert',
        body: { ...e, 'reaction-summary': true },
      }
    },
  ],
]

export const themesCases = ({ get, theme }: World): Case[] => [
  [
    'model/upsert {name, brandingId, giftwrapId}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/themes/model/upsert',
      body: { name: `C2 2026`, brandingId: 'default', giftwrapId: 'fern' },
    }),
  ],
  [
    'model/upsert {name, type: model, brandingId, giftwrapId}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/themes/model/upsert',
      body: { name: `C3 2026`, type: 'model', brandingId: 'default', giftwrapId: 'fern' },
    }),
  ],
  [
    'model/upsert: the whole record, name changed',
    async () => {
      const t = await theme()
      const e = await get(`/v3/themes/${t.id}`)
      return { as: ADMIN, method: 'POST', path: '/v3/themes/model/upsert', body: { ...e, name: `C4 2026` } }
    },
  ],
  [
    'model/upsert with a property of the client’s own (model themes allow extra properties)',
    async () => {
      const t = await theme()
      return {
        as: ADMIN,
        method: 'POST',
        path: '/v3/themes/model/upsert',
        body: { id: t.id, name: `C5 2026`, campaign: 'spring' },
      }
    },
  ],
]

export const integrationsCases = ({ get }: World): Case[] => [
  [
    'linked-accounts {category, integrationSlug}',
    async () => ({
      as: ADMIN,
      method: 'POST',
      path: '/v3/integrations/linked-accounts',
      body: {
        category: 'hris',
        integrationSlug: (await get('/v3/integrations/linked-accounts/integrations?category=hris'))[0].slug,
      },
    }),
  ],
  [
    'account-tokens {publicToken} is read as named',
    async () => {
      const list = await get('/v3/integrations/linked-accounts')
      return {
        as: ADMIN,
        method: 'POST',
        path: `/v3/integrations/linked-accounts/${list[0].id}/account-tokens`,
        body: { publicToken: 'nope' },
        or: [401, 404, 409, 422, 503],
        check: (r) => (r.status === 422 && !/publicToken/.test(JSON.stringify(r.body)) ? JSON.stringify(r.body) : ''),
      }
    },
  ],
]
