import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { InputRejectedError } from '../encoder-errors.ts'

/** The container identified by the first bytes; the value is the demuxer that ffmpeg is forced to use. */
export type Container =
  | 'mov'
  | 'matroska'
  | 'mpegts'
  | 'mpeg'
  | 'avi'
  | 'asf'
  | 'mxf'
  | 'flv'
  | 'dv'

/** Whether the clock of a container may jump: broadcast recordings are cut, and their clock starts over after 26.5 hours. */
export const hasClockJumps = (container: Container): boolean =>
  container === 'mpegts' || container === 'mpeg'

/** Whether a container declares a duration that is not derived from its packets. */
export const declaresDuration = (container: Container): boolean =>
  !hasClockJumps(container) && container !== 'dv'

const MAX_MOOV = 256 * 1024 * 1024
/** Bytes that are searched for the first packets and for scrambling. */
const headBytes = 1 << 20

/**
 * Identifies the container by content, never by name, and checks that the file is complete and not encrypted. A file whose
 * own structure declares a greater length counts as truncated, so that half a video is never published. Reads headers
 * only.
 * @throws InputRejectedError
 */
export async function detectContainer(
  file: string,
): Promise<{ container: Container; size: number }> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new InputRejectedError('empty_file')
    const head = await read(handle, 0, headBytes)
    const container = identify(head)
    if (!container) throw new InputRejectedError(knownUnsupported(head) ?? 'not_a_video')
    if (container === 'mov') await checkBoxes(handle, size)
    if (container === 'matroska') checkSegment(head, size)
    if (container === 'mpegts') rejectScrambledPackets(head)
    if (container === 'mpeg') rejectScrambledSectors(head)
    if (container === 'avi' || container === 'asf') checkDeclaredSize(container, head, size)
    if (container === 'asf' && contentEncryption.some((id) => head.includes(id)))
      throw new InputRejectedError('encrypted', 'ASF content encryption')
    return { container, size }
  } finally {
    await handle.close()
  }
}

/** Leading bytes of containers whose structure starts with the first byte. */
const signatures: readonly (readonly [Container, string])[] = [
  ['matroska', '1a45dfa3'],
  ['asf', '3026b2758e66cf11a6d900aa0062ce6c'],
  ['mxf', '060e2b34020501010d010201'],
  ['flv', '464c5601'],
  ['dv', '1f0700'],
]

function identify(head: Buffer): Container | null {
  for (const [container, bytes] of signatures)
    if (head.subarray(0, bytes.length / 2).equals(Buffer.from(bytes, 'hex'))) return container
  const type = head.toString('latin1', 4, 8)
  if (head.length >= 16 && ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(type))
    return 'mov'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 11) === 'AVI')
    return 'avi'
  if (findTransportPackets(head)) return 'mpegts'
  return isProgramStream(head) ? 'mpeg' : null
}

/**
 * Finds the first packet of a transport stream: 188 bytes, 192 with the time code of camcorders and Blu-ray, or 204 with
 * error correction. A recording may begin inside a packet.
 */
function findTransportPackets(head: Buffer): { at: number; size: number } | null {
  const count = 5
  for (const size of [188, 192, 204]) {
    for (let at = 0; at < size && at + size * count <= head.length; at++) {
      let packets = 0
      while (packets < count && head[at + packets * size] === 0x47) packets++
      if (packets === count) return { at, size }
    }
  }
  return null
}

/** The pack header of MPEG-1 or MPEG-2 (ISO/IEC 13818-1, 2.5.3.3), at the start or after a cut sector. */
function isProgramStream(head: Buffer): boolean {
  const at = head.subarray(0, 4096).indexOf(Buffer.from('000001ba', 'hex'))
  const marker = head[at + 4] ?? 0
  return at >= 0 && (marker >> 6 === 0b01 || marker >> 4 === 0b0010)
}

/** Rejects a transport stream most of whose packets with a payload are scrambled (ISO/IEC 13818-1, 2.4.3.3). */
function rejectScrambledPackets(head: Buffer): void {
  const { at: first, size } = findTransportPackets(head)!
  let payloads = 0
  let scrambled = 0
  for (let at = first; at + size <= head.length; at += size) {
    const flags = head[at + 3]!
    if (head[at] !== 0x47 || (flags & 0x10) === 0) continue
    payloads++
    if (flags & 0xc0) scrambled++
  }
  if (scrambled * 2 > payloads)
    throw new InputRejectedError('encrypted', `${scrambled} of ${payloads} packets are scrambled`)
}

/** Rejects a DVD with CSS: its sectors have the PES scrambling bits (ISO/IEC 13818-1, 2.4.3.7) in byte 20. */
function rejectScrambledSectors(head: Buffer): void {
  for (let at = 0; at + 2048 <= head.length; at += 2048) {
    const isPack = head.readUInt32BE(at) === 0x1ba && head.readUIntBE(at + 14, 3) === 1
    const id = head[at + 17]!
    const isMedia = id === 0xbd || (id >= 0xc0 && id <= 0xef)
    if (isPack && isMedia && head[at + 20]! >> 6 === 0b10 && head[at + 20]! & 0x30)
      throw new InputRejectedError('encrypted', 'CSS')
  }
}

/** Compares the size that an AVI or Windows Media file declares with the file. Recordings that were not finished have none. */
function checkDeclaredSize(container: 'avi' | 'asf', head: Buffer, size: number): void {
  const declared = container === 'avi' ? riffSize(head) : asfSize(head)
  if (declared > size)
    throw new InputRejectedError('truncated', `declares ${declared} bytes, has ${size}`)
}

const riffSize = (head: Buffer): number => {
  const size = head.readUInt32LE(4)
  return size >= 0xffff_fff0 ? 0 : 8 + size
}

/** Reads the File Properties Object of Windows Media (ASF specification, 3.2). */
function asfSize(head: Buffer): number {
  const at = head.indexOf(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'))
  if (at === -1 || at + 92 > head.length) return 0
  const isBroadcast = (head.readUInt32LE(at + 88) & 1) === 1
  return isBroadcast ? 0 : Number(head.readBigUInt64LE(at + 40))
}

/** The header objects of Windows Media DRM, 1 and later. */
const contentEncryption = [
  'fbb3112223bdd211b4b700a0c955fc6e',
  '14e68a292226174cb935dae07ee9289c',
].map((id) => Buffer.from(id, 'hex'))

/** Videos in unsupported containers get another error than files that are not videos. */
function knownUnsupported(head: Buffer): 'unsupported_container' | null {
  const start = head.toString('latin1', 0, 16)
  const isKnown = start.startsWith('OggS') || start.startsWith('.RMF') || start.includes('CDXA')
  return isKnown ? 'unsupported_container' : null
}

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await handle.read(buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}

type Box = { type: string; body: number; end: number }

/** Iterates boxes between two offsets (ISO/IEC 14496-12, 4.2). Stops at the first invalid one. */
async function* boxes(handle: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  let at = from
  for (let count = 0; at + 8 <= to && count < 100_000; count++) {
    const header = await read(handle, at, 16)
    if (header.length < 8) return
    let size = header.readUInt32BE(0)
    const type = header.toString('latin1', 4, 8)
    let body = at + 8
    if (size === 1) {
      if (header.length < 16) return
      size = Number(header.readBigUInt64BE(8))
      body = at + 16
    }
    if (size === 0) size = to - at
    if (size < body - at) return
    yield { type, body, end: at + size }
    at += size
  }
}

async function checkBoxes(handle: FileHandle, size: number): Promise<void> {
  let moov: Box | undefined
  for await (const box of boxes(handle, 0, size)) {
    if (box.end > size)
      throw new InputRejectedError('truncated', `${box.type} ends at ${box.end} of ${size}`)
    if (box.type === 'moov') moov ??= box
  }
  if (!moov) throw new InputRejectedError('truncated', 'no moov box')
  if (moov.end - moov.body > MAX_MOOV)
    throw new InputRejectedError('out_of_bounds', 'moov box too large')
  await checkTracks(handle, moov)
}

/**
 * Rejects a sample entry of an encrypted track (ISO/IEC 23001-7, FairPlay), and a `dref` entry without the self-contained
 * flag: it refers to another file, possibly of this machine.
 */
async function checkTracks(handle: FileHandle, moov: Box): Promise<void> {
  for await (const entry of boxesAt(handle, moov, ['trak', 'mdia', 'minf', 'stbl', 'stsd'])) {
    if (/^(?:enc[vat]|drm[is])$/.test(entry.type))
      throw new InputRejectedError('encrypted', entry.type)
  }
  for await (const entry of boxesAt(handle, moov, ['trak', 'mdia', 'minf', 'dinf', 'dref'])) {
    const flags = await read(handle, entry.body, 4)
    if (flags.length === 4 && (flags.readUInt32BE(0) & 1) === 0)
      throw new InputRejectedError('external_reference', entry.type)
  }
}

/** Iterates the entries of the boxes at a path. The last box of the path is a list with a header of 8 bytes. */
async function* boxesAt(handle: FileHandle, parent: Box, path: string[]): AsyncGenerator<Box> {
  const [type, ...rest] = path
  for await (const box of boxes(handle, parent.body, parent.end)) {
    if (box.type !== type) continue
    if (rest.length > 0) yield* boxesAt(handle, box, rest)
    else yield* boxes(handle, box.body + 8, box.end)
  }
}

/** Compares the declared length of the EBML Segment with the file (RFC 8794). Live recordings have no known length. */
function checkSegment(head: Buffer, size: number): void {
  const first = vint(head, 4)
  if (!first) throw new InputRejectedError('not_a_video', 'EBML header')
  const at = first.next + first.value
  if (at + 12 > head.length || head.readUInt32BE(at) !== 0x18538067) return
  const length = vint(head, at + 4)
  if (!length || length.unknown) return
  const end = length.next + length.value
  if (end > size) throw new InputRejectedError('truncated', `segment ends at ${end} of ${size}`)
}

function vint(bytes: Buffer, at: number): { value: number; next: number; unknown: boolean } | null {
  const lead = bytes[at]
  if (!lead) return null
  const length = Math.clz32(lead) - 23
  if (at + length > bytes.length) return null
  let value = lead & (0xff >> length)
  let ones = value === 0xff >> length
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index]!
    value = value * 256 + byte
    ones &&= byte === 0xff
  }
  return { value, next: at + length, unknown: ones }
}
