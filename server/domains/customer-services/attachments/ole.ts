import { endsAsZip } from './zip.ts'

/** Streams and folders of a compound file that run, hold what runs, or keep it from being looked through. */
const active = new Set([
  ...['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR', 'PROJECT', 'PROJECTWM'],
  ...['\x01OLE10NATIVE', 'PACKAGE', 'ENCRYPTEDPACKAGE', 'ENCRYPTIONINFO'],
])
/** Another program's documents are compound files, too. */
const foreign = new Set(['WORKBOOK', 'BOOK', 'POWERPOINT DOCUMENT', 'FILEHEADER', 'HWPSUMMARY'])

const endOfChain = 0xfffffffe
const free = 0xffffffff
const entryBytes = 128
/** A shorter stream lies elsewhere; a document's is never that short. */
const shortest = 4_096
const wordMark = 0xa5ec
const isEncrypted = 0x0100

type Entry = { name: string; kind: number; child: number; start: number; size: number }

/**
 * Whether a compound file (the format of Word 97 to 2003) is a Word document without macros, embedded objects or a
 * password. The tables are read within bounds: no chain is longer than the file has sectors.
 */
export function isSafeDoc(file: Buffer): boolean {
  if (endsAsZip(file)) return false
  const entries = directoryOf(file)
  if (!entries) return false
  const names = entries.map(({ name }) => name.toUpperCase())
  if (names.some((name) => active.has(name) || foreign.has(name))) return false
  // Word leaves an empty one in many a file.
  if (entries.some(({ name, child }) => name === 'ObjectPool' && child !== free)) return false
  const text = entries.find(({ name, kind }) => name === 'WordDocument' && kind === 2)
  if (!text || text.size < shortest) return false
  const at = (text.start + 1) * sectorBytes(file)
  if (at + 12 > file.length || file.readUInt16LE(at) !== wordMark) return false
  return (file.readUInt16LE(at + 10) & isEncrypted) === 0
}

const sectorBytes = (file: Buffer) => 2 ** file.readUInt16LE(30)

/** Every entry of the directory, in no tree; undefined where the file is out of form. */
function directoryOf(file: Buffer): Entry[] | undefined {
  if (file.length < 1_536 || ![512, 4_096].includes(sectorBytes(file))) return undefined
  const size = sectorBytes(file)
  const sectors = Math.floor(file.length / size) - 1
  const table = allocationTable(file, size, sectors)
  if (!table) return undefined
  const entries: Entry[] = []
  let sector = file.readUInt32LE(48)
  for (let step = 0; sector !== endOfChain; step++) {
    if (step > sectors || sector >= sectors) return undefined
    const begin = (sector + 1) * size
    for (let at = begin; at < begin + size; at += entryBytes) {
      const kind = file[at + 66] ?? 0
      const nameBytes = file.readUInt16LE(at + 64)
      if (kind === 0) continue
      if (nameBytes < 2 || nameBytes > 64) return undefined
      entries.push({
        name: file.subarray(at, at + nameBytes - 2).toString('utf16le'),
        kind,
        child: file.readUInt32LE(at + 76),
        start: file.readUInt32LE(at + 116),
        size: file.readUInt32LE(at + 120),
      })
    }
    sector = table(sector) ?? free
  }
  return entries
}

/** What follows each sector: the table lies in sectors of its own, which the header and a chain of lists name. */
function allocationTable(file: Buffer, size: number, sectors: number) {
  const perSector = size / 4
  const places: number[] = []
  for (let at = 76; at < 512; at += 4) places.push(file.readUInt32LE(at))
  let list = file.readUInt32LE(68)
  for (let step = 0; list !== endOfChain && list !== free; step++) {
    if (step > sectors || list >= sectors) return undefined
    const begin = (list + 1) * size
    for (let at = begin; at < begin + size - 4; at += 4) places.push(file.readUInt32LE(at))
    list = file.readUInt32LE(begin + size - 4)
  }
  const used = places.filter((place) => place !== free)
  if (used.some((place) => place >= sectors)) return undefined
  return (sector: number): number | undefined => {
    const place = used[Math.floor(sector / perSector)]
    if (place === undefined) return undefined
    return file.readUInt32LE((place + 1) * size + (sector % perSector) * 4)
  }
}
