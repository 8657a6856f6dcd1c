/** How long a worker may hold a message it has claimed; after that another one takes it. */
export const LEASE_SECONDS = 60
/** No sending begins with less of the lease left than this: the longest that one delivery can take, and some. */
export const LEAST_LEASE_SECONDS = 30

const FIRST_PAUSES_SECONDS = [5, 30, 120, 600]
const LATER_PAUSE_SECONDS = 1800
const GIVE_UP_AFTER_SECONDS = 3 * 24 * 3600

/** The shortest pause: for a message that was not tried because it could not have worked. */
export const SHORT_PAUSE_SECONDS = FIRST_PAUSES_SECONDS[0]!

/** While the server is away no one is bothered by a try: mail leaves soon once it is back. */
const AWAY_PAUSE_SECONDS = 300

/**
 * Seconds until the next try after so many failed ones, or null to give up after three days. Counted in tries, not by the
 * calendar: a message that waited for days because no worker ran still gets all of them.
 */
const pausesUpTo = (longestSeconds: number) => {
  const first = FIRST_PAUSES_SECONDS.map((pause) => Math.min(pause, longestSeconds))
  const left = GIVE_UP_AFTER_SECONDS - first.reduce((sum, pause) => sum + pause, 0)
  const most = 1 + first.length + Math.floor(left / longestSeconds)
  return (tries: number): number | null => (tries >= most ? null : (first[tries - 1] ?? longestSeconds))
}

/** After tries that reached the server. */
export const pauseAfterSeconds = pausesUpTo(LATER_PAUSE_SECONDS)
/** After tries that did not. */
export const pauseWhileAwaySeconds = pausesUpTo(AWAY_PAUSE_SECONDS)

/** Of jobs that send one mail themselves, with the queue's longest pause of five minutes: three days, as messages have. */
export const MAIL_JOB_RETRIES = GIVE_UP_AFTER_SECONDS / 300

/** The same for every try, so that receivers can drop a duplicate. */
export const emailMessageId = (id: string, publicUrl: string): string => `<${id}@${new URL(publicUrl).hostname}>`
