import type { KnownPerson } from '#server/platform/personal-data.ts'
import type { Posy } from '#server/platform/posy.ts'
import { seal, unseal } from '#server/platform/sealing.ts'

type Purpose = 'posy person erasure' | 'posy person export'

export const sealPerson = ({ secret }: Posy, purpose: Purpose, id: string, person: KnownPerson): Buffer =>
  seal(secret, { purpose, id }, JSON.stringify(person))

export const unsealPerson = ({ secret }: Posy, purpose: Purpose, id: string, sealed: Uint8Array): KnownPerson =>
  JSON.parse(unseal(secret, { purpose, id }, sealed)) as KnownPerson
