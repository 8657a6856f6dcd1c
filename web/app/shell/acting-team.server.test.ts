import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Invoke } from '#contract/core/invoke.ts'
import { permissions } from '#contract/core/permissions.ts'
import { webContext } from '#web/context.ts'
import { getSession, openSession } from '#web/session/middleware.ts'
import { PAGE_TEAM } from '#web/session/page-team.ts'
import { pageContext, publicUrl } from '#web/testing/pages.ts'
import { offerOtherTeam } from './other-team.server.ts'
import { actForPage } from './page-team.server.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [treats, gifts, foreign, thing] = [id(1), id(2), id(8), id(9)]
const user = {
  ...{ id: id(5), firstName: 'Ada', surname: 'Ames', sendAsName: null, email: 'ada@acme.test', marketing: false },
  ...{ mobile: null, tags: [], type: 4, teamId: gifts, verifiedEmail: true, verifiedPhoneNumber: false },
  ...{ googleId: null, microsoftId: null, zone: 'Europe/London', state: null },
}
const flags = Object.fromEntries(permissions.map((permission) => [permission, false]))
const me = (teamId: string) => ({
  data: {
    ...{ user, teamId, clientId: null, impersonation: null, secondStepRequired: false },
    permissions: { roleGroupId: 'automation-participant', roleIds: [], permissions: flags, impersonate: false },
  },
  user: { id: user.id, name: 'Ada Ames', email: user.email, team_id: teamId },
})
const team = (teamId: string, name: string) => ({
  team: { id: teamId, name, parentTeamId: id(7), automationId: id(7) },
})

/** Someone of two budgets, whose access tokens are the ids of the teams they act in. */
const invoke = (async (endpoint: Endpoint, { body }: { body?: { teamId: string } }, { token }: { token: string }) => {
  if (endpoint.id === 'getMe') return { ok: true, value: me(token) }
  if (endpoint.id === 'getTeamsOfUser')
    return { ok: true, value: { teams: [team(treats, 'Treats'), team(gifts, 'Gifts')], deactivatedTeams: [] } }
  const { teamId } = body!
  return [treats, gifts].includes(teamId)
    ? { ok: true, value: { data: { access_token: teamId, expires_in: 3600, token_type: 'Bearer' } } }
    : { ok: false, problem: { status: 404, code: 'not_found', message: 'No such team.', help: '', details: [] } }
}) as unknown as Invoke

/** What a page that is asked for while they act in Gifts is answered with. */
async function ask(path: string, { form, answer }: { form?: FormData | URLSearchParams; answer?: Response } = {}) {
  const context = new RouterContextProvider()
  context.set(webContext, pageContext({ invoke, reportError: () => {} }))
  const request = new Request(`${publicUrl}${path}`, {
    headers: { cookie: `__Host-user_access_token=${gifts}` },
    ...(form && { method: 'POST', body: form }),
  })
  const args = { request, context, params: {} } as never
  const page = answer ?? new Response('page', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  let sent: FormData | null = null
  const response = await openSession(args, async () => {
    try {
      await actForPage(args, async () => page)
      if (form) sent = await request.formData()
      return ((await offerOtherTeam(args, async () => page)) as Response | undefined) ?? page
    } catch (thrown) {
      return thrown as Response
    }
  })
  const { headers, status } = response as Response
  return {
    status,
    to: headers.get('location'),
    cookies: headers.getSetCookie().join('\n'),
    sent,
    session: getSession(context),
  }
}
const notFound = () => new Response('', { status: 404, headers: { 'content-type': 'text/html' } })

test('what a page sends is done in the team that it was opened for, whichever was switched to in another tab', async () => {
  const typed = { email: 'dee@friends.test', message: 'Thanks!', [PAGE_TEAM]: treats }
  const file = new FormData()
  for (const [name, value] of Object.entries(typed)) file.set(name, value)
  file.set('file', new File(['a,b'], 'list.csv'))
  for (const form of [new URLSearchParams(typed), file])
    for (const path of ['/send/one', '/allowances', '/home']) {
      const { session, sent, cookies } = await ask(path, { form })
      expect([session.teamId, session.token()]).toEqual([treats, treats])
      expect(cookies).toContain(`team_id=${treats}`)
      expect((sent as FormData | null)?.get('message')).toBe('Thanks!')
    }
})

test('a page of the team that is acted in, or that says none, sends to that team', async () => {
  for (const fields of [{ [PAGE_TEAM]: gifts }, {}, { [PAGE_TEAM]: '' }] as Record<string, string>[]) {
    const { session, sent } = await ask('/send/one', { form: new URLSearchParams({ email: 'a@b.test', ...fields }) })
    expect(session.teamId).toBe(gifts)
    expect(sent).not.toBeNull()
  }
})

test('what a page sends for a team that its reader is no longer in is refused with the reason, and nothing is done', async () => {
  const { session, sent, to, cookies } = await ask('/send/one', { form: new URLSearchParams({ [PAGE_TEAM]: foreign }) })
  expect([session.teamId, sent, to]).toEqual([gifts, null, '/home'])
  expect(decodeURIComponent(cookies)).toContain('opened for a team that you can no longer act in. Nothing was done.')
})

test('a link that says its team leads there, also to pages that every team has', async () => {
  const offered = `/other-team?${new URLSearchParams({ team: treats, next: `/reactions?team=${treats}` })}`
  expect((await ask(`/reactions?team=${treats}`)).to).toBe(offered)
  for (const teamId of [gifts, foreign]) expect((await ask(`/reactions?team=${teamId}`)).status).toBe(200)
  expect((await ask(`/activity/${thing}?team=${treats}`)).status).toBe(200)
  expect((await ask(`/activity/${thing}?team=${treats}`, { answer: notFound() })).to).toContain(
    `/other-team?team=${treats}`,
  )
  const csv = new Response('', { headers: { 'content-type': 'text/csv' } })
  expect((await ask(`/invoices/vat.csv?team=${treats}`, { answer: csv })).status).toBe(200)
})

test('a page that is opened in another team in vain leads home and says so', async () => {
  expect((await ask(`/activity/${thing}`, { answer: notFound() })).to).toBe(
    `/other-team?next=${encodeURIComponent(`/activity/${thing}`)}`,
  )
  const { to, cookies } = await ask(`/activity/${thing}?opened-in=${gifts}`, { answer: notFound() })
  expect(to).toBe('/home')
  const data = new Response('', { status: 404, headers: { 'content-type': 'text/x-script' } })
  expect((await ask(`/activity/${thing}?opened-in=${gifts}`, { answer: data })).to).toBe('/home')
  expect(decodeURIComponent(cookies)).toContain(
    'That page is not in Gifts, or is no longer there. You act in Gifts now.',
  )
  // Passed on to someone who acts elsewhere, the address says nothing.
  expect((await ask(`/activity/${thing}?opened-in=${treats}`, { answer: notFound() })).to).toContain(
    '/other-team?next=',
  )
})
