import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive, read once. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array>
}

const LARGEST = 0xffff_ffff
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20
/** 1 January 1980, midnight: the same content makes the same archive. */
const DATE = 0x0021

/** A ZIP archive as it is made, entry after entry: no more than a few chunks are in memory. @throws beyond 4 GiB */
export async function* zip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const start = offset
    const encodedName = Buffer.from(name)
    const header = localHeader(encodedName)
    yield header
    const size = { crc: 0, plain: 0, packed: 0 }
    for await (const chunk of Readable.from(measured(content, size)).pipe(createDeflateRaw())) {
      size.packed += chunk.length
      yield chunk
    }
    const sizes = sizesOf(size)
    yield Buffer.concat([signature(0x0807_4b50), sizes])
    offset += header.length + size.packed + 16
    if (size.plain > LARGEST || offset > LARGEST) throw new Error('a ZIP archive of more than 4 GiB')
    directory.push(directoryEntry(encodedName, sizes, start))
  }
  const entriesOf = Buffer.concat(directory)
  yield entriesOf
  yield end(directory.length, entriesOf.length, offset)
}

async function* measured(content: AsyncIterable<Uint8Array>, size: { crc: number; plain: number }) {
  for await (const chunk of content) {
    size.crc = crc32(chunk, size.crc)
    size.plain += chunk.length
    yield chunk
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function sizesOf({ crc, packed, plain }: { crc: number; packed: number; plain: number }): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32LE(crc, 0)
  bytes.writeUInt32LE(packed, 4)
  bytes.writeUInt32LE(plain, 8)
  return bytes
}

/** Version, flags, method, time and date: alike in both headers. */
function common(): Buffer {
  const bytes = Buffer.alloc(10)
  for (const [index, value] of [VERSION, FLAGS, DEFLATE, 0, DATE].entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

function localHeader(name: Buffer): Buffer {
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length, 0)
  return Buffer.concat([signature(0x0403_4b50), common(), Buffer.alloc(12), lengths, name])
}

function directoryEntry(name: Buffer, sizes: Buffer, start: number): Buffer {
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(VERSION)
  const rest = Buffer.alloc(18)
  rest.writeUInt16LE(name.length, 0)
  rest.writeUInt32LE(start, 14)
  return Buffer.concat([signature(0x0201_4b50), madeBy, common(), sizes, rest, name])
}

function end(count: number, directoryBytes: number, directoryStart: number): Buffer {
  const bytes = Buffer.alloc(18)
  bytes.writeUInt16LE(count, 4)
  bytes.writeUInt16LE(count, 6)
  bytes.writeUInt32LE(directoryBytes, 8)
  bytes.writeUInt32LE(directoryStart, 12)
  return Buffer.concat([signature(0x0605_4b50), bytes])
}
