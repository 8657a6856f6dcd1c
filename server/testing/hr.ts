import { expect } from 'vitest'
import type { LinkedAccount } from '#contract/integrations/integrations.ts'
import type { TestApp } from './app.ts'

const root = '/v3/integrations/linked-accounts'

/** Approves a link on the sandbox's page as a person does. @returns the public token */
export async function approveLink(app: TestApp, linkToken: string, integration = 'bamboohr'): Promise<string> {
  const page = await app.request('GET', `/sandbox/hr-link/link?link_token=${linkToken}`)
  expect(page.body).toContain('Approve')
  const answer = await app.request('POST', '/sandbox/hr-link/link', {
    body: new URLSearchParams({ link_token: linkToken, integration, choice: 'approve' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return String(answer.body).match(/data-public-token="([^"]+)"/)?.[1] ?? ''
}

/** Connects the sandbox's HR system to the team of a person, and reads everyone. */
export async function connectHr(app: TestApp, as: string): Promise<LinkedAccount> {
  const body = { category: 'hris', integrationSlug: 'bamboohr' }
  const started = await app.request('POST', root, { as, body })
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  const publicToken = await approveLink(app, started.body.data.linkToken)
  const { id } = started.body.data
  const connected = await app.request('POST', `${root}/${id}/account-tokens`, { as, body: { publicToken } })
  expect(connected.status, JSON.stringify(connected.body)).toBe(201)
  await app.settle()
  return (await app.request('GET', root, { as })).body.data[0]
}

/** The people of the sandbox's company. */
export const hrPeople = async (app: TestApp) => (await app.request('GET', '/sandbox/hr')).body.data.people
