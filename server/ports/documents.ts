/** Reads documents from addresses that customers gave. */
export interface Documents {
  /** Never throws: what went wrong is told. Redirects are not followed. */
  read(url: string, maxBytes: number): Promise<{ text: string } | { error: string }>
}
