import { newId } from '#kit/ids.ts'
import type { Work } from '#server/platform/posy.ts'
import { hashSecret } from '../secrets/index.ts'
import { accountOpened } from '../users/index.ts'
import { deriveResetToken } from './reset-token.ts'

/** How long someone has to choose the first password of an account that was opened for them. */
const FIRST_PASSWORD_MS = 7 * 24 * 3_600_000

/**
 * A link to choose a password with, as a row; the token itself is worked out when the mail leaves.
 * @param userId null writes the same for no one, so that no answer tells who has an account
 */
export async function issuePasswordLink(
  { tx, posy }: Work,
  { userId, validMs }: { userId: string | null; validMs: number },
): Promise<string> {
  const nowMs = posy.wall.nowMs()
  const id = newId()
  await tx
    .insertInto('password_reset')
    .values({
      id,
      user_id: userId,
      token_hash: hashSecret(deriveResetToken(posy, id)),
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + validMs),
    })
    .execute()
  return id
}

/** Sends someone whose account an operator opened the link to choose their first password with. Again: a new link. */
export async function inviteToFirstPassword(
  work: Work,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<void> {
  const resetId = await issuePasswordLink(work, { userId, validMs: FIRST_PASSWORD_MS })
  await work.emit(accountOpened, { resetId, userId, teamId })
}
