const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/

/** @throws Error for a key that is none of ours: a bug, for keys are never a caller's words */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}
