import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { planColourConversion } from '../renditions/colour-conversion.ts'
import type { ColourConversion } from '../renditions/colour-conversion.ts'
import { InputRejectedError } from '../encoder-errors.ts'
import { type AudioSource, chooseAudio } from './audio-tracks.ts'
import { isDecodable } from './codecs.ts'
import { type Container, declaresDuration, detectContainer } from './container.ts'
import {
  readSource,
  type SourceReading,
  type SourceStream,
  type StreamPackets,
} from './read-source.ts'
import { type FrameSample, sampleFrames } from './sample-frames.ts'
import { containerNotices, type SourceNotice, timingNotices } from './source-notices.ts'

/**
 * Properties of a video, as ffmpeg reads them. Times in seconds from the start of the file, sizes in square pixels as
 * displayed (rotation applied).
 */
export type Probe = {
  container: Container
  bytes: number
  /** From the start of the file to the end of picture or sound, whichever is later. */
  duration: number
  width: number
  height: number
  orientation: 'horizontal' | 'vertical'
  /** Constant frame rate of the renditions, at most 60. Interlaced film has a frame for each field. */
  frame_rate: FrameRate
  colour: ColourConversion
  video: {
    index: number
    codec: string
    start: number
    end: number
    /** Size of the decoded frames. */
    coded_width: number
    coded_height: number
    interlaced: FrameSample['interlaced']
  }
  audio: AudioSource | null
  notices: SourceNotice[]
}

/** Exact rational, so that 23.976 does not drift. */
export type FrameRate = { num: number; den: number }

type ProbeOptions = {
  signal?: AbortSignal | undefined
  limits?: Partial<InputLimits> | undefined
}

/** Limits of accepted inputs. */
type InputLimits = {
  max_seconds: number
  min_seconds: number
  max_side: number
  max_pixels: number
  /** CPU time for reading in seconds, plus the same again per GB of file size. */
  probe_seconds: number
  probe_memory_mib: number
}

const inputLimits: InputLimits = {
  max_seconds: 6 * 3600,
  min_seconds: 0.5,
  max_side: 8192,
  max_pixels: 8192 * 4320,
  probe_seconds: 120,
  probe_memory_mib: 4096,
}

/** Seconds that may pass without a frame or sound. */
const longestSilentGap = 120

/**
 * Reads the properties of a video by ffmpeg: what the container holds in one pass, and some decoded frames.
 * @throws InputRejectedError for unsupported or invalid files.
 */
export async function probe(file: string, options: ProbeOptions = {}): Promise<Probe> {
  const limits = { ...inputLimits, ...options.limits }
  const path = resolve(file)
  const { container, size } = await detectContainer(path)
  const { signal } = options
  const run = { signal, limits: runLimits(limits, size) }
  const reading = await readSource(path, container, run)
  const source = chooseStreams(reading, container, limits)
  const { index } = source.video
  const frames = await sampleFrames(path, container, { index, duration: source.duration }, run)
  if (!frames) throw new InputRejectedError('damaged', 'no frame is decodable')
  return describeFilm({ container, bytes: size, reading, limits }, source, frames)
}

/** Reading takes little CPU time but every byte; the samples need the memory of decoders. */
const runLimits = ({ probe_seconds, probe_memory_mib }: InputLimits, size: number) => ({
  cpu_seconds: probe_seconds * (1 + size / 1e9),
  memory_mib: probe_memory_mib + 256 * availableParallelism(),
  stall_seconds: 60,
})

type ChosenStreams = {
  video: SourceStream
  picture: StreamPackets
  audio: AudioSource | null
  sound: StreamPackets | null
  duration: number
}

/** Chooses picture and sound, and checks their times. */
function chooseStreams(
  { streams, packets, claimed }: SourceReading,
  container: Container,
  limits: InputLimits,
): ChosenStreams {
  const pictures = streams.filter(({ kind, is_picture }) => kind === 'video' && !is_picture)
  if (pictures.length === 0) throw new InputRejectedError('no_video_track')
  const playing = pictures.filter(({ index }) => packets.has(index))
  const video = playing.find(({ details }) => details.includes('(default)')) ?? playing[0]
  if (!video) throw new InputRejectedError('truncated', 'no frames')
  const sounds = streams.filter(
    (stream) =>
      stream.kind === 'audio' && packets.has(stream.index) && isSameProgram(stream, video),
  )
  const audio = chooseAudio(sounds)
  const isLocked = ({ index, is_encrypted }: SourceStream) =>
    is_encrypted && (index === video.index || audio?.tracks.includes(index))
  if (streams.some(isLocked)) throw new InputRejectedError('encrypted', 'content encryption')
  if (!isDecodable('video', video.codec))
    throw new InputRejectedError('unsupported_codec', video.codec)
  if (sounds.length > 0 && !audio)
    throw new InputRejectedError('unsupported_audio_codec', sounds.map(({ codec }) => codec).join())
  const picture = packets.get(video.index)!
  const sound = joinTimes(audio?.tracks.map((index) => packets.get(index)!) ?? [])
  const duration = Math.max(picture.end, sound?.end ?? 0)
  const declared = declaresDuration(container) ? Math.max(duration, claimed ?? 0) : duration
  if (declared > limits.max_seconds) throw new InputRejectedError('too_long', `${declared} s`)
  if (duration < limits.min_seconds) throw new InputRejectedError('too_short', `${duration} s`)
  if (declared > duration * 1.05 + 5)
    throw new InputRejectedError('truncated', `claims ${declared} s, holds ${duration} s`)
  // A declared duration without content would cost hours of work. Slides may be far apart if sound runs beside them.
  const silence = sound ? Math.max(sound.longest_gap, duration - sound.end) : duration
  if (picture.longest_gap > longestSilentGap && silence > longestSilentGap)
    throw new InputRejectedError('length_mismatch', `${picture.longest_gap} s without a frame`)
  return { video, picture, audio, sound, duration }
}

/** A broadcast may carry several programs, each of which has its own sound. */
const isSameProgram = (stream: SourceStream, video: SourceStream): boolean =>
  stream.programs.length === 0 ||
  video.programs.length === 0 ||
  stream.programs.some((program) => video.programs.includes(program))

function joinTimes(tracks: StreamPackets[]): StreamPackets | null {
  if (tracks.length === 0) return null
  return {
    start: Math.min(...tracks.map(({ start }) => start)),
    end: Math.max(...tracks.map(({ end }) => end)),
    count: tracks.reduce((sum, { count }) => sum + count, 0),
    longest_gap: Math.max(...tracks.map(({ longest_gap }) => longest_gap)),
  }
}

type ReadFile = { container: Container; bytes: number; reading: SourceReading; limits: InputLimits }

function describeFilm(
  { container, bytes, reading, limits }: ReadFile,
  { video, picture, audio, sound, duration }: ChosenStreams,
  frames: FrameSample,
): Probe {
  const width = Math.round(frames.width * Math.max(1, frames.pixel_aspect))
  const height = Math.round(frames.height / Math.min(1, frames.pixel_aspect))
  if (Math.max(width, height) > limits.max_side || width * height > limits.max_pixels)
    throw new InputRejectedError('too_large', `${width}x${height}`)
  if (Math.min(width, height) < 16)
    throw new InputRejectedError('out_of_bounds', `${width}x${height}`)
  const sourceRate = frames.frame_rate ?? picture.count / duration
  const frame_rate = roundFrameRate(frames.interlaced ? sourceRate * 2 : sourceRate)
  const rate = frame_rate.num / frame_rate.den
  const colour = planColourConversion(frames, width, height)
  return {
    container,
    bytes,
    duration,
    width,
    height,
    orientation: height > width ? 'vertical' : 'horizontal',
    frame_rate,
    colour,
    video: {
      index: video.index,
      codec: video.codec,
      start: picture.start,
      end: picture.end,
      coded_width: frames.width,
      coded_height: frames.height,
      interlaced: frames.interlaced,
    },
    audio,
    notices: [
      ...containerNotices(reading, { video, audio }),
      ...timingNotices(picture, sound),
      ...(frames.interlaced ? [{ code: 'deinterlaced' } as const] : []),
      ...(colour.treatment === 'tone_map' ? [{ code: 'hdr' } as const] : []),
      ...(withAlpha.test(frames.pixel_format) ? [{ code: 'alpha' } as const] : []),
      ...(sourceRate > rate * 1.1
        ? [{ code: 'frame_rate', from: Math.round(sourceRate), to: Math.round(rate) } as const]
        : []),
    ],
  }
}

/** Pixel formats of ffmpeg with transparency. */
const withAlpha = /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya\d)/

const commonRates: FrameRate[] = [
  { num: 24000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 30, den: 1 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60000, den: 1001 },
  { num: 60, den: 1 },
]

/**
 * Selects the constant frame rate of the output. A rate within 0.5 % of a common one becomes exactly that rate; rates
 * above 60 are halved; rates below 10 become 10, so that each 2 s interval has frames to start from.
 */
export function roundFrameRate(measured: number): FrameRate {
  let rate = Number.isFinite(measured) && measured > 0 ? measured : 30
  while (rate > 60.5 && rate <= 240.5) rate /= 2
  rate = Math.min(60, Math.max(10, rate))
  let best: FrameRate | undefined
  for (const common of commonRates) {
    const off = Math.abs(common.num / common.den - rate)
    if (off / rate < 0.005 && (!best || off < Math.abs(best.num / best.den - rate))) best = common
  }
  return best ?? { num: Math.round(rate), den: 1 }
}
