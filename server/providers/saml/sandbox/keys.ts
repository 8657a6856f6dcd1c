import type { Db } from '#server/platform/database/database.ts'

export interface SigningKey {
  privateKey: string
  certificate: string
}

/** A simulated provider's key: made once, and the same after a restart and in every process. */
export async function signingKey(db: Db, provider: string): Promise<SigningKey> {
  const read = () =>
    db
      .selectFrom('sandbox_saml_key')
      .select(['private_key as privateKey', 'certificate'])
      .where('provider', '=', provider)
      .executeTakeFirst()
  const known = await read()
  if (known) return known
  const { private: privateKey, cert: certificate } = await newKey(provider)
  await db
    .insertInto('sandbox_saml_key')
    .values({ provider, private_key: privateKey, certificate })
    .onConflict((conflict) => conflict.column('provider').doNothing())
    .execute()
  return (await read())!
}

export async function forgetKey(db: Db, provider: string): Promise<void> {
  await db.deleteFrom('sandbox_saml_key').where('provider', '=', provider).execute()
}

/** Good for ten years: no one renews a sandbox. */
async function newKey(provider: string) {
  const { generate } = await import('selfsigned')
  const day = 86_400_000
  return generate([{ name: 'commonName', value: `${provider} (sandbox)` }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date('2026-01-01'),
    notAfterDate: new Date(Date.parse('2026-01-01') + 3650 * day),
  })
}
