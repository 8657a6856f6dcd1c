/** Of all traces and of all visits (specification, section 9). */
export const TRACE_SAMPLE_RATE = 0.1
export const REPLAY_SESSION_SAMPLE_RATE = 0.1
export const REPLAY_ERROR_SAMPLE_RATE = 1
/** Answers that are reported. */
export const FAILED_STATUSES: [number, number] = [500, 599]

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * What the specification says of recordings. Its further figures (a pause after five idle minutes, the end after fifteen,
 * 20,000,000 bytes of buffer, no more than 300 events a second) are fixed in the SDK; a test holds them there.
 */
export const replayOptions = {
  maskAllText: true,
  maskAllInputs: true,
  blockAllMedia: true,
  maskAttributes: ['title', 'placeholder', 'aria-label', 'aria-description', 'alt', 'label', 'value', 'content'],
  minReplayDuration: 5 * SECOND_MS,
  maxReplayDuration: 60 * MINUTE_MS,
  flushMinDelay: 5 * SECOND_MS,
  flushMaxDelay: 5.5 * SECOND_MS,
  mutationLimit: 10_000,
  // Packed as it leaves: a worker made from a text is nothing that our policy lets run.
  useCompression: false,
}

/** Whether a call goes to one of our own hosts; only they learn of the trace. */
export const propagationTargets = (hosts: readonly string[]): RegExp[] => [
  /^\/(?!\/)/,
  ...hosts.map((host) => new RegExp(`^https?://${host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?::\\d+)?(?:/|$)`, 'i')),
]

/** What went wrong before there was anyone to tell. */
export interface EarlyError {
  error: unknown
}
