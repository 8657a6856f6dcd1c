import { sql } from 'kysely'
import type { SamlRefusalReason, SamlTest } from '#contract/sso/saml.ts'
import { hashSecret, randomSecret } from '#server/domains/identity/secrets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type SamlAssertion, SamlRefusal } from '#server/providers/saml/types.ts'
import { samlAddresses, samlReturnUrl } from './addresses.ts'
import { findSamlConnection, samlProvider } from './queries.ts'

interface Answer {
  SAMLResponse: string
  RelayState: string
}

const refusal = (cause?: unknown) =>
  new Problem('invalid_grant', 'This sign-in is not valid.', { help: 'Start again.', cause })

/**
 * Takes a provider's answer: to a request of ours that waits, once, whatever comes of it.
 * @returns where the browser continues: with a code that the browser which started must redeem, or to what a test has shown
 * @throws invalid_grant (401)
 */
export async function takeSamlAnswer(posy: Posy, { SAMLResponse, RelayState }: Answer): Promise<string> {
  const asked = await takeRequest(posy, RelayState)
  if (!asked) throw refusal()
  const teamId = asked.team_id
  const connection = await findSamlConnection(posy.db, teamId)
  if (!connection || !(connection.is_active || asked.is_test)) throw refusal()
  const judged = await judge(posy, SAMLResponse, {
    provider: samlProvider(connection),
    service: samlAddresses(posy, teamId),
    requestId: asked.request_id,
    teamId,
  })
  if (asked.is_test) {
    await recordTest(posy, teamId, judged)
    return `${posy.config.publicUrl}/team/sign-in`
  }
  if ('refused' in judged) {
    posy.log.warn({ teamId, reason: judged.refused }, 'a SAML answer was refused')
    throw refusal(judged.cause)
  }
  const code = randomSecret()
  const { nameId, email, firstName, surname } = judged.person
  await posy.db
    .updateTable('saml_request')
    .set({ code_hash: hashSecret(code), name_id: nameId, email, first_name: firstName, surname })
    .where('relay_hash', '=', hashSecret(RelayState))
    .execute()
  return `${samlReturnUrl(posy)}?code=${code}`
}

/** Of answers that come at once the first takes it. */
const takeRequest = (posy: Posy, relayState: string) =>
  posy.db
    .updateTable('saml_request')
    .set({ answered_at: new Date(posy.wall.nowMs()) })
    .where('relay_hash', '=', hashSecret(relayState))
    .where('answered_at', 'is', null)
    .where('expires_at', '>', new Date(posy.wall.nowMs()))
    .returningAll()
    .executeTakeFirst()

type Expected = Omit<Parameters<Posy['providers']['saml']['verify']>[1], 'nowMs'> & { teamId: string }
type Judged = SamlAssertion | { refused: SamlRefusalReason; cause: unknown }

async function judge(posy: Posy, answer: string, { teamId, ...expected }: Expected): Promise<Judged> {
  try {
    const assertion = await posy.providers.saml.verify(answer, { ...expected, nowMs: posy.wall.nowMs() })
    if (await isFirst(posy, teamId, assertion)) return assertion
    return { refused: 'replayed', cause: undefined }
  } catch (error) {
    if (error instanceof SamlRefusal) return { refused: error.reason, cause: error }
    throw error
  }
}

/** No assertion is taken twice, whichever request it says it answers. */
async function isFirst(posy: Posy, teamId: string, { id, expiresAt }: SamlAssertion): Promise<boolean> {
  await posy.db.deleteFrom('saml_assertion').where('expires_at', '<', new Date(posy.wall.nowMs())).execute()
  const noted = await posy.db
    .insertInto('saml_assertion')
    .values({ team_id: teamId, assertion_id: id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['team_id', 'assertion_id']).doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n
}

/** For the admin who tries: whom the provider would sign in, or why no one. */
async function recordTest(posy: Posy, teamId: string, judged: Judged): Promise<void> {
  const none = { nameId: null, email: null, firstName: '', surname: '' }
  const result: Omit<SamlTest, 'at'> =
    'refused' in judged ? { refusal: judged.refused, ...none } : { refusal: null, ...judged.person }
  await posy.db
    .updateTable('saml_connection')
    .set({ tested_at: new Date(posy.wall.nowMs()), test_result: sql`${JSON.stringify(result)}::jsonb` })
    .where('team_id', '=', teamId)
    .execute()
}
