import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../ffmpeg.ts'
import type { RunLimits } from '../ffmpeg.ts'
import type { AudioSource } from '../input/audio-tracks.ts'
import type { Probe } from '../input/probe.ts'
import { errorLimitArgs, inputArgs, sameClockArgs } from '../input/read-source.ts'
import { hlsArgs } from './video.ts'

export const loudness = {
  /** EBU R 128, the level of common streaming services. */
  target_lufs: -16,
  /** Headroom below full scale for peaks that AAC adds. */
  ceiling_db: -1.5,
  max_gain_db: 20,
}

type StageOptions = {
  signal?: AbortSignal | undefined
  limits: RunLimits
  onLog?: ((line: string) => void) | undefined
}

/** Differences in seconds between picture and sound that are corrected; viewers notice 40 ms (EBU R 37). */
const syncTolerance = 0.04

/** Fills gaps and late starts with silence, so that audio stays in sync with video. */
const fillGaps = `aresample=48000:async=1:min_hard_comp=${syncTolerance}:first_pts=0`
const stereo = 'aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo'

/** A single channel may be named left, which alone would play on the left. */
const asMono = 'pan=mono|c0=c0'

/** Decoded sound without gaps filled, which keeps its times. */
const decodedFile = 'decoded.nut'

/** The arguments of ffmpeg for the steps of `encodeAudio`. */
export function audioArgs(
  file: string,
  probe: Probe,
  audio: AudioSource,
): { decode: string[]; measure: string[]; encode: (gain: string[]) => string[] } {
  const seconds = probe.duration.toFixed(6)
  // `-copyts`: otherwise ffmpeg moves the first sound of the file to zero.
  const decoded = ['-v', 'info', '-copyts', '-f', 'nut', '-i', decodedFile, '-af']
  return {
    decode: [
      ...['-v', 'warning', ...(/^e?ac3$/.test(audio.codec) ? ['-downmix', 'stereo'] : [])],
      ...errorLimitArgs,
      ...inputArgs(file, probe.container),
      ...['-filter_complex', `${joinTracks(audio, seconds)}${stereo}[out]`, '-map', '[out]'],
      ...['-c:a', 'pcm_f32le', '-f', 'nut', '-y', decodedFile],
      ...sameClockArgs(probe.container),
    ],
    measure: [...decoded, `${fillGaps},ebur128=peak=sample:framelog=quiet`, '-f', 'null', '-'],
    encode: (gain) => [
      ...decoded,
      // The encoder adds 1024 samples of priming. Dropping as many keeps audio and video in sync without an edit list,
      // which some players ignore.
      [fillGaps, ...gain, `apad=whole_dur=${seconds}`, 'atrim=start_sample=1024'].join(),
      ...['-c:a', 'aac', '-profile:a', 'aac_low', '-b:a', '128k'],
      ...['-t', seconds, ...hlsArgs('audio')],
    ],
  }
}

/** The beginning of a filter graph: the track, or the channels that are tracks of their own. */
function joinTracks({ tracks, channels, layout }: AudioSource, seconds: string): string {
  if (channels.length === 0) return `[0:${tracks[0]}]${layout === 'mono' ? `${asMono},` : ''}`
  const parts = tracks.map(
    (track, index) =>
      `[0:${track}]${fillGaps},aformat=sample_fmts=fltp,${asMono},` +
      `apad=whole_dur=${seconds}[c${index}]`,
  )
  const inputs = tracks.map((_, index) => `[c${index}]`).join('')
  const map = channels.map((channel, index) => `${index}.0-${channel}`).join('|')
  return `${parts.join(';')};${inputs}join=inputs=${tracks.length}:channel_layout=${layout}:map=${map},`
}

/**
 * Encodes AAC-LC stereo 48 kHz into `folder/audio` with exactly the duration of the film. Measures first and then applies
 * one constant gain: the meter costs 1/400 of the duration, and unlike a one-pass normalizer it preserves the dynamics of
 * the mix. Decodes first, because a broadcast may change its channels, for which ffmpeg starts its filters again: they
 * would fill the time from the start of the film with silence.
 */
export async function encodeAudio(
  args: ReturnType<typeof audioArgs>,
  folder: string,
  options: StageOptions,
): Promise<void> {
  await mkdir(join(folder, 'audio'), { recursive: true })
  const run = { cwd: folder, signal: options.signal, limits: options.limits }
  await runFfmpeg(args.decode, { ...run, onLog: options.onLog })
  const meterOutput = await runFfmpeg(args.measure, run)
  await runFfmpeg(args.encode(gainFilters(meterOutput)), run)
  await rm(join(folder, decodedFile))
}

/** Returns the filters from the measured to the target loudness; none for silence. */
function gainFilters(meterOutput: string): string[] {
  const { target_lufs, ceiling_db, max_gain_db } = loudness
  const level = Number(/I:\s+(-?[\d.]+) LUFS/.exec(meterOutput)?.[1])
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(meterOutput)?.[1])
  // The meter's gate is at -70 LUFS: no value above it means silence.
  if (!Number.isFinite(level) || level <= -69) return []
  const change = Math.max(-max_gain_db, Math.min(max_gain_db, target_lufs - level))
  const filters = [`volume=${change.toFixed(2)}dB`]
  if (!(peak + change <= ceiling_db)) {
    const limit = (10 ** (ceiling_db / 20)).toFixed(4)
    filters.push(`alimiter=limit=${limit}:attack=5:release=80:level=disabled:latency=1`)
  }
  return filters
}
