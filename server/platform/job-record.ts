/**
 * What a job is about is gone: retention or an erasure removed it after the job was sent. Both were written in one transaction, so it
 * will not appear later, and the job ends.
 */
export class RecordGone extends Error {
  constructor(what: string) {
    super(`the ${what} is gone`)
    this.name = 'RecordGone'
  }
}

/** The record that a job is about. @throws RecordGone, by which the queue ends the job */
export function jobRecord<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw new RecordGone(what)
  return record
}
