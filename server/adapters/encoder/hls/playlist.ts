import { isSdh } from '#contract/contents/caption-languages.ts'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioTrackName } from '../encoder.copy.ts'
import type { FrameRate } from '../input/probe.ts'

export type Segment = { uri: string; duration: number; bytes: number }

/** In bit/s: of the largest segment, and of the whole rendition. */
type Bandwidth = { peak: number; average: number }

/** Reads the segments of a media playlist in order, with their sizes. */
export async function readSegments(folder: string): Promise<Segment[]> {
  const lines = (await readFile(join(folder, 'index.m3u8'), 'utf8')).split('\n')
  const segments: Segment[] = []
  for (const [index, line] of lines.entries()) {
    const duration = /^#EXTINF:([\d.]+)/.exec(line)?.[1]
    const uri = lines[index + 1]?.trim()
    if (!duration || !uri) continue
    segments.push({ uri, duration: Number(duration), bytes: (await stat(join(folder, uri))).size })
  }
  return segments
}

/** Computes the average and the peak bit rate of segments, in bit/s. */
export function bandwidth(segments: Segment[]): Bandwidth {
  let bytes = 0
  let seconds = 0
  let peak = 0
  for (const segment of segments) {
    bytes += segment.bytes
    seconds += segment.duration
    // The last segment may be a few frames long; its rate is not representative.
    if (segment.duration >= 0.5 || segments.length === 1) {
      peak = Math.max(peak, (segment.bytes * 8) / segment.duration)
    }
  }
  const average = seconds > 0 ? (bytes * 8) / seconds : 0
  return { peak: Math.ceil(Math.max(peak, average)), average: Math.ceil(average) }
}

/** Returns the RFC 6381 codec of the H.264 stream: profile, constraints and level from `avcC` in the init segment. */
export async function videoCodec(folder: string): Promise<string> {
  const init = await readFile(join(folder, 'init.mp4'))
  const at = init.indexOf('avcC', 0, 'latin1')
  if (at < 0) throw new Error(`no avcC in ${folder}/init.mp4`)
  return `avc1.${init.toString('hex', at + 5, at + 8)}`
}

type VariantStream = {
  uri: string
  width: number
  height: number
  codec: string
  bandwidth: Bandwidth
}

/** The `CHARACTERISTICS` of captions for deaf viewers (RFC 8216bis, 4.4.6.1). */
const sdhCharacteristics =
  'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound'

type MultivariantPlaylist = {
  variants: VariantStream[]
  frame_rate: FrameRate
  audio: { uri: string; bandwidth: Bandwidth; channels: number } | null
  captions: { uri: string; language: string; label: string }[]
}

/**
 * Writes the multivariant playlist (RFC 8216bis): every rendition with the attributes that a player needs to select one
 * before loading any.
 */
export function multivariantPlaylist({
  variants,
  frame_rate,
  audio,
  captions,
}: MultivariantPlaylist): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  if (audio) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="${audioTrackName}",DEFAULT=YES,AUTOSELECT=YES,` +
        `CHANNELS="${audio.channels}",URI="${audio.uri}"`,
    )
  }
  for (const caption of captions) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${sanitizeQuoted(caption.label)}",DEFAULT=NO,` +
        `AUTOSELECT=YES,FORCED=NO,LANGUAGE="${caption.language}",` +
        (isSdh(caption.language) ? `CHARACTERISTICS="${sdhCharacteristics}",` : '') +
        `URI="${caption.uri}"`,
    )
  }
  for (const variant of variants) {
    const peak = variant.bandwidth.peak + (audio?.bandwidth.peak ?? 0)
    const average = variant.bandwidth.average + (audio?.bandwidth.average ?? 0)
    const codecs = audio ? `${variant.codec},mp4a.40.2` : variant.codec
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},CODECS="${codecs}",` +
        `RESOLUTION=${variant.width}x${variant.height},` +
        `FRAME-RATE=${(frame_rate.num / frame_rate.den).toFixed(3)},VIDEO-RANGE=SDR` +
        (audio ? ',AUDIO="audio"' : '') +
        (captions.length ? ',SUBTITLES="captions"' : '') +
        ',CLOSED-CAPTIONS=NONE',
      variant.uri,
    )
  }
  return lines.join('\n') + '\n'
}

/** Quoted strings of a playlist must not contain quotes or line breaks. */
function sanitizeQuoted(text: string): string {
  return text.replace(/["\r\n]/g, ' ').trim()
}

/** Writes a media playlist of one WebVTT file with the duration of the video. */
export async function writeCaptionPlaylist(
  path: string,
  uri: string,
  duration: number,
): Promise<void> {
  await writeFile(
    path,
    [
      ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.ceil(duration)}`],
      ...['#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-PLAYLIST-TYPE:VOD'],
      ...[`#EXTINF:${duration.toFixed(6)},`, uri, '#EXT-X-ENDLIST', ''],
    ].join('\n'),
  )
}

/**
 * Returns the height of a rendition from the first folder of its path (`v720/…`) or its preview playlist (`v720.m3u8`):
 * the shorter side in pixels; 0 for audio and all other files.
 */
export const renditionHeight = (path: string): number =>
  Number(/^v(\d+)(?:[/.]|$)/.exec(path)?.[1] ?? 0)

/**
 * Removes video renditions above `max_height` from a multivariant playlist. Each consists of an attribute line and the
 * URI line after it (RFC 8216, 4.3.4.2).
 */
export function limitPlaylist(text: string, max_height: number): string {
  const lines = text.split('\n')
  const isVariant = (line: string) => line.startsWith('#EXT-X-STREAM-INF:')
  const isRemoved = (index: number) =>
    isVariant(lines[index] ?? '') && renditionHeight(lines[index + 1] ?? '') > max_height
  return lines.filter((_, index) => !isRemoved(index) && !isRemoved(index - 1)).join('\n')
}
