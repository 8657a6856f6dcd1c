/** A file as it is read back. */
interface StoredFile {
  sizeBytes: number
  stream(): ReadableStream<Uint8Array>
}

interface FileLink {
  /** What the file is called where it is saved. */
  fileName: string
  contentType: string
  expiresInSeconds: number
}

/**
 * Files that the product makes or is given: documents, exports, printables, logos. Keys are ours (`documents/<id>.pdf`:
 * lower-case letters, digits, `-`, `_`, `.` and `/`), never a caller's words.
 */
export interface Files {
  /** Stores a file whole: it is there completely or not at all. Again under the same key replaces it. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Null when there is none. */
  read(key: string): Promise<StoredFile | null>
  /** Again, or for a key that was never used, does nothing. */
  remove(key: string): Promise<void>
  /** An address that anybody can download from until it expires. */
  link(key: string, link: FileLink): Promise<string>
}
