import { createHmac } from 'node:crypto'
import type { Posy } from '#server/platform/posy.ts'

export const PHONE_CODE_MINUTES = 10
export const CODE_TRIES = 5

/** How many codes are texted at most (wall clock): texts are dear, and what fraud lives on. */
export const CODE_LIMITS = {
  perUserHour: { attempts: 3, windowSeconds: 3600 },
  perUserDay: { attempts: 6, windowSeconds: 86_400 },
  /** Over all accounts. */
  perNumberDay: { attempts: 6, windowSeconds: 86_400 },
  perClientHour: { attempts: 20, windowSeconds: 3600 },
} as const

type Signing = Pick<Posy, 'secret'>

const derive = ({ secret }: Signing, what: string): Buffer => createHmac('sha256', secret.current).update(what).digest()

/** Six digits, worked out from our secret whenever they are needed, and stored nowhere. */
export const phoneCode = (posy: Signing, codeId: string): string =>
  String(derive(posy, `phone code ${codeId}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** Stands for a number where it must not be: in limits, and beside codes. */
export const numberHash = (posy: Signing, number: string): string =>
  derive(posy, `phone number ${number}`).toString('base64url')
