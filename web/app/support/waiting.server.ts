import type { Session } from '#web/session/session.ts'

const MOST = 100

/** Requests that wait for a second person, the newest first, and how many there are, in words. */
export async function loadWaiting(session: Session) {
  const { data, hasNext } = session.unwrap(
    await session.api.listAwards({ query: { status: ['referred'], limit: MOST } }),
  )
  return { awards: data, count: data.length === 0 ? null : hasNext ? `${MOST} and more` : `${data.length}` }
}
