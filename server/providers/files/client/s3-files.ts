import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { attachmentNamed } from '#server/platform/http/file-answer.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Files } from '#server/providers/files/types.ts'
import { checkedKey } from './checked-key.ts'
import { type KeySource, type Keys, openMachineKeys } from './machine-keys.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Who is asked for the keys of the machine's role, where none are set. */
  machine?: KeySource
}

const ANSWER_MS = 30_000
/** For a whole file on its way in. */
const UPLOAD_MS = 30 * 60_000

const unavailable = (why: string) =>
  new Problem('unavailable', `The file store did not answer as it should: ${why}.`, { help: 'Try again in a minute.' })

/**
 * Files in a bucket that speaks S3 (AWS, MinIO, R2 …), addressed by path. Links are presigned: they lead to the bucket, not
 * to us, so its endpoint must be reachable for anyone who downloads.
 */
export function openS3Files({ nowMs, ...settings }: S3Settings & { nowMs: () => number }): Files {
  const objectUrl = (key: string) => `${settings.endpoint}/${settings.bucket}/${checkedKey(key)}`
  const keys = findKeys(settings, nowMs)
  const signer = async (url: string, more: Partial<ConstructorParameters<typeof AwsV4Signer>[0]>) =>
    new AwsV4Signer({
      url,
      service: 's3',
      region: settings.region,
      ...(await keys()),
      datetime: new Date(nowMs()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
      ...more,
    })

  async function ask(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    key: string,
    upload?: { body: Uint8Array | Blob; sha256: string },
  ): Promise<Response> {
    const bodyHeaders: Record<string, string> = upload ? { 'x-amz-content-sha256': upload.sha256 } : {}
    try {
      const { url, headers } = await (await signer(objectUrl(key), { method, headers: bodyHeaders })).sign()
      return await fetch(url, {
        method,
        headers,
        // A download takes as long as its reader; fetch itself gives up on a store that falls silent.
        ...(method === 'GET' ? {} : { signal: AbortSignal.timeout(upload ? UPLOAD_MS : ANSWER_MS) }),
        ...(upload ? { body: upload.body as Blob } : {}),
      })
    } catch (error) {
      throw unavailable(error instanceof Error ? error.message : String(error))
    }
  }
  const expectStatus = (response: Response, ...expected: number[]): Response => {
    if (!expected.includes(response.status)) throw unavailable(`status ${response.status}`)
    return response
  }

  return {
    put: async (key, content) => {
      const upload = async (body: Uint8Array | Blob, sha256: string) =>
        void expectStatus(await ask('PUT', key, { body, sha256 }), 200)
      if (content instanceof Uint8Array) return upload(content, createHash('sha256').update(content).digest('hex'))
      checkedKey(key)
      // A store wants to know length and checksum beforehand: what streams in waits on disk.
      const draft = join(tmpdir(), `posy-upload-${randomUUID()}`)
      const hash = createHash('sha256')
      try {
        await pipeline(
          content,
          async function* (parts: AsyncIterable<Uint8Array>) {
            for await (const part of parts) {
              hash.update(part)
              yield part
            }
          },
          createWriteStream(draft),
        )
        await upload(await openAsBlob(draft), hash.digest('hex'))
      } finally {
        await rm(draft, { force: true })
      }
    },
    read: async (key) => {
      const head = expectStatus(await ask('HEAD', key), 200, 404)
      if (head.status === 404) return null
      return { sizeBytes: Number(head.headers.get('content-length')), stream: () => later(() => ask('GET', key)) }
    },
    remove: async (key) => void expectStatus(await ask('DELETE', key), 200, 204, 404),
    link: async (key, { fileName, contentType, expiresInSeconds }) => {
      const url = new URL(objectUrl(key))
      url.searchParams.set('X-Amz-Expires', String(expiresInSeconds))
      url.searchParams.set('response-content-type', contentType)
      url.searchParams.set('response-content-disposition', attachmentNamed(fileName))
      url.searchParams.set('response-cache-control', 'private, no-store')
      const signed = await (await signer(url.href, { method: 'GET', signQuery: true })).sign()
      // Not every store reads a plus as a space.
      return signed.url.href.replaceAll('+', '%20')
    },
  }
}

function findKeys(
  { accessKeyId, secretAccessKey, machine = {} }: S3Settings,
  nowMs: () => number,
): () => Promise<Keys> {
  if (accessKeyId && secretAccessKey) return async () => ({ accessKeyId, secretAccessKey })
  return openMachineKeys(machine, nowMs)
}

/** The body of an answer that is asked for when someone reads. */
function later(ask: () => Promise<Response>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (!reader) {
        const { status, body } = await ask()
        if (status !== 200 || !body) throw unavailable(`status ${status}`)
        reader = body.getReader()
      }
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async (reason) => void (await reader?.cancel(reason)),
  })
}
