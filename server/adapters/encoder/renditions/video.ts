import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { colourArgs, colourFilters } from './colour-conversion.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import type { RunLimits } from '../ffmpeg.ts'
import { KEYFRAME_SECONDS, SEGMENT_SECONDS } from './bitrate-ladder.ts'
import type { Rung } from './bitrate-ladder.ts'
import type { Probe } from '../input/probe.ts'
import { errorLimitArgs, inputArgs, sameClockArgs } from '../input/read-source.ts'
import type { StoryboardPlan } from '../stills/storyboard.ts'

/** Settings that change the result. */
export type VideoSettings = {
  /** Threads of each encoder; the encoder's default if undefined. */
  threads?: number | undefined
  /** The x264 preset, `veryfast` by default. `ultrafast` takes two thirds of the CPU time and three times the space. */
  preset?: 'veryfast' | 'ultrafast' | undefined
}

type StageOptions = {
  signal?: AbortSignal | undefined
  limits: RunLimits
  onTime?: (seconds: number) => void
  onLog?: ((line: string) => void) | undefined
}

/** Arguments for CMAF segments, the same for audio and video. */
export function hlsArgs(folder: string): string[] {
  return [
    // Timestamps start at zero and are not shifted, so that all renditions and the audio share one clock.
    ...['-avoid_negative_ts', 'disabled', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
    ...['-hls_list_size', '0', '-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments'],
    ...['-hls_fmp4_init_filename', 'init.mp4'],
    // Signed composition offsets present the first frame at zero without an edit list, which WebKitGTK ignores. See
    // decisions/0034-media-ladder.
    ...['-hls_segment_options', 'movflags=+negative_cts_offsets'],
    ...['-hls_segment_filename', `${folder}/%05d.m4s`, `${folder}/index.m3u8`],
  ]
}

/**
 * Encodes all renditions and the thumbnails of the storyboard from one decode, into `folder/v360` … and
 * `folder/.small.rgb` (raw RGB frames, concatenated).
 */
export async function encodeVideo(
  args: string[],
  rungs: Rung[],
  folder: string,
  options: StageOptions,
): Promise<void> {
  for (const rung of rungs) await mkdir(join(folder, rung.name), { recursive: true })
  await runFfmpeg(args, { cwd: folder, ...options })
}

/** The arguments of ffmpeg for `encodeVideo`. */
export function videoArgs(
  file: string,
  probe: Probe,
  rungs: Rung[],
  board: StoryboardPlan,
  options: VideoSettings,
): string[] {
  const seconds = probe.duration.toFixed(6)
  // A recording may change the size of its frames; the first filter scales them to one size.
  const args = ['-v', 'warning', '-reinit_filter', '0', ...errorLimitArgs]
  args.push(...inputArgs(file, probe.container))
  args.push('-filter_complex', videoGraph(probe, rungs, board))
  const rate = probe.frame_rate.num / probe.frame_rate.den
  for (const rung of rungs) {
    args.push(
      ...['-map', `[${rung.name}]`, '-c:v', 'libx264', '-preset', options.preset ?? 'veryfast'],
      ...['-profile:v', 'high', '-crf', '22'],
      ...['-maxrate', `${rung.kbps}k`, '-bufsize', `${rung.kbps * 2}k`],
      // Keyframes by time only: scene-cut keyframes would differ between renditions.
      ...['-force_key_frames', `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`, '-forced-idr', '1'],
      ...['-sc_threshold', '0', '-g', String(Math.ceil(rate * KEYFRAME_SECONDS) + 1)],
      ...colourArgs(probe.colour),
      ...['-t', seconds],
      ...(options.threads ? ['-threads', String(options.threads)] : []),
      ...hlsArgs(rung.name),
    )
  }
  args.push('-map', '[small]', '-fps_mode', 'passthrough', '-t', seconds)
  return [...args, '-f', 'rawvideo', '.small.rgb', ...sameClockArgs(probe.container)]
}

/** Seconds by which the last frame is held longer than needed, because ends of packets are rounded. */
const holdMargin = 0.5

/**
 * Builds the filter graph: frames of one time instead of two fields, constant frame rate from the start of the file to
 * the end of the sound, each rendition scaled from the next larger one, then thumbnails.
 */
function videoGraph(probe: Probe, rungs: Rung[], board: StoryboardPlan): string {
  const { num, den } = probe.frame_rate
  const { index: stream, interlaced, coded_width, coded_height, end } = probe.video
  const top = rungs.at(-1)!
  const deinterlace = [
    `scale=${coded_width}:${coded_height}:interl=1`,
    `bwdif=mode=send_field:parity=${interlaced}:deint=all`,
  ]
  const steps = [
    `[0:${stream}]${[
      ...(interlaced ? deinterlace : []),
      // `pass`: a single frame may be shorter than one of the output.
      `fps=${num}/${den}:start_time=0:eof_action=pass`,
      ...colourFilters(probe.colour, top.width, top.height),
      'setsar=1',
      `tpad=stop_mode=clone:stop_duration=${(probe.duration - end + holdMargin).toFixed(3)}`,
    ].join()}[s${rungs.length - 1}]`,
  ]
  for (let index = rungs.length - 1; index >= 0; index--) {
    const rung = rungs[index]!
    const nextLower = rungs[index - 1]
    if (nextLower) {
      steps.push(`[s${index}]split=2[${rung.name}][d${index}]`)
      steps.push(
        `[d${index}]scale=${nextLower.width}:${nextLower.height}:flags=bicubic[s${index - 1}]`,
      )
    } else {
      steps.push(`[s0]split=2[${rung.name}][b]`)
    }
  }
  steps.push(
    `[b]select='not(mod(n\\,${board.every_frames}))',` +
      `scale=${board.tile_width}:${board.tile_height}:flags=area,format=rgb24[small]`,
  )
  return steps.join(';')
}
