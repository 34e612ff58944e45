import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import { type ContentKey, deriveContentKey, parseKeyPath } from '../content-keys.ts'
import { segmentIv } from '../hls/encrypt-segments.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** One segment of one rung: little work, however long the film. */
const limits = { cpu_seconds: 20, memory_mib: 4096, stall_seconds: 20 }

/**
 * Returns the picture that a finished film shows at a time, as WebP in full size. Decodes the one segment that holds it,
 * decrypted first where the film is encrypted.
 * @param film `read` returns a file of its folder by its name there; `secret` derives the content keys.
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
  const found = segmentAt((await film.read(`${rendition.name}/index.m3u8`)).toString(), at)
  if (!found) throw new InputRejectedError('damaged', 'no segments')
  const [init, bytes] = await Promise.all([
    film.read(`${rendition.name}/init.mp4`),
    film.read(`${rendition.name}/${found.uri}`),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-frame-'))
  try {
    await writeFile(
      join(folder, 'piece.mp4'),
      Buffer.concat([init, decrypted(bytes, found, film.secret)]),
    )
    const into = Math.max(0, Math.min(at - found.start, found.duration - 0.2))
    await runFfmpeg(
      [
        ...['-v', 'warning', '-f', 'mov', '-i', 'piece.mp4', '-vf'],
        `trim=start=${(found.start + into).toFixed(3)}`,
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

type Found = {
  uri: string
  start: number
  duration: number
  number: number
  key: ContentKey | undefined
}

/** The segment of a playlist that shows `at`, the last one for what is beyond the end. */
function segmentAt(playlist: string, at: number): Found | undefined {
  let found: Found | undefined
  let start = 0
  let number = 0
  let duration = 0
  let key: ContentKey | undefined
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXT-X-KEY:')) key = parseKeyPath(/URI="([^"]*)"/.exec(line)?.[1] ?? '')
    else if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice(8))
    else if (line && !line.startsWith('#')) {
      found = { uri: line, start, duration, number: number++, key }
      start += duration
      if (at < start) break
    }
  }
  return found
}

function decrypted(bytes: Buffer, { key, number }: Found, secret: Uint8Array | undefined): Buffer {
  if (!key) return bytes
  if (!secret) throw new Error('an encrypted film without its secret')
  const cipher = createDecipheriv('aes-128-cbc', deriveContentKey(secret, key), segmentIv(number))
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}
