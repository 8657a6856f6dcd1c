import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive, read once. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array>
}

/** The same content makes the same archive. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** A ZIP archive as it is made, entry after entry: no more than a few chunks are in memory. */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (error: Error) => output.destroy(error))
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, options, (give) => give(null, Readable.from(content)))
  archive.end()
  yield* output
}
