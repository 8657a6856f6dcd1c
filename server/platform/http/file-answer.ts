/** Saves the answer under this name, in whatever alphabet. */
export const attachmentNamed = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`

/** A stored file as a browser is given it: to be saved, and kept by no cache. */
export const fileAnswer = (
  file: { sizeBytes: number; stream(): ReadableStream<Uint8Array> },
  { fileName, contentType }: { fileName: string; contentType: string },
): Response =>
  new Response(file.stream(), {
    headers: {
      'content-type': contentType,
      'content-length': String(file.sizeBytes),
      'content-disposition': attachmentNamed(fileName),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
