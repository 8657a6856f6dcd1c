import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive by name, each byte a character (latin1), read by its directory; sizes and checksums must be right. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const [crc, packed, plain] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const nameLength = archive.readUInt16LE(at + 28)
    const start = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (archive.readUInt32LE(start) !== 0x0403_4b50) throw new Error(`${name} is not where the directory says`)
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const bytes = inflateRawSync(archive.subarray(content, content + packed))
    if (bytes.length !== plain || crc32(bytes) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, bytes.toString('latin1'))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}
