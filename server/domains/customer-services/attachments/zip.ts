import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

const inflated = promisify(inflateRaw)

/** One file in an archive, still as it lies there. */
export type ZipEntry = { name: string; size: number; read(): Promise<Buffer | undefined> }

const endMark = 0x06054b50
const endBytes = 22
const entryMark = 0x02014b50
const entryBytes = 46
const localMark = 0x04034b50
const localBytes = 30
const mostEntries = 2_000
const encrypted = 1
/** Also how a longer number than 32 bits is announced, which nothing of 10 MiB needs. */
const unknown = 0xffffffff

/** Whether what ends a file would be taken for the end of an archive: it may be another file, read from behind. */
export function endsAsZip(file: Buffer): boolean {
  return file.subarray(-(endBytes + 0xffff)).includes('PK\x05\x06', 0, 'latin1')
}

/**
 * The directory of an archive, read within bounds and before anything is inflated: one that fills its file from the
 * first byte to the last, on one disk, with nothing encrypted, no two of a name, and none lying over another.
 * @returns undefined for any other.
 */
export function readZip(file: Buffer): ZipEntry[] | undefined {
  const end = file.length - endBytes
  if (end < 0 || file.readUInt32LE(end) !== endMark) return undefined
  const count = file.readUInt16LE(end + 10)
  const begin = file.readUInt32LE(end + 16)
  const isOneDisk = file.readUInt32LE(end + 4) === 0 && file.readUInt16LE(end + 8) === count
  if (!isOneDisk || count === 0 || count > mostEntries || file.readUInt16LE(end + 20) > 0)
    return undefined
  if (begin + file.readUInt32LE(end + 12) !== end) return undefined
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  const places: [begin: number, end: number][] = []
  let at = begin
  for (let number = 0; number < count; number++) {
    if (at + entryBytes > end || file.readUInt32LE(at) !== entryMark) return undefined
    const facts = factsOf(file, at)
    const next = at + entryBytes + facts.name_bytes + facts.more_bytes
    const data = next > end ? undefined : dataOf(file, begin, facts)
    if (!data || names.has(facts.name.toLowerCase())) return undefined
    names.add(facts.name.toLowerCase())
    places.push([facts.offset, data.byteOffset - file.byteOffset + data.length])
    entries.push({ name: facts.name, size: facts.size, read: () => read(data, facts) })
    at = next
  }
  return at === end && areApart(places) ? entries : undefined
}

type Facts = ReturnType<typeof factsOf>

function factsOf(file: Buffer, at: number) {
  const name_bytes = file.readUInt16LE(at + 28)
  return {
    flags: file.readUInt16LE(at + 8),
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    name_bytes,
    /** Extra fields and comment. */
    more_bytes: file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32),
    offset: file.readUInt32LE(at + 42),
    name: file.subarray(at + entryBytes, at + entryBytes + name_bytes).toString('utf8'),
  }
}

/** Where the bytes of an entry lie, by its own header, which has to say what the directory does. */
function dataOf(file: Buffer, limit: number, facts: Facts): Buffer | undefined {
  const { flags, method, packed, size, offset, name } = facts
  if (flags & encrypted || (method !== 0 && method !== 8)) return undefined
  if (packed === unknown || size === unknown || offset === unknown) return undefined
  if (offset + localBytes > limit || file.readUInt32LE(offset) !== localMark) return undefined
  const named = offset + localBytes + file.readUInt16LE(offset + 26)
  const begin = named + file.readUInt16LE(offset + 28)
  if (begin + packed > limit || file.readUInt16LE(offset + 8) !== method) return undefined
  if (file.subarray(offset + localBytes, named).toString('utf8') !== name) return undefined
  return file.subarray(begin, begin + packed)
}

/** A bomb has many entries share the same bytes. */
function areApart(places: [begin: number, end: number][]): boolean {
  const inOrder = places.toSorted(([one], [other]) => one - other)
  return (
    inOrder[0]?.[0] === 0 &&
    inOrder.every(([, end], at) => end <= (inOrder[at + 1]?.[0] ?? Number.POSITIVE_INFINITY))
  )
}

/** @returns undefined where it is not what the directory said: of another size, or damaged. */
async function read(data: Buffer, { method, size, crc }: Facts): Promise<Buffer | undefined> {
  const plain =
    method === 0
      ? data
      : size === 0
        ? Buffer.alloc(0)
        : await inflated(data, { maxOutputLength: size }).catch(() => undefined)
  return plain?.length === size && crc32(plain) === crc ? plain : undefined
}
