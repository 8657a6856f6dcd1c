import { type Posy, transact } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { sendSync } from './connect-account.ts'

/**
 * People of a connected system changed: they are read again. Nothing that the report says is believed but whose it is.
 * @throws unauthenticated (401) for a signature that is not the provider's; not_found (404) where no provider is set
 */
export async function receiveHrEvent(
  posy: Posy,
  request: { rawBody: string; signature: string | null },
): Promise<void> {
  const { hr } = posy.providers
  if (!hr) throw new Problem('not_found', 'This installation takes no events of HR systems.')
  const event = hr.readEvent(request)
  if (event === 'forged') throw new Problem('unauthenticated', 'The signature is not right.')
  if (!event) return
  await transact(posy, { actor: { kind: 'system', id: 'integrations' } }, async (work) => {
    const account = await work.tx
      .selectFrom('linked_account')
      .select(['id', 'sealed_token'])
      .where('id', '=', event.originId)
      .forUpdate()
      .executeTakeFirst()
    if (account?.sealed_token) await sendSync(work, account.id)
  })
}
