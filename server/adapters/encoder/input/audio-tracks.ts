import { isDecodable } from './codecs.ts'
import type { SourceStream } from './read-source.ts'

/**
 * The tracks that become the film's sound: one as it is, or several mono tracks that are the channels of a layout, in the
 * order of `channels`.
 */
export type AudioSource = {
  /** Stream indexes. */
  tracks: number[]
  /** Channel names of ffmpeg, one for each track; empty for a single track. */
  channels: string[]
  layout: string
  codec: string
}

/** Broadcast order (SMPTE ST 320). */
const surround = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR']

/**
 * Chooses the sound of a film. Broadcast masters have a mono track for each channel: two to five are left, right and
 * others that nothing describes; six or more begin with the six channels of 5.1. See decisions/0033-film-sources.
 * @returns null if no track is decodable.
 */
export function chooseAudio(streams: readonly SourceStream[]): AudioSource | null {
  const usable = streams.filter(({ kind, codec }) => kind === 'audio' && isDecodable(kind, codec))
  const best = usable.toSorted((a, b) => rank(a) - rank(b))[0]
  if (!best) return null
  const { codec } = best
  const parts = usable.filter(
    (stream) => isMono(stream) && stream.codec === codec && stream.language === best.language,
  )
  if (isMono(best) && parts.length > 1) {
    const channels = parts.length >= surround.length ? surround : surround.slice(0, 2)
    const tracks = inOrder(parts, channels).map(({ index }) => index)
    return { tracks, channels, layout: channels.length === 2 ? 'stereo' : '5.1', codec }
  }
  const layout = isMono(best) ? 'mono' : layoutOf(best)
  return { tracks: [best.index], channels: [], layout, codec }
}

/** Tracks for the blind, the deaf and comments are no film sound unless there is nothing else. */
function rank({ details }: SourceStream): number {
  if (/\((?:visual impaired|hearing impaired|comment|descriptions)\)/.test(details)) return 2
  return details.includes('(default)') ? 0 : 1
}

/** Puts tracks that name their channel in its place; otherwise the order of the file counts. */
function inOrder(parts: SourceStream[], channels: string[]): SourceStream[] {
  const named = channels.map((channel) => {
    const names = { BL: ['BL', 'SL'], BR: ['BR', 'SR'] }[channel] ?? [channel]
    return parts.find((part) => names.some((name) => layoutOf(part) === `1 channels (${name})`))
  })
  return named.every((part) => part !== undefined) ? named : parts.slice(0, channels.length)
}

const isMono = (stream: SourceStream): boolean =>
  layoutOf(stream) === 'mono' || layoutOf(stream).startsWith('1 channels')

/** ffmpeg's name of a track's channels, such as `stereo` or `5.1(side)`. */
export const layoutOf = ({ details }: SourceStream): string =>
  / Hz, ([^,]+)/.exec(details)?.[1]?.trim() ?? ''
