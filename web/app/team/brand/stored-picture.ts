const ADDRESS = /^\/uploads\/([0-9a-f-]{36})\.(?:png|jpg)$/

/** The key of an upload, from its address on our own pages; null for anything else. */
export const storedPictureKey = (path: string | null): string | null => ADDRESS.exec(path ?? '')?.[1] ?? null
