import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSocket } from '#server/providers/sandbox/sandbox.ts'
import { openMachineKeys } from './machine-keys.ts'
import { openS3Files } from './s3-files.ts'

let nowMs = Date.parse('2026-03-02T10:00:00Z')
let asked: string[] = []
let bodies: string[] = []
let isDown = false
let platform: Awaited<ReturnType<typeof openSocket>>
let folder: string
const keys = () => ({
  AccessKeyId: `AKIA${asked.length}`,
  SecretAccessKey: 'role-secret',
  Token: 'role-token',
  Expiration: new Date(nowMs + 3_600_000).toISOString(),
})
/** As AWS documents it. */
const exchanged = () => `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult><Credentials>
    <SessionToken>role-token</SessionToken><SecretAccessKey>role-secret</SecretAccessKey>
    <Expiration>${new Date(nowMs + 3_600_000).toISOString()}</Expiration><AccessKeyId>ASIA</AccessKeyId>
  </Credentials><Provider>cluster</Provider></AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posy-keys-'))
  platform = await openSocket((request, response) => {
    const { method, url, headers } = request
    if (method === 'POST') request.on('data', (part) => bodies.push(String(part)))
    asked.push(`${method} ${url} ${headers.authorization ?? headers['x-aws-ec2-metadata-token'] ?? ''}`.trim())
    const answers: Record<string, string> = {
      'PUT /latest/api/token': 'imds-token',
      'GET /latest/meta-data/iam/security-credentials/': 'posy-role',
      'GET /latest/meta-data/iam/security-credentials/posy-role': JSON.stringify(keys()),
      'GET /keys': JSON.stringify(keys()),
      'POST /': exchanged(),
    }
    const answer = isDown ? undefined : answers[`${method} ${url}`]
    response.writeHead(answer ? 200 : 503).end(answer)
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await platform.close()
})
beforeEach(() => {
  asked = []
  bodies = []
  isDown = false
})
const now = () => nowMs

describe('the keys of a machine’s role', () => {
  test('are asked of the metadata service with a token of its own', async () => {
    const open = openMachineKeys({ metadata: platform.url }, now)
    expect(await open()).toMatchObject({ secretAccessKey: 'role-secret', sessionToken: 'role-token' })
    expect(asked).toEqual([
      'PUT /latest/api/token',
      'GET /latest/meta-data/iam/security-credentials/ imds-token',
      'GET /latest/meta-data/iam/security-credentials/posy-role imds-token',
    ])
  })

  test('of a container are asked with the token that stands in its file now', async () => {
    const tokenFile = join(folder, 'token')
    const open = openMachineKeys({ fullUri: `${platform.url}/keys`, tokenFile }, now)
    for (const token of ['first', 'second']) {
      writeFileSync(tokenFile, `${token}\n`)
      await open()
      nowMs += 3_600_000
    }
    expect(asked).toEqual(['GET /keys first', 'GET /keys second'])
  })

  test('of a cluster are exchanged for the token that stands in its file now', async () => {
    const tokenFile = join(folder, 'identity')
    const identity = { role: 'arn:aws:iam::1:role/posy', tokenFile, session: 'posy', sts: platform.url }
    const open = openMachineKeys({ identity, metadata: 'http://127.0.0.1:9' }, now)
    writeFileSync(tokenFile, 'eyJ.first&token\n')
    expect(await open()).toMatchObject({
      accessKeyId: 'ASIA',
      secretAccessKey: 'role-secret',
      sessionToken: 'role-token',
    })
    const [form] = bodies
    expect(Object.fromEntries(new URLSearchParams(form))).toEqual({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: identity.role,
      RoleSessionName: 'posy',
      WebIdentityToken: 'eyJ.first&token',
    })
    isDown = true
    nowMs += 3_600_000
    await expect(open()).rejects.toThrow('status 503')
  })

  test('are asked once for many, again before they end, and used to their end while no one answers', async () => {
    const open = openMachineKeys({ fullUri: `${platform.url}/keys` }, now)
    await Promise.all([open(), open(), open()])
    await open()
    expect(asked).toHaveLength(1)
    nowMs += 56 * 60_000
    isDown = true
    expect(await open()).toMatchObject({ accessKeyId: 'AKIA1' })
    nowMs += 5 * 60_000
    await expect(open()).rejects.toThrow('status 503')
    isDown = false
    expect(await open()).toMatchObject({ secretAccessKey: 'role-secret' })
  })

  test('sign links and requests to the bucket, with their session', async () => {
    const settings = { endpoint: platform.url, bucket: 'posy', region: 'eu-west-2' }
    const files = openS3Files({ ...settings, machine: { fullUri: `${platform.url}/keys` }, nowMs: now })
    const link = { fileName: 'a.pdf', contentType: 'application/pdf', expiresInSeconds: 60 }
    const url = new URL(await files.link('documents/a.pdf', link))
    expect(url.searchParams.get('X-Amz-Security-Token')).toBe('role-token')
    expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^AKIA1\//)
  })
})
