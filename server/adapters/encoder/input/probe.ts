import { Worker } from 'node:worker_threads'
import { planColourConversion } from '../renditions/colour-conversion.ts'
import type { ColourConversion } from '../renditions/colour-conversion.ts'
import { detectContainer } from './container.ts'
import type { Container } from './container.ts'
import type { RawProbe } from './probe-worker.ts'
import { InputRejectedError } from '../encoder-errors.ts'

/** Properties of a video. Times in seconds, sizes in square pixels as displayed (rotation applied). */
export type Probe = {
  container: Container
  bytes: number
  duration: number
  width: number
  height: number
  rotation: number
  orientation: 'horizontal' | 'vertical'
  /** Constant frame rate of the renditions, at most 60. */
  frame_rate: FrameRate
  variable_frame_rate: boolean
  colour: ColourConversion
  video_codec: string
  video_index: number
  has_audio: boolean
  audio_codec: string | null
  audio_channels: number
  audio_index: number
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
  /** Time limit for parsing in seconds, plus the same again per GB of file size. */
  probe_seconds: number
  probe_memory_mib: number
}

const inputLimits: InputLimits = {
  max_seconds: 6 * 3600,
  min_seconds: 0.5,
  max_side: 8192,
  max_pixels: 8192 * 4320,
  probe_seconds: 20,
  probe_memory_mib: 1024,
}

/** Sample entries and codec ids that the parser does not name but the encoder decodes. */
const extraCodecs =
  /^(mp4v|jpeg|mjp[ab]|m[12]v1|mpeg|xvid|V_MPEG4\/ISO\/A?SP|V_MPEG[12]|V_MJPEG|V_MS\/VFW\/FOURCC)$/i

/**
 * Reads the properties of a video without decoding it, in a thread with limited time and memory.
 * @throws InputRejectedError for unsupported or invalid files.
 */
export async function probe(file: string, options: ProbeOptions = {}): Promise<Probe> {
  const limits = { ...inputLimits, ...options.limits }
  const { container, size } = await detectContainer(file)
  const raw = await parse(file, size, limits, options.signal)
  return validate(raw, container, size, limits)
}

function parse(
  file: string,
  size: number,
  limits: InputLimits,
  signal?: AbortSignal,
): Promise<RawProbe> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: limits.probe_memory_mib },
      // Discards the parser's warnings.
      stdout: true,
      stderr: true,
    })
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      void worker.terminate()
      settle()
    }
    const aborted = () => finish(() => reject(signal!.reason as Error))
    const timer = setTimeout(
      () =>
        finish(() =>
          reject(new InputRejectedError('out_of_bounds', 'reading the container took too long')),
        ),
      limits.probe_seconds * (1 + size / 1e9) * 1000,
    )
    signal?.addEventListener('abort', aborted, { once: true })
    worker.once('message', (answer: { raw: RawProbe } | { error: string }) =>
      finish(() => {
        if ('raw' in answer) resolve(answer.raw)
        else reject(new InputRejectedError('damaged', answer.error))
      }),
    )
    worker.once('error', (error: NodeJS.ErrnoException) =>
      finish(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new InputRejectedError('out_of_bounds', 'reading the container took too much memory')
            : new InputRejectedError('damaged', String(error)),
        ),
      ),
    )
  })
}

function validate(raw: RawProbe, container: Container, bytes: number, limits: InputLimits): Probe {
  const { video, audio } = raw
  if (!video) throw new InputRejectedError('no_video_track')
  if (!video.codec && !extraCodecs.test(video.internal_codec)) {
    throw new InputRejectedError(
      /^enc[va]$/.test(video.internal_codec) ? 'encrypted' : 'unsupported_codec',
      video.internal_codec,
    )
  }
  const longSide = Math.max(video.coded_width, video.coded_height, video.width, video.height)
  const pixels = Math.max(video.coded_width * video.coded_height, video.width * video.height)
  if (longSide > limits.max_side || pixels > limits.max_pixels) {
    throw new InputRejectedError('too_large', `${video.coded_width}x${video.coded_height}`)
  }
  if (Math.min(video.width, video.height) < 16) {
    throw new InputRejectedError('out_of_bounds', `${video.width}x${video.height}`)
  }
  // Samples before time zero are priming, which the decoder drops.
  const start = Math.max(0, Math.min(video.start, audio?.start ?? video.start))
  const duration = video.end - start
  const claimed = Math.max(duration, video.claimed_end ?? 0)
  if (claimed > limits.max_seconds) throw new InputRejectedError('too_long', `${claimed} s`)
  if (video.frames === 0 || !(duration > 0)) throw new InputRejectedError('truncated', 'no frames')
  if (duration < limits.min_seconds) throw new InputRejectedError('too_short', `${duration} s`)
  rejectFalseDuration(duration, claimed, video.frames, bytes)
  return {
    container,
    bytes,
    duration,
    width: Math.round(video.width),
    height: Math.round(video.height),
    rotation: video.rotation,
    orientation: video.height > video.width ? 'vertical' : 'horizontal',
    frame_rate: roundFrameRate(video.frame_rate),
    variable_frame_rate: !video.constant,
    colour: planColourConversion(video, video.width, video.height),
    video_codec: video.codec ?? video.internal_codec,
    video_index: video.index,
    has_audio: audio !== null,
    audio_codec: audio?.codec ?? null,
    audio_channels: audio?.channels ?? 0,
    audio_index: audio?.index ?? 0,
  }
}

/**
 * Rejects a declared duration that the content does not support: filling ten declared hours of one second of video up to
 * a constant frame rate would cost ten hours of work. Requires the declared end to be reached and a frame every 2 s on
 * average.
 */
function rejectFalseDuration(
  duration: number,
  claimed: number,
  frames: number,
  bytes: number,
): void {
  if (claimed > duration * 1.05 + 5) {
    throw new InputRejectedError('truncated', `claims ${claimed} s, holds ${duration} s`)
  }
  if (duration > 10 && (frames / duration < 0.5 || bytes / duration < 100)) {
    throw new InputRejectedError(
      'length_mismatch',
      `${frames} frames, ${bytes} bytes in ${duration} s`,
    )
  }
}

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
