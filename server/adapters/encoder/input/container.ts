import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { InputRejectedError } from '../encoder-errors.ts'

/** The container identified by the first bytes; the value is the demuxer that ffmpeg is forced to use. */
export type Container = 'mov' | 'matroska' | 'mpegts'

const MAX_MOOV = 256 * 1024 * 1024

/**
 * Identifies the container by content, never by name, and checks that the file is complete. A file whose own structure
 * declares a greater length counts as truncated, so that half a video is never published. Reads box headers only.
 * @throws InputRejectedError
 */
export async function detectContainer(
  file: string,
): Promise<{ container: Container; size: number }> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new InputRejectedError('empty_file')
    const head = await read(handle, 0, 4096)
    const container = identify(head)
    if (!container) throw new InputRejectedError(knownUnsupported(head) ?? 'not_a_video')
    if (container === 'mov') await checkBoxes(handle, size)
    if (container === 'matroska') checkSegment(head, size)
    return { container, size }
  } finally {
    await handle.close()
  }
}

function identify(head: Buffer): Container | null {
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'matroska'
  const type = head.toString('latin1', 4, 8)
  if (head.length >= 16 && ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(type))
    return 'mov'
  if (head.length >= 565 && [0, 188, 376, 564].every((at) => head[at] === 0x47)) return 'mpegts'
  return null
}

/** Videos in unsupported containers get another error than files that are not videos. */
function knownUnsupported(head: Buffer): 'unsupported_container' | null {
  const start = head.toString('latin1', 0, 12)
  if (start.startsWith('RIFF') && start.endsWith('AVI ')) return 'unsupported_container'
  if (start.startsWith('FLV') || head.subarray(0, 4).equals(Buffer.from('3026b275', 'hex'))) {
    return 'unsupported_container'
  }
  return null
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
  await rejectReferences(handle, moov)
}

/** Rejects a `dref` entry without the self-contained flag: it refers to another file, possibly of this machine. */
async function rejectReferences(handle: FileHandle, moov: Box): Promise<void> {
  const path = ['trak', 'mdia', 'minf', 'dinf', 'dref']
  const descend = async (parent: Box, depth: number): Promise<void> => {
    for await (const box of boxes(handle, parent.body, parent.end)) {
      if (box.type !== path[depth]) continue
      if (depth < path.length - 1) {
        await descend(box, depth + 1)
        continue
      }
      for await (const entry of boxes(handle, box.body + 8, box.end)) {
        const flags = await read(handle, entry.body, 4)
        if (flags.length === 4 && (flags.readUInt32BE(0) & 1) === 0) {
          throw new InputRejectedError('external_reference', entry.type)
        }
      }
    }
  }
  await descend(moov, 0)
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
