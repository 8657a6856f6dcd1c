import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { addRecipients } from './record-purchase.ts'

/**
 * Puts a recipient with another address in a recipient's place; the first stays as the history of what was sent there.
 * Without a first, it takes the place given.
 * @returns the id of the new recipient
 */
export async function replaceRecipient(
  work: Work,
  purchase: { id: string; teamId: string },
  {
    recipientId,
    ordinal,
    email,
    phoneNumber,
    name,
  }: {
    recipientId: string | null
    ordinal: number
    email: string | undefined
    phoneNumber: string | undefined
    /** Another person's; unset keeps the name there was. */
    name?: string | null | undefined
  },
): Promise<string> {
  const before = recipientId
    ? found(
        await work.tx
          .updateTable('recipient')
          .set({ ordinal: null })
          .where('id', '=', recipientId)
          .returning(['name', 'notes'])
          .executeTakeFirst(),
        'recipient',
      )
    : { name: null, notes: null }
  const [id] = await addRecipients(work, purchase, [
    {
      ...before,
      ...(name === undefined ? {} : { name }),
      ordinal,
      email: email ?? null,
      phone_number: phoneNumber ?? null,
    },
  ])
  return id!
}
