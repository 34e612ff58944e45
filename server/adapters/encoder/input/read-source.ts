import { tmpdir } from 'node:os'
import { dataOutput, runFfmpeg, type RunLimits } from '../ffmpeg.ts'
import { type Container, hasClockJumps } from './container.ts'
import { decoderList } from './codecs.ts'

/** A stream as ffmpeg describes it. `index` counts all streams of the file. */
export type SourceStream = {
  index: number
  kind: 'video' | 'audio' | 'subtitle' | 'data' | 'attachment'
  codec: string
  /** ISO 639-2, such as `kor`; null if untagged. */
  language: string | null
  /** The rest of ffmpeg's line: pixel format, size, channel layout, disposition. */
  details: string
  /** Numbers of the programs of a broadcast that it belongs to. */
  programs: number[]
  /** A cover or a preview picture, which is no film. */
  is_picture: boolean
  is_encrypted: boolean
}

/** The packets of a stream. Times in seconds from the start of the file, in the clock of the encode. */
export type StreamPackets = {
  start: number
  end: number
  count: number
  /** The longest time between two packets. */
  longest_gap: number
}

/** Properties that ffmpeg reads without decoding the file. */
export type SourceReading = {
  streams: SourceStream[]
  chapters: number
  /** The duration that the container declares, in seconds; null if it declares none. */
  claimed: number | null
  /** By stream index: audio and video streams with at least one packet. */
  packets: Map<number, StreamPackets>
}

/**
 * Input arguments of every run on a source: a fixed demuxer, no other files, no network, no oversized frames.
 * @param seek seconds from the start of the file.
 */
export function inputArgs(file: string, container: Container, seek = 0): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-f', container],
    ...(container === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    // Packets alone show what a track is, which may begin late.
    ...(hasClockJumps(container) ? ['-analyzeduration', '30M', '-probesize', '100M'] : []),
    ...(seek > 0 ? ['-ss', seek.toFixed(3)] : []),
    ...['-max_pixels', String(8192 * 4320)],
    ...['-codec_whitelist', decoderList, '-i', file],
  ]
}

/** A film of which more is damaged is refused. A sample may lie in the group of pictures that a cut has damaged. */
export const errorLimitArgs = ['-max_error_rate', '0.25']

/**
 * Output arguments that read all streams of a broadcast recording in every run. ffmpeg corrects a jump of the recording's
 * clock at the first stream that shows it, so that runs with different streams would disagree about the time after it.
 */
export const sameClockArgs = (container: Container): string[] =>
  hasClockJumps(container) ? [...allTracks, '-c', 'copy', '-f', 'null', '-'] : []

/** Pictures that are no films are not read: ffmpeg's `V`. */
const allTracks = ['-map', '0:V?', '-map', '0:a?']

const streamLine =
  /^ {2}Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\((\w+)\))?: (Video|Audio|Subtitle|Data|Attachment): (\w+)(.*)/
const mappingLine = /^ {2}Stream #0:(\d+) -> #0:(\d+) /

/** Reads the streams of a file and the times of its packets in one pass over it. */
export async function readSource(
  file: string,
  container: Container,
  options: { limits: RunLimits; signal?: AbortSignal | undefined },
): Promise<SourceReading> {
  const reading: Description = { streams: [], chapters: 0, claimed: null, program: null }
  const inputOf = new Map<number, number>()
  const packets = collectPackets()
  let isInput = true
  const onLog = (line: string) => {
    if (/^(?:Output #|Stream mapping)/.test(line)) isInput = false
    const mapping = mappingLine.exec(line)
    if (mapping) inputOf.set(Number(mapping[2]), Number(mapping[1]))
    if (isInput) describe(line, reading)
  }
  const args = ['-v', 'info', ...inputArgs(file, container), ...allTracks]
  const failure = await runFfmpeg(
    [...args, '-c', 'copy', '-copyinkf', '-f', 'framecrc', dataOutput],
    { cwd: tmpdir(), ...options, onLog, onData: packets.add },
  ).catch((error: unknown) => {
    // Without audio and video there is no output, which is an error of ffmpeg but no damage.
    if (reading.streams.length > 0 && !reading.streams.some(hasPackets)) return null
    throw error
  })
  const byOutput = failure === null ? [] : packets.end()
  const { streams, chapters, claimed } = reading
  return {
    streams,
    chapters,
    claimed,
    packets: new Map(byOutput.map(([output, read]) => [inputOf.get(output) ?? output, read])),
  }
}

const hasPackets = ({ kind, is_picture }: SourceStream) =>
  kind === 'audio' || (kind === 'video' && !is_picture)

type Description = Omit<SourceReading, 'packets'> & {
  /** The program whose streams follow. */
  program: number | null
}

/** Adds what a line of ffmpeg's description says. */
function describe(line: string, reading: Description): void {
  const program = /^ {2}(?:Program (\d+)|No Program)/.exec(line)
  if (program) reading.program = program[1] === undefined ? null : Number(program[1])
  const stream = streamLine.exec(line)
  if (stream) {
    const [, index = '', language, kind = '', codec = '', details = ''] = stream
    const programs = reading.program === null ? [] : [reading.program]
    const known = reading.streams.find((other) => other.index === Number(index))
    if (known) return void known.programs.push(...programs)
    reading.streams.push({
      index: Number(index),
      kind: kind.toLowerCase() as SourceStream['kind'],
      codec,
      language: language === undefined || language === 'und' ? null : language,
      details,
      programs,
      is_picture: /\((?:attached pic|timed thumbnails|still image)\)/.test(details),
      is_encrypted: false,
    })
  }
  // Matroska's content encryption.
  if (/^ +enc_key_id +:/.test(line)) {
    const last = reading.streams.at(-1)
    if (last) last.is_encrypted = true
  }
  if (/^ {4}Chapter #0:\d+: /.test(line)) reading.chapters++
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+),/.exec(line) ?? []
  if (hours) reading.claimed = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/**
 * Collects the lines of ffmpeg's `framecrc`: stream, decoding time, presentation time, duration, size.
 * @param clock which of the times counts.
 */
export function collectPackets(clock: 'presentation' | 'decoding' = 'presentation') {
  const units = new Map<number, number>()
  const streams = new Map<number, { starts: number[]; end: number }>()
  return {
    add(line: string): void {
      const unit = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line)
      if (unit) units.set(Number(unit[1]), Number(unit[2]) / Number(unit[3]))
      if (line.startsWith('#')) return
      const [output = 0, dts = NaN, pts = NaN, length = 0] = line.split(',', 4).map(Number)
      const seconds = units.get(output)
      const at = (clock === 'decoding' || Number.isNaN(pts) ? dts : pts) * (seconds ?? NaN)
      if (!Number.isFinite(at)) return
      let stream = streams.get(output)
      if (!stream) streams.set(output, (stream = { starts: [], end: at }))
      stream.starts.push(at)
      stream.end = Math.max(stream.end, at + Math.max(0, length) * seconds!)
    },
    end: (): [number, StreamPackets][] =>
      [...streams].map(([output, { starts, end }]) => {
        const sorted = Float64Array.from(starts).sort()
        let longest_gap = end - sorted.at(-1)!
        for (let index = 1; index < sorted.length; index++)
          longest_gap = Math.max(longest_gap, sorted[index]! - sorted[index - 1]!)
        return [output, { start: sorted[0]!, end, count: sorted.length, longest_gap }]
      }),
  }
}
