import { createCipheriv } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  limitPlaylist,
  readSegments,
  renditionHeight,
  type Segment,
  writeCaptionPlaylist,
} from './playlist.ts'
import { type Cue, formatVtt, parseCaptions } from '../captions/captions.ts'
import {
  type ContentKey,
  deriveContentKey,
  keyPath,
  periodSeconds,
  renditionName,
} from '../content-keys.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** `preview`: maximum seconds of period 0; it ends with the last full segment within them. */
type Protection = { secret: Uint8Array; preview: number; signal?: AbortSignal | undefined }

/** Tolerance in seconds for a segment that ends after the preview: audio and video have different cut points. */
const toleranceSeconds = 0.5

/** Maximum rendition of the preview, as the shorter side in pixels. */
export const previewHeight = 720

/**
 * Encrypts an encoded video into `target`, which appears complete by one rename. Segments are encrypted as a whole after
 * packaging (RFC 8216, 4.3.2.4, `METHOD=AES-128`; the IV is the media sequence number, 5.2), so that caches on the way
 * hold nothing playable. Initialization sections, storyboards and captions are not encrypted.
 *
 * Segments lie in a folder per key period, `{rendition}/{period}/{segment}`, so that the path determines the access.
 * `preview/main.m3u8` is a separate presentation that lists only period 0, in renditions up to `previewHeight`.
 *
 * A repeated call after a kill starts over; if `target` exists, the call does nothing.
 * @returns the duration of period 0 in seconds.
 */
export async function encryptSegments(
  folder: string,
  target: string,
  protection: Protection,
): Promise<{ preview_duration: number }> {
  const resultFile = 'protected.json'
  const existingResult = await readFile(join(target, resultFile), 'utf8').catch(() => null)
  if (existingResult !== null) return JSON.parse(existingResult) as { preview_duration: number }
  const work = `${target}.work`
  await rm(work, { recursive: true, force: true })
  await mkdir(join(work, 'preview'), { recursive: true })
  let preview_duration = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isDirectory()) await link(join(folder, name), join(work, name))
    else if (renditionName.test(name)) {
      const paths = { from: join(folder, name), to: join(work, name), name }
      preview_duration = Math.max(preview_duration, await encryptRendition(paths, protection))
    } else await linkAll(join(folder, name), join(work, name))
  }
  const main = limitPlaylist(await readFile(join(folder, 'main.m3u8'), 'utf8'), previewHeight)
  await writeFile(
    join(work, 'preview', 'main.m3u8'),
    main.replace(/\b(audio|v\d+)\/index\.m3u8/g, '$1.m3u8'),
  )
  await cutCaptions(join(folder, 'captions'), join(work, 'preview', 'captions'), preview_duration)
  await writeFile(join(work, resultFile), JSON.stringify({ preview_duration }))
  protection.signal?.throwIfAborted()
  await rename(work, target)
  return { preview_duration }
}

type Rendition = { from: string; to: string; name: string }

/** Encrypts a rendition and writes its full and its preview playlist. @returns the seconds of period 0. */
async function encryptRendition(
  { from, to, name }: Rendition,
  { secret, preview, signal }: Protection,
): Promise<number> {
  await mkdir(to)
  const segments = await readSegments(from)
  const periods = splitPeriods(segments, preview)
  const playlist = (await readFile(join(from, 'index.m3u8'), 'utf8')).split('\n')
  const head = playlist.slice(
    0,
    playlist.findIndex((line) => line.startsWith('#EXTINF:')),
  )
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(head.join('\n'))![1]!
  await link(join(from, init), join(to, init))
  // Segment numbers continue across periods, because the number is the IV.
  let number = 0
  for (const [period, parts] of periods.entries()) {
    if (parts.length === 0) continue
    const key = deriveContentKey(secret, { rendition: name, period })
    await mkdir(join(to, String(period)))
    for (const { uri } of parts) {
      signal?.throwIfAborted()
      const cipher = createCipheriv('aes-128-cbc', key, segmentIv(number++))
      const clear = await readFile(join(from, uri))
      await writeFile(
        join(to, String(period), uri),
        Buffer.concat([cipher.update(clear), cipher.final()]),
      )
    }
  }
  // A key applies from its tag on, so the initialization section before it is not encrypted.
  const periodLines = periods.map((parts, period) =>
    parts.length === 0
      ? []
      : [
          keyLine({ rendition: name, period }),
          ...parts.flatMap(({ duration, uri }) => [
            `#EXTINF:${duration.toFixed(6)},`,
            `${period}/${uri}`,
          ]),
        ],
  )
  const end = ['#EXT-X-ENDLIST', '']
  await writeFile(join(to, 'index.m3u8'), [...head, ...periodLines.flat(), ...end].join('\n'))
  if (renditionHeight(name) <= previewHeight) {
    const fromPreview = (line: string) =>
      /^[^#]/.test(line) ? `../${name}/${line}` : line.replace(`"${init}"`, `"../${name}/${init}"`)
    await writeFile(
      join(to, '..', 'preview', `${name}.m3u8`),
      [...head, ...(periodLines[0] ?? []), ...end].map(fromPreview).join('\n'),
    )
  }
  return secondsOf(periods[0] ?? [])
}

/**
 * Assigns segments to key periods: period 0 holds those that end within `preview` seconds, each later period those that
 * fit into `periodSeconds`. A longer segment gets its own period.
 */
export function splitPeriods<S extends Pick<Segment, 'duration'>>(
  segments: readonly S[],
  preview: number,
): S[][] {
  const periods: S[][] = [[]]
  let seconds = 0
  for (const segment of segments) {
    const limit = periods.length === 1 ? preview + toleranceSeconds : periodSeconds
    const isFull = seconds + segment.duration > limit
    // Only period 0 may be empty, if the first segment is longer than the preview.
    if (isFull && (periods.length === 1 || seconds > 0)) {
      periods.push([])
      seconds = 0
    }
    periods.at(-1)!.push(segment)
    seconds += segment.duration
  }
  return periods
}

const secondsOf = (segments: readonly Pick<Segment, 'duration'>[]) =>
  segments.reduce((sum, { duration }) => sum + duration, 0)

const keyLine = (key: ContentKey) => `#EXT-X-KEY:METHOD=AES-128,URI="../${keyPath(key)}"`

/** RFC 8216, 5.2: the media sequence number as 128 bits, big-endian. */
export function segmentIv(number: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(number, 12)
  return iv
}

/** Cuts the captions of the preview, which would otherwise reveal the rest of the video. */
async function cutCaptions(from: string, to: string, seconds: number) {
  const names = await readdir(from).catch(() => [])
  await mkdir(to)
  for (const name of names) {
    if (!name.endsWith('.vtt')) continue
    const text = await readFile(join(from, name), 'utf8')
    await writeFile(join(to, name), formatVtt(cuesWithin(text, seconds)))
    await writeCaptionPlaylist(join(to, name.replace('.vtt', '.m3u8')), name, seconds)
  }
}

/** Returns the cues within the preview. No cues is not an error here, although the parser rejects such a file. */
function cuesWithin(text: string, seconds: number): Cue[] {
  try {
    return parseCaptions(text, seconds)
  } catch (error) {
    if (error instanceof InputRejectedError) return []
    throw error
  }
}

async function linkAll(from: string, to: string) {
  await mkdir(to)
  for (const name of await readdir(from)) await link(join(from, name), join(to, name))
}
