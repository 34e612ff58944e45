import type { AudioSource } from './audio-tracks.ts'
import { layoutOf } from './audio-tracks.ts'
import { isDecodable } from './codecs.ts'
import type { SourceReading, SourceStream } from './read-source.ts'

/**
 * Something of a source that its film does not have, or has in another form. Stored with the asset; the text for staff is
 * `sourceNoticeText` in `encoder.copy.ts`.
 */
export type SourceNotice =
  | Notice<CountedCode, { count: number }>
  | Notice<ListedCode, { tracks: string[] }>
  | Notice<'joined_audio' | 'downmixed', { layout: string }>
  | Notice<'late_picture' | 'late_sound' | 'held_picture' | 'silent_end', { seconds: number }>
  | Notice<'missing_end', { seconds: number }>
  | Notice<'frame_rate' | 'height', { from: number; to: number }>
  | Notice<'deinterlaced' | 'hdr' | 'alpha' | 'closed_captions', unknown>

type Notice<Codes extends string, Fields> = { [Code in Codes]: { code: Code } & Fields }[Codes]

type CountedCode = 'other_video' | 'chapters' | 'data' | 'attachments' | 'cover'
type ListedCode = 'other_audio' | 'undecodable_audio' | 'subtitles'

/** Differences in seconds between picture and sound that staff do not need to read of. */
const unnoticedSeconds = 0.5

/** Lists what the container holds beside the chosen picture and sound. */
export function containerNotices(
  { streams, chapters }: SourceReading,
  chosen: { video: SourceStream; audio: AudioSource | null },
): SourceNotice[] {
  const of = (kind: SourceStream['kind']) => streams.filter((stream) => stream.kind === kind)
  const videos = of('video')
  const others = of('audio').filter(({ index }) => !chosen.audio?.tracks.includes(index))
  const decodable = others.filter(({ codec }) => isDecodable('audio', codec))
  const undecodable = others.filter(({ codec }) => !isDecodable('audio', codec))
  // The names of chapters are a data stream too, and a time code describes the picture.
  const data = of('data').filter(({ details }) => !/\((?:text|tmcd) /.test(details))
  const counted = (code: CountedCode, count: number) => (count > 0 ? [{ code, count }] : [])
  const listed = (code: ListedCode, tracks: SourceStream[]) =>
    tracks.length > 0 ? [{ code, tracks: tracks.map(trackName) }] : []
  const { audio, video } = chosen
  return [
    ...counted('other_video', videos.filter((stream) => !stream.is_picture).length - 1),
    ...listed('other_audio', decodable),
    ...listed('undecodable_audio', undecodable),
    ...listed('subtitles', of('subtitle')),
    ...(video.details.includes('Closed Captions') ? [{ code: 'closed_captions' } as const] : []),
    ...counted('chapters', chapters),
    ...counted('data', data.length),
    ...counted('attachments', of('attachment').length),
    ...counted('cover', videos.filter((stream) => stream.is_picture).length),
    ...(audio && audio.tracks.length > 1
      ? [{ code: 'joined_audio', layout: audio.layout } as const]
      : []),
    ...(audio && !['mono', 'stereo', ''].includes(audio.layout)
      ? [{ code: 'downmixed', layout: audio.layout } as const]
      : []),
  ]
}

/** Such as `2: eng, ac3, 5.1`. */
function trackName(stream: SourceStream): string {
  const layout = stream.kind === 'audio' ? layoutOf(stream) : ''
  return `${stream.index}: ${[stream.language, stream.codec, layout].filter(Boolean).join(', ')}`
}

/** Lists where only one of picture and sound runs. Times in seconds from the start of the film. */
export function timingNotices(
  video: { start: number; end: number },
  audio: { start: number; end: number } | null,
): SourceNotice[] {
  if (!audio) return []
  const differences = {
    late_picture: video.start - audio.start,
    late_sound: audio.start - video.start,
    held_picture: audio.end - video.end,
    silent_end: video.end - audio.end,
  }
  return (['late_picture', 'late_sound', 'held_picture', 'silent_end'] as const).flatMap((code) => {
    const seconds = differences[code]
    return seconds > unnoticedSeconds ? [{ code, seconds: Number(seconds.toFixed(2)) }] : []
  })
}
