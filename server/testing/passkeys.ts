import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { DEMO_PASSWORD } from '#server/app/demo/ids.ts'
import type { TestApp } from './app.ts'

/** What a browser is asked to make or sign. */
// biome-ignore lint/suspicious/noExplicitAny: as the API answered it
type Options = any

interface Tampering {
  /** Where the browser says it is. */
  origin?: string
  rpId?: string
  /** Who the authenticator says it is for. */
  userHandle?: string
  counter?: number
  /** No one touched the sensor or typed a PIN. */
  isUnverified?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | Uint8Array): string => Buffer.from(data).toString('base64url')

/** A passkey as a browser and its authenticator make it, without either. Counts, as security keys do, unless told. */
export function testPasskey(publicUrl: string, { doesCount = true }: { doesCount?: boolean } = {}) {
  const site = new URL(publicUrl)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let handle = ''
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as [number, number][]),
      ...([
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ] as [number, Uint8Array][]),
    ]),
  )
  const clientData = (type: string, challenge: string, origin = site.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, count: number, rest: Buffer = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, rest])
  }
  const authenticatorFlags = ({ isUnverified }: Tampering) => USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED)
  return {
    credentialId: base64url(id),
    /** @returns what to send as `passkey` when it is added */
    create(options: Options, tampering: Tampering = {}): string {
      handle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(coseKey)])
      const flags = authenticatorFlags(tampering) | HAS_CREDENTIAL
      const authData = authenticatorData(tampering.rpId ?? site.hostname, flags, counter, attested)
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ])
      return JSON.stringify({
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, tampering.origin)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      })
    },
    /** @returns what to send as `passkey` when it signs */
    get(options: Options, tampering: Tampering = {}): string {
      if (doesCount) counter += 1
      const data = clientData('webauthn.get', options.challenge, tampering.origin)
      const rpId = tampering.rpId ?? site.hostname
      const authData = authenticatorData(rpId, authenticatorFlags(tampering), tampering.counter ?? counter)
      return JSON.stringify({
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle: tampering.userHandle ?? handle,
        },
      })
    },
  }
}

/** Adds a first passkey to the account of a session, by the demo world's password. */
export async function addTestPasskey(app: TestApp, as: string, userId: string) {
  const passkey = testPasskey(app.posy.config.publicUrl)
  const send = (path: string, body: object) => app.request('POST', `/v3/users/${userId}/passkeys${path}`, { as, body })
  const challenge = await send('/begin', { password: DEMO_PASSWORD })
  const added = await send('', { name: 'Laptop', passkey: passkey.create(challenge.body.data) })
  if (added.status !== 201) throw new Error(JSON.stringify(added.body ?? challenge.body))
  return { passkey, id: added.body.data.passkey.id as string, codes: added.body.data.recoveryCodes as string[] }
}
