import { tmpdir } from 'node:os'
import { runFfmpeg, type RunLimits } from '../ffmpeg.ts'
import type { Container } from './container.ts'
import { inputArgs } from './read-source.ts'

/** How the decoder shows a film, from frames at several places: what containers declare may be wrong. */
export type FrameSample = {
  /** As decoded, after rotation. */
  width: number
  height: number
  /** Width of a pixel, of its height. */
  pixel_aspect: number
  pixel_format: string
  /** ffmpeg's names; null if untagged. */
  matrix: string | null
  transfer: string | null
  primaries: string | null
  /** Frames per second; null if no two frames follow each other. */
  frame_rate: number | null
  /** The field that comes first, if frames consist of two fields of different times; null for progressive film. */
  interlaced: 'tff' | 'bff' | null
}

type Frames = {
  /** Seconds between neighbours. */
  intervals: number[]
  shapes: Omit<FrameSample, 'frame_rate' | 'interlaced'>[]
  /** Field order as flagged by the stream. */
  flagged: { tff: number; bff: number; progressive: number }
  /** Field order as detected in the picture (ffmpeg's `idet`). */
  seen: { tff: number; bff: number; progressive: number }
}

/** Below this duration in seconds, one sample from the start covers enough. */
const shortFilm = 12

/**
 * ffmpeg's default threshold of 1.04 takes fine moving patterns for interlaced; 1.3 was measured in this format
 * (decisions/0033-film-sources).
 */
const interlaceDetector = 'format=yuv420p,idet=intl_thres=1.3'

/**
 * Decodes some seconds of a film.
 * @param video its stream index and duration in seconds.
 */
export async function sampleFrames(
  file: string,
  container: Container,
  video: { index: number; duration: number },
  options: { limits: RunLimits; signal?: AbortSignal | undefined },
): Promise<FrameSample | null> {
  const isShort = video.duration < shortFilm
  const places = isShort ? [0] : [0, video.duration / 3, (2 * video.duration) / 3]
  const frames: Frames = {
    intervals: [],
    shapes: [],
    flagged: { tff: 0, bff: 0, progressive: 0 },
    seen: { tff: 0, bff: 0, progressive: 0 },
  }
  for (const place of places) {
    const args = [
      '-v',
      'info',
      '-max_error_rate',
      '1',
      ...inputArgs(file, container, place),
      '-map',
      `0:${video.index}`,
    ]
    const count = isShort ? 120 : 80
    const lines: string[] = []
    await runFfmpeg(
      [
        ...args,
        '-frames:v',
        String(count),
        '-vf',
        `showinfo=checksum=0,${interlaceDetector}`,
        '-f',
        'null',
        '-',
      ],
      { cwd: tmpdir(), ...options, onLog: (line) => void lines.push(line) },
    ).catch((error: unknown) => {
      options.signal?.throwIfAborted()
      // A place that cannot be reached or read is no reason to refuse the others.
      if (place === 0) throw error
    })
    addFrames(lines, frames)
  }
  return summarize(frames)
}

function addFrames(lines: string[], frames: Frames): void {
  let seconds = 0
  let last: number | undefined
  let seen: RegExpExecArray | null = null
  for (const line of lines) {
    const unit = /\bconfig in time_base: (\d+)\/(\d+)/.exec(line)
    if (unit) seconds = Number(unit[1]) / Number(unit[2])
    const frame =
      // linear: a short line of ffmpeg's showinfo
      /\bpts: *(-?\d+) .*\bfmt:(\w+) .*\bsar:(\d+)\/(\d+) s:(\d+)x(\d+) i:([PTB]) /.exec(line)
    if (frame) {
      const [, pts, pixel_format = '', num, den, width, height, fields] = frame
      const at = Number(pts) * seconds
      if (last !== undefined && at > last) frames.intervals.push(at - last)
      last = at
      frames.flagged[fields === 'T' ? 'tff' : fields === 'B' ? 'bff' : 'progressive']++
      const pixel_aspect = Number(num) > 0 && Number(den) > 0 ? Number(num) / Number(den) : 1
      const size = { width: Number(width), height: Number(height) }
      const untagged = { matrix: null, transfer: null, primaries: null }
      frames.shapes.push({ ...size, pixel_aspect, pixel_format, ...untagged })
    }
    const colour = /\bcolor_space:([\w-]+) color_primaries:([\w-]+) color_trc:([\w-]+)/.exec(line)
    const shape = frames.shapes.at(-1)
    if (colour && shape) {
      const [matrix, primaries, transfer] = colour.slice(1).map(tagOf)
      Object.assign(shape, { matrix, primaries, transfer })
    }
    seen = /Multi frame detection: TFF: *(\d+) BFF: *(\d+) Progressive: *(\d+)/.exec(line) ?? seen
  }
  frames.seen.tff += Number(seen?.[1] ?? 0)
  frames.seen.bff += Number(seen?.[2] ?? 0)
  frames.seen.progressive += Number(seen?.[3] ?? 0)
}

const tagOf = (name: string): string | null =>
  name === 'unknown' || name === 'reserved' ? null : name

function summarize({ intervals, shapes, flagged, seen }: Frames): FrameSample | null {
  const shape = mostFrequent(shapes)
  return shape && { ...shape, frame_rate: rateOf(intervals), interlaced: fieldOrder(flagged, seen) }
}

/** A recording may begin with the end of another programme in another size. */
function mostFrequent<T>(values: T[]): T | null {
  const counts = new Map<string, number>()
  for (const value of values) {
    const key = JSON.stringify(value)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best ? (JSON.parse(best[0]) as T) : null
}

/** The rate of the usual interval: the mean of those near the median, because containers round times to milliseconds. */
function rateOf(intervals: number[]): number | null {
  const median = intervals.toSorted((a, b) => a - b)[intervals.length >> 1]
  if (median === undefined) return null
  const usual = intervals.filter((interval) => Math.abs(interval - median) < 0.25 * median)
  return usual.length / usual.reduce((sum, interval) => sum + interval, 0)
}

/**
 * Decides whether a film is interlaced. The picture decides where it moves: of telecined film only two frames in five are
 * interlaced, so a tenth of the frames suffices, or a quarter if the stream says that all are progressive. A still
 * picture looks the same either way, so there the stream decides.
 */
export function fieldOrder(
  flagged: Frames['flagged'],
  seen: Frames['seen'],
): FrameSample['interlaced'] {
  const interlaced = seen.tff + seen.bff
  const determined = interlaced + seen.progressive
  const isFlagged = flagged.tff + flagged.bff > flagged.progressive / 9
  if (determined < 5) return isFlagged ? (flagged.bff > flagged.tff ? 'bff' : 'tff') : null
  if (interlaced < determined * (isFlagged ? 0.1 : 0.25)) return null
  return seen.bff > seen.tff ? 'bff' : 'tff'
}
