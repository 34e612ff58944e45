import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../ffmpeg.ts'
import type { RunLimits } from '../ffmpeg.ts'
import type { Probe } from '../input/probe.ts'
import { hlsArgs, inputArgs } from './video.ts'

/** EBU R 128 meter, at the level streaming services play at. */
const TARGET_LUFS = -16
/** Room under full scale for what AAC adds to peaks. */
const CEILING_DB = -1.5
const MAX_GAIN_DB = 20

type StageOptions = {
  signal?: AbortSignal | undefined
  limits: RunLimits
  onWords?: ((line: string) => void) | undefined
}

// Gaps and late starts become silence, so that sound stays where the picture is.
const stereo = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo'

/**
 * The sound as AAC-LC stereo 48 kHz into `folder/audio`, exactly as long as the picture. Measured first, then
 * changed by one constant gain: a meter costs 1/400 of the film's length, and the quiet and loud of the film
 * stay as they were mixed, which a one-pass normaliser does not leave them.
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
  const words = await runFfmpeg(
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
  const filters = [stereo, ...gain(words)]
  // The encoder puts 1024 samples of priming before the first. Leaving out as many keeps sound and picture
  // together without an edit list, which not every player reads.
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

/** Filters that bring what was measured to the target; none for silence. */
function gain(words: string): string[] {
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(words)?.[1])
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(words)?.[1])
  // The meter's gate is at -70: nothing above it means silence.
  if (!Number.isFinite(loudness) || loudness <= -69) return []
  const change = Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, TARGET_LUFS - loudness))
  const filters = [`volume=${change.toFixed(2)}dB`]
  if (!(peak + change <= CEILING_DB)) {
    const limit = (10 ** (CEILING_DB / 20)).toFixed(4)
    filters.push(`alimiter=limit=${limit}:attack=5:release=80:level=disabled:latency=1`)
  }
  return filters
}
