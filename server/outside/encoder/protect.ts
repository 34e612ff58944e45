import { createCipheriv } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cue, formatVtt, parseCaptions } from './captions.ts'
import { readSegments, type Segment, writeCaptionPlaylist } from './playlist.ts'
import { EncodeRefused } from './refusal.ts'

/** Two keys of AES-128, 16 bytes each: one opens the beginning, the other everything after it. */
export type FilmKeys = { preview: Uint8Array; rest: Uint8Array }

/** `preview`: seconds from the start that the first key opens, in whole segments and never more. */
type Protection = { keys: FilmKeys; preview: number; signal?: AbortSignal | undefined }

/** Where a protected film's keys are asked for, from its folder. What answers there is not a file. */
export const keyPaths = { preview: 'keys/preview.key', rest: 'keys/rest.key' } as const

/** A segment may end so late after the preview does: sound and pictures are not cut at the same instants. */
const slack = 0.5

/**
 * Makes of an encoded film a protected one in `target`, which appears, whole, by one rename. Segments are enciphered
 * whole, after packaging (RFC 8216, 4.3.2.4, `METHOD=AES-128`; the IV is the segment's number, 5.2), so that whatever
 * holds them on the way holds nothing that can be watched. Initialization sections, pictures and captions stay as
 * they are. `preview/main.m3u8` is a film of its own that ends with the preview, captions and all.
 *
 * Called again after a kill it begins anew; where `target` is there already it does nothing.
 * @returns how long the preview is, in seconds.
 */
export async function protect(
  folder: string,
  target: string,
  protection: Protection,
): Promise<{ preview_duration: number }> {
  const facts = 'protected.json'
  const done = await readFile(join(target, facts), 'utf8').catch(() => null)
  if (done !== null) return JSON.parse(done) as { preview_duration: number }
  const work = `${target}.work`
  await rm(work, { recursive: true, force: true })
  await mkdir(join(work, 'preview'), { recursive: true })
  let preview_duration = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isDirectory()) await link(join(folder, name), join(work, name))
    else if (name === 'audio' || /^v\d+$/.test(name)) {
      const paths = { from: join(folder, name), to: join(work, name), name }
      preview_duration = Math.max(preview_duration, await protectTrack(paths, protection))
    } else await linkAll(join(folder, name), join(work, name))
  }
  const main = await readFile(join(folder, 'main.m3u8'), 'utf8')
  await writeFile(
    join(work, 'preview', 'main.m3u8'),
    main.replace(/\b(audio|v\d+)\/index\.m3u8/g, '$1.m3u8'),
  )
  await cutCaptions(join(folder, 'captions'), join(work, 'preview', 'captions'), preview_duration)
  await writeFile(join(work, facts), JSON.stringify({ preview_duration }))
  protection.signal?.throwIfAborted()
  await rename(work, target)
  return { preview_duration }
}

type Track = { from: string; to: string; name: string }

/** One rung or the sound: its segments under their keys, its playlist, and that of the preview. */
async function protectTrack(
  { from, to, name }: Track,
  { keys, preview, signal }: Protection,
): Promise<number> {
  await mkdir(to)
  const segments = await readSegments(from)
  let seconds = 0
  let count = 0
  for (const { duration } of segments) {
    if (seconds + duration > preview + slack) break
    seconds += duration
    count += 1
  }
  const playlist = (await readFile(join(from, 'index.m3u8'), 'utf8')).split('\n')
  const head = playlist.slice(
    0,
    playlist.findIndex((line) => line.startsWith('#EXTINF:')),
  )
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(head.join('\n'))![1]!
  await link(join(from, init), join(to, init))
  for (const [number, { uri }] of segments.entries()) {
    signal?.throwIfAborted()
    const key = number < count ? keys.preview : keys.rest
    const cipher = createCipheriv('aes-128-cbc', key, ivOf(number))
    const clear = await readFile(join(from, uri))
    await writeFile(join(to, uri), Buffer.concat([cipher.update(clear), cipher.final()]))
  }
  const listed = ({ duration, uri }: Segment) => [`#EXTINF:${duration.toFixed(6)},`, uri]
  // A key is said after the initialization section, which has none.
  const beginning = [keyLine('preview'), ...segments.slice(0, count).flatMap(listed)]
  const rest = [keyLine('rest'), ...segments.slice(count).flatMap(listed)]
  const end = ['#EXT-X-ENDLIST', '']
  const whole = [...head, ...(count ? beginning : []), ...rest, ...end]
  await writeFile(join(to, 'index.m3u8'), whole.join('\n'))
  const fromPreview = (line: string) =>
    /^[^#]/.test(line) ? `../${name}/${line}` : line.replace(`"${init}"`, `"../${name}/${init}"`)
  await writeFile(
    join(to, '..', 'preview', `${name}.m3u8`),
    [...head, ...beginning, ...end].map(fromPreview).join('\n'),
  )
  return seconds
}

const keyLine = (part: keyof FilmKeys) => `#EXT-X-KEY:METHOD=AES-128,URI="../${keyPaths[part]}"`

/** RFC 8216, 5.2: the number of the segment, as 128 bits, the first byte first. */
export function ivOf(number: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(number, 12)
  return iv
}

/** Nobody reads on in the captions what he has not paid to hear. */
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

/** A beginning in which nobody speaks is none that is damaged. */
function cuesWithin(text: string, seconds: number): Cue[] {
  try {
    return parseCaptions(text, seconds)
  } catch (error) {
    if (error instanceof EncodeRefused) return []
    throw error
  }
}

async function linkAll(from: string, to: string) {
  await mkdir(to)
  for (const name of await readdir(from)) await link(join(from, name), join(to, name))
}
