import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../ffmpeg.ts'
import type { RunLimits } from '../ffmpeg.ts'
import type { Probe } from '../input/probe.ts'
import { hlsArgs, inputArgs } from './video.ts'

/** Target loudness (EBU R 128), the level of common streaming services. */
const TARGET_LUFS = -16
/** Headroom below full scale for peaks that AAC adds. */
const CEILING_DB = -1.5
const MAX_GAIN_DB = 20

type StageOptions = {
  signal?: AbortSignal | undefined
  limits: RunLimits
  onWords?: ((line: string) => void) | undefined
}

// Fills gaps and late starts with silence, so that audio stays in sync with video.
const stereo = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo'

/**
 * Encodes AAC-LC stereo 48 kHz into `folder/audio` with exactly the duration of the video. Measures first and then applies
 * one constant gain: the meter costs 1/400 of the duration, and unlike a one-pass normalizer it preserves the dynamics of
 * the mix.
 */
export async function encodeAudio(
  file: string,
  probe: Probe,
  folder: string,
  options: StageOptions,
): Promise<void> {
  await mkdir(join(folder, 'audio'), { recursive: true })
  const input = [...inputArgs(file, probe), '-map', `0:a:${probe.audio_index}`]
  const run = { cwd: folder, signal: options.signal, limits: options.limits }
  const meterOutput = await runFfmpeg(
    [
      '-v',
      'info',
      ...input,
      '-af',
      `${stereo},ebur128=peak=sample:framelog=quiet`,
      '-f',
      'null',
      '-',
    ],
    run,
  )
  const filters = [stereo, ...gainFilters(meterOutput)]
  // The encoder adds 1024 samples of priming. Dropping as many keeps audio and video in sync without an edit list, which
  // some players ignore.
  filters.push(`apad=whole_dur=${probe.duration.toFixed(6)}`, 'atrim=start_sample=1024')
  await runFfmpeg(
    [
      ...['-v', 'warning', ...input, '-af', filters.join(',')],
      ...['-c:a', 'aac', '-profile:a', 'aac_low', '-b:a', '128k'],
      ...['-t', probe.duration.toFixed(6), ...hlsArgs('audio')],
    ],
    { ...run, onWords: options.onWords },
  )
}

/** Returns the filters from the measured to the target loudness; none for silence. */
function gainFilters(meterOutput: string): string[] {
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(meterOutput)?.[1])
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(meterOutput)?.[1])
  // The meter's gate is at -70 LUFS: no value above it means silence.
  if (!Number.isFinite(loudness) || loudness <= -69) return []
  const change = Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, TARGET_LUFS - loudness))
  const filters = [`volume=${change.toFixed(2)}dB`]
  if (!(peak + change <= CEILING_DB)) {
    const limit = (10 ** (CEILING_DB / 20)).toFixed(4)
    filters.push(`alimiter=limit=${limit}:attack=5:release=80:level=disabled:latency=1`)
  }
  return filters
}
