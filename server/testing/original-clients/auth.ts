import { BUSINESS_ZONE } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, type Case, NEW_PASSWORD, PASSWORD, type World, webClient } from './world.ts'

const signUp = {
  email: 'boss@newco.test',
  firstName: 'Bo',
  surname: 'Ss',
  teamName: 'Newco',
  planId: demo.plans.free,
  paymentMethod: 'invoice',
  dateOfBirth: '01-02-1980',
  termsAccepted: true,
}
const ofUserOrTeam = {
  businessEntityName: 'Newco Ltd',
  mobile: '+447700900123',
  marketing: true,
  zone: BUSINESS_ZONE,
}

export const authCases = ({ app, call, readInviteToken, invite, acceptByMail, mailedLink, person }: World): Case[] => [
  [
    'reset-request {username}',
    async () => ({
      method: 'POST',
      path: '/api/v2/users/password/reset-request',
      body: { username: (await person()).email },
    }),
  ],
  [
    'reset {token, password}',
    async () => {
      const email = 'reset@acme.test'
      await invite(email)
      await acceptByMail(email)
      await call('POST', '/api/v2/users/password/reset-request', { body: { username: email } })
      const token = (await mailedLink(email, /reset/)).searchParams.get('token')
      return { method: 'POST', path: '/api/v2/users/password/reset', body: { token, password: NEW_PASSWORD } }
    },
  ],
  [
    'presignup {email, plan, inviteToken, ignoreInvite, recaptchaToken}',
    () => ({
      method: 'POST',
      path: '/api/v2/users/presignup',
      body: { email: 'pre@newco.test', plan: demo.plans.free, ignoreInvite: true, recaptchaToken: 'x' },
    }),
  ],
  [
    'presignup with inviteToken',
    async () => {
      const e = 'pi@acme.test'
      await invite(e)
      return {
        method: 'POST',
        path: '/api/v2/users/presignup',
        body: {
          email: e,
          plan: demo.plans.free,
          inviteToken: await readInviteToken(e),
          ignoreInvite: false,
          recaptchaToken: 'x',
        },
      }
    },
  ],
  [
    'sign-up (users/b2b) with dateOfBirth DD-MM-YYYY, paymentMethod invoice',
    () => ({ method: 'POST', path: '/api/v2/users/b2b', body: signUp }),
  ],
  [
    'upgrade {planId, paymentMethod: invoice}',
    () => ({
      method: 'POST',
      path: '/api/v2/users/b2b/upgrade',
      as: 'admin@globex.test',
      body: { planId: demo.plans.enterprise, paymentMethod: 'invoice' },
    }),
  ],
  [
    'authorise/urls {provider, redirectUri}',
    () => ({
      method: 'POST',
      path: '/v3/oauth/authorise/urls',
      body: { provider: 'google', redirectUri: `${app.posy.config.publicUrl}/sso/google` },
    }),
  ],
  [
    'token: client_credentials, JSON',
    () => ({
      method: 'POST',
      path: '/oauth/token',
      body: { grant_type: 'client_credentials', client_id: 'demo-customer', client_secret: 'demo-customer-secret' },
    }),
  ],
  [
    'token: client_credentials, form',
    () => ({
      method: 'POST',
      path: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=demo-customer&client_secret=demo-customer-secret',
    }),
  ],
  [
    'token: password with team_id',
    async () => ({
      method: 'POST',
      path: '/oauth/token',
      body: {
        grant_type: 'password',
        ...webClient,
        username: ADMIN,
        password: PASSWORD,
        team_id: demo.teams.acmeNorth,
      },
    }),
  ],
  [
    'token: password, client authenticated by Authorization: Bearer <client token>',
    async () => {
      const t = await call('POST', '/oauth/token', { body: { grant_type: 'client_credentials', ...webClient } })
      return {
        method: 'POST',
        path: '/oauth/token',
        headers: { authorization: `Bearer ${t.body.access_token}` },
        body: { grant_type: 'password', username: ADMIN, password: PASSWORD },
      }
    },
  ],
  [
    'token: refresh_token with client_id and client_secret',
    async () => {
      const t = await call('POST', '/oauth/token', {
        body: { grant_type: 'password', ...webClient, username: 'viewer@acme.test', password: PASSWORD },
      })
      return {
        method: 'POST',
        path: '/oauth/token',
        body: { grant_type: 'refresh_token', ...webClient, refresh_token: t.body.refresh_token },
      }
    },
  ],
  [
    'POST /v3/sso/saml form {SAMLResponse, RelayState}',
    () => ({
      method: 'POST',
      path: '/v3/sso/saml',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'SAMLResponse=PHg%2B&RelayState=abc',
      or: [303, 401],
    }),
  ],
  [
    'users/{id}/tokens {teamId}',
    () => ({
      as: ADMIN,
      method: 'POST',
      path: `/v3/users/${demo.users.acmeAdmin}/tokens`,
      body: { teamId: demo.teams.acme },
    }),
  ],
  ...Object.entries(ofUserOrTeam).map(
    ([name, value]): Case => [
      `sign-up with ${name}`,
      () => ({
        method: 'POST',
        path: '/api/v2/users/b2b',
        body: { ...signUp, email: `b-${name}@newco.test`.toLowerCase(), [name]: value },
      }),
    ],
  ),
]
