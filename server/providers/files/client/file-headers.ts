const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/

/** @throws Error for a key that is none of ours: a bug, for keys are never a caller's words */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}

/** Saves the answer under this name, in whatever alphabet. */
export const attachmentNamed = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`

/** A link works for so long unless told. */
export const LINK_SECONDS = 3600
