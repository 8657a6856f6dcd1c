import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readXml, textAt } from '#server/platform/xml.ts'

/** Where the platform of a machine or container tells its keys, as AWS's own SDK is told of it by the environment. */
export interface KeySource {
  /** Of ECS. */
  relativeUri?: string | undefined
  /** Of EKS (Pod Identity) and others. */
  fullUri?: string | undefined
  /** What it wants to be shown; the file is read each time, for it changes. */
  tokenFile?: string | undefined
  /** Of EC2, unless its own address. */
  metadata?: string | undefined
  /** Of EKS (IRSA) and other clusters: the role that the token in a file is exchanged for, and who exchanges it. */
  identity?: { role: string; tokenFile: string; session: string; sts: string } | undefined
}

export interface Keys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const CONTAINERS = 'http://169.254.170.2'
const MACHINES = 'http://169.254.169.254'
const ROLES = '/latest/meta-data/iam/security-credentials/'
const ANSWER_MS = 5000
/** Fetched again while the ones before still work. */
const EARLY_MS = 5 * 60_000

const Told = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.string(),
  Expiration: z.coerce.date(),
})

async function ask(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
  if (!answer.ok) throw new Error(`the keys of this machine's role: status ${answer.status}`)
  return answer.text()
}

async function askPlatform({ relativeUri, fullUri, tokenFile, metadata = MACHINES }: KeySource): Promise<string> {
  const container = fullUri ?? (relativeUri && `${CONTAINERS}${relativeUri}`)
  if (container) {
    const authorization = tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : undefined
    return ask(container, authorization ? { headers: { authorization } } : {})
  }
  const token = await ask(`${metadata}/latest/api/token`, {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' },
  })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const [role] = (await ask(`${metadata}${ROLES}`, { headers })).split('\n')
  return ask(`${metadata}${ROLES}${role}`, { headers })
}

/** AssumeRoleWithWebIdentity of AWS's token service, which MinIO speaks too. */
async function exchangeToken({ role, tokenFile, session, sts }: NonNullable<KeySource['identity']>): Promise<object> {
  const body = new URLSearchParams({
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15' },
    ...{ RoleArn: role, RoleSessionName: session },
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  })
  const answer = readXml(await ask(`${sts}/`, { method: 'POST', body }))
  if ('error' in answer) throw new Error(`the keys of this machine's role: the answer ${answer.error}`)
  const told = (name: string) => textAt(answer, `AssumeRoleWithWebIdentityResult/Credentials/${name}`)
  return {
    ...{ AccessKeyId: told('AccessKeyId'), SecretAccessKey: told('SecretAccessKey') },
    ...{ Token: told('SessionToken'), Expiration: told('Expiration') },
  }
}

/** The keys of the role that this machine or container has. Several who ask at once wait for one answer. */
export function openMachineKeys(source: KeySource, nowMs: () => number): () => Promise<Keys> {
  let held: (Keys & { untilMs: number }) | null = null
  let asking: Promise<Keys> | null = null
  const renew = async (): Promise<Keys> => {
    const told = Told.parse(
      source.identity ? await exchangeToken(source.identity) : JSON.parse(await askPlatform(source)),
    )
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } = told
    held = { accessKeyId, secretAccessKey, sessionToken, untilMs: told.Expiration.getTime() }
    return held
  }
  return async () => {
    const known = held
    if (known && nowMs() < known.untilMs - EARLY_MS) return known
    asking ??= renew().finally(() => {
      asking = null
    })
    // A platform that is silent for a moment takes nothing away that still works.
    return asking.catch((error: unknown) => {
      if (known && nowMs() < known.untilMs) return known
      throw error
    })
  }
}
