import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import { type ContentKey, deriveContentKey, parseKeyPath } from '../content-keys.ts'
import { segmentIv } from '../hls/encrypt-segments.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** The cost of one segment does not depend on the duration of the video. */
const limits = { cpu_seconds: 20, memory_mib: 4096, stall_seconds: 20 }

/**
 * Extracts the frame at a time as a full-size WebP. Decodes only the segment that holds it, after decryption if the video
 * is encrypted.
 * @param film `read` returns a file of its folder by relative name; `secret` derives the content keys.
 * @param at seconds from the start.
 */
export async function extractFrame(
  film: {
    read: (name: string) => Promise<Buffer>
    rendition: { name: string; width: number; height: number }
    secret?: Uint8Array | undefined
  },
  at: number,
): Promise<Buffer> {
  const { rendition } = film
  const segment = segmentAt((await film.read(`${rendition.name}/index.m3u8`)).toString(), at)
  if (!segment) throw new InputRejectedError('damaged', 'no segments')
  const [init, bytes] = await Promise.all([
    film.read(`${rendition.name}/init.mp4`),
    film.read(`${rendition.name}/${segment.uri}`),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-frame-'))
  try {
    await writeFile(
      join(folder, 'piece.mp4'),
      Buffer.concat([init, decrypt(bytes, segment, film.secret)]),
    )
    const offset = Math.max(0, Math.min(at - segment.start, segment.duration - 0.2))
    await runFfmpeg(
      [
        ...['-v', 'warning', '-f', 'mov', '-i', 'piece.mp4', '-vf'],
        `trim=start=${(segment.start + offset).toFixed(3)}`,
        ...['-copyts', '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-y', 'frame.rgb'],
      ],
      { cwd: folder, limits },
    )
    const { width, height } = rendition
    const { bytes: frame } = await sandbox.run(
      'encodeRgb',
      await readFile(join(folder, 'frame.rgb')),
      { width, height, quality: 90, effort: 3 },
      { owner: { system: 'encoder' }, weight: 'light' },
    )
    return frame
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type SegmentAt = {
  uri: string
  start: number
  duration: number
  number: number
  key: ContentKey | undefined
}

/** Finds the segment at a time, or the last one if it is past the end. */
function segmentAt(playlist: string, at: number): SegmentAt | undefined {
  let segment: SegmentAt | undefined
  let start = 0
  let number = 0
  let duration = 0
  let key: ContentKey | undefined
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXT-X-KEY:')) key = parseKeyPath(/URI="([^"]*)"/.exec(line)?.[1] ?? '')
    else if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice(8))
    else if (line && !line.startsWith('#')) {
      segment = { uri: line, start, duration, number: number++, key }
      start += duration
      if (at < start) break
    }
  }
  return segment
}

function decrypt(
  bytes: Buffer,
  { key, number }: SegmentAt,
  secret: Uint8Array | undefined,
): Buffer {
  if (!key) return bytes
  if (!secret) throw new Error('an encrypted video without its secret')
  const cipher = createDecipheriv('aes-128-cbc', deriveContentKey(secret, key), segmentIv(number))
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}
