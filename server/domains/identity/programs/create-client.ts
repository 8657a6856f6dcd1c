import type { Work } from '#server/platform/posy.ts'
import { hashSecret, randomSecret } from '../secrets/index.ts'

export type NewClient = {
  id: string
  name: string
  /** Fixed by the demo world; random otherwise. */
  secret?: string
} & (
  | { kind: 'web'; baseHighballUrl?: string | null }
  /** Acts in one team as a service user that is a member of it. */
  | { kind: 'customer'; teamId: string; serviceUserId: string }
  /** A till of one brand. */
  | { kind: 'merchant'; brandId: string }
)

/** A program that may ask for tokens. Its secret can be read here only. */
export async function createClient(
  { tx, at, audit }: Work,
  wanted: NewClient,
): Promise<{ id: string; secret: string }> {
  const { id, name, kind, secret = randomSecret() } = wanted
  await tx
    .insertInto('client')
    .values({
      id,
      name,
      kind,
      secret_hash: hashSecret(secret),
      created_at: at,
      team_id: kind === 'customer' ? wanted.teamId : null,
      service_user_id: kind === 'customer' ? wanted.serviceUserId : null,
      brand_id: kind === 'merchant' ? wanted.brandId : null,
      base_highball_url: kind === 'web' ? (wanted.baseHighballUrl ?? null) : null,
    })
    .execute()
  await audit(
    'client.created',
    { kind: 'client', id },
    { teamId: kind === 'customer' ? wanted.teamId : null, detail: { kind } },
  )
  return { id, secret }
}
