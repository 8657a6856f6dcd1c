import { createHmac, timingSafeEqual } from 'node:crypto'
import { everySecret, keyFor, type Secret } from '#server/platform/sealing.ts'

/** For so long the person need not say their date of birth again. */
const PROOF_MINUTES = 30

const sign = (secret: Uint8Array, linkCode: string, ends: string): Buffer =>
  createHmac('sha256', keyFor(secret, 'posy award proof')).update(`${linkCode} ${ends}`).digest()

/** That the person opened the award behind this very link: a new link needs a new one. */
export function newProof(secret: Secret, linkCode: string, nowMs: number): string {
  const ends = (Math.floor(nowMs / 1000) + PROOF_MINUTES * 60).toString(36)
  return `${ends}.${sign(secret.current, linkCode, ends).toString('base64url')}`
}

export function isProof(secret: Secret, linkCode: string, nowMs: number, given: string | undefined): boolean {
  const [ends = '', signature = ''] = (given ?? '').split('.')
  const said = Buffer.from(signature, 'base64url')
  if (!/^[0-9a-z]{1,9}$/.test(ends) || Number.parseInt(ends, 36) * 1000 < nowMs) return false
  return everySecret(secret).some((one) => {
    const right = sign(one, linkCode, ends)
    return right.length === said.length && timingSafeEqual(right, said)
  })
}
