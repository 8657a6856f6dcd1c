import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openSocket, type Sandbox } from '#server/providers/sandbox/sandbox.ts'

/** A file store of our own that speaks enough of S3: whole objects by path, signatures of version 4 in header or query. */
export interface S3Sandbox extends Sandbox {
  /** How the client reaches it. */
  settings: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  /** Keys of what is stored. */
  keys(): string[]
  /** Answers the next requests with this status, as a store in trouble does; null heals it. */
  fail(status: number | null): void
}

const [REGION, BUCKET] = ['eu-west-2', 'posy']
/** Well known, and good for nothing but the sandbox. */
const KEYS = { accessKeyId: 'posy-sandbox', secretAccessKey: 'posy-sandbox-s3-secret' }
const CLOCKS_MAY_DIFFER_MS = 15 * 60_000

class Refused extends Error {
  status: number
  code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface Stored {
  content: Buffer
  contentType: string
}

/** Starts the store, empty. */
export async function openS3Sandbox({ nowMs = Date.now }: { nowMs?: () => number } = {}): Promise<S3Sandbox> {
  const objects = new Map<string, Stored>()
  let failure: number | null = null

  async function answer(request: IncomingMessage): Promise<{ status: number; headers?: object; body?: Buffer }> {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const body = await buffer(request)
    if (failure) throw new Refused(failure, 'SlowDown')
    verifySignature(request, url, nowMs())
    const [, bucket, ...path] = url.pathname.split('/')
    const key = decodeURIComponent(path.join('/'))
    if (bucket !== BUCKET) throw new Refused(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      const declared = request.headers['x-amz-content-sha256']
      if (request.headers['content-length'] === undefined) throw new Refused(411, 'MissingContentLength')
      if (declared !== sha256(body) && declared !== 'UNSIGNED-PAYLOAD')
        throw new Refused(400, 'XAmzContentSHA256Mismatch')
      objects.set(key, { content: body, contentType: request.headers['content-type'] ?? 'binary/octet-stream' })
      return { status: 200 }
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const stored = objects.get(key)
    if (!stored) throw new Refused(404, 'NoSuchKey')
    const override = (name: string) => url.searchParams.get(`response-${name}`)
    return {
      status: 200,
      headers: {
        'content-length': stored.content.length,
        'content-type': override('content-type') ?? stored.contentType,
        ...(override('content-disposition') && { 'content-disposition': override('content-disposition') }),
        ...(override('cache-control') && { 'cache-control': override('cache-control') }),
      },
      ...(request.method === 'HEAD' ? {} : { body: stored.content }),
    }
  }

  const socket = await openSocket((request, response) => {
    answer(request)
      .catch((error: unknown) => {
        const { status, code } = error instanceof Refused ? error : { status: 500, code: 'InternalError' }
        const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`
        return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) }
      })
      .then(({ status, headers = {}, body }) => {
        response.writeHead(status, { ...headers })
        response.end(request.method === 'HEAD' ? undefined : body)
      })
  })
  return {
    settings: { endpoint: socket.url, bucket: BUCKET, region: REGION, ...KEYS },
    keys: () => [...objects.keys()].sort(),
    fail: (status) => {
      failure = status
    },
    close: socket.close,
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
/** As signatures are made over: RFC 3986, where the URL standard leaves some characters alone. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

interface Claim {
  credential: string
  date: string
  signedHeaders: string
  signature: string
  payload: string
  /** When it stops to hold. */
  untilMs: number
}

/** @throws Refused unless the request was signed with our key, for here and for about now */
function verifySignature(request: IncomingMessage, url: URL, nowMs: number): void {
  const claim = readClaim(request, url)
  const [keyId, day, region, service, ending] = claim.credential.split('/')
  if (keyId !== KEYS.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  if (region !== REGION || service !== 's3' || ending !== 'aws4_request' || !claim.date.startsWith(`${day}T`))
    throw new Refused(403, 'AuthorizationHeaderMalformed')
  const expected = createHmac('sha256', signingKey(day!))
    .update(stringToSign(request, url, claim))
    .digest()
  const given = Buffer.from(claim.signature)
  const wanted = Buffer.from(expected.toString('hex'))
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Refused(403, 'SignatureDoesNotMatch')
  if (nowMs > claim.untilMs) throw new Refused(403, 'AccessDenied')
  if (Math.abs(nowMs - parseAmzDate(claim.date)) > CLOCKS_MAY_DIFFER_MS && !url.searchParams.has('X-Amz-Signature'))
    throw new Refused(403, 'RequestTimeTooSkewed')
}

/** `20260302T100000Z` */
const parseAmzDate = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

function readClaim(request: IncomingMessage, url: URL): Claim {
  const query = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  if (query('Signature')) {
    const date = query('Date')
    return {
      credential: query('Credential'),
      date,
      signedHeaders: query('SignedHeaders'),
      signature: query('Signature'),
      payload: 'UNSIGNED-PAYLOAD',
      untilMs: parseAmzDate(date) + Number(query('Expires')) * 1000,
    }
  }
  const match = /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!match) throw new Refused(403, 'AccessDenied')
  return {
    credential: match[1]!,
    signedHeaders: match[2]!,
    signature: match[3]!,
    date: String(request.headers['x-amz-date']),
    payload: String(request.headers['x-amz-content-sha256']),
    untilMs: Number.POSITIVE_INFINITY,
  }
}

function stringToSign(request: IncomingMessage, url: URL, { signedHeaders, date, payload, credential }: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
  const canonical = [request.method, path, query, headers, signedHeaders, payload].join('\n')
  const scope = credential.split('/').slice(1).join('/')
  return ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
}

const signingKey = (day: string) =>
  [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEYS.secretAccessKey}`)
