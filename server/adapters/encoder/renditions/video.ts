import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { colourArgs, colourFilters } from './colour-conversion.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import type { RunLimits } from '../ffmpeg.ts'
import { KEYFRAME_SECONDS, SEGMENT_SECONDS } from './bitrate-ladder.ts'
import type { Rung } from './bitrate-ladder.ts'
import type { Probe } from '../input/probe.ts'
import type { StoryboardPlan } from '../stills/storyboard.ts'

type StageOptions = {
  signal?: AbortSignal | undefined
  limits: RunLimits
  threads?: number | undefined
  preset?: 'veryfast' | 'ultrafast' | undefined
  onTime?: (seconds: number) => void
  onWords?: ((line: string) => void) | undefined
}

/** Decoders allowed for untrusted input, of the hundreds in a full ffmpeg. */
const decoders = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'av1', 'libaom-av1', 'prores'],
  ...['mpeg4', 'mpeg2video', 'mpeg1video', 'mjpeg', 'rawvideo'],
  ...[
    'aac',
    'ac3',
    'eac3',
    'mp3',
    'mp3float',
    'mp2',
    'mp2float',
    'opus',
    'libopus',
    'vorbis',
    'libvorbis',
  ],
  ...['flac', 'alac', 'dca', 'truehd', 'pcm_alaw', 'pcm_mulaw', 'pcm_u8', 'pcm_s8'],
  ...['s16', 's24', 's32', 'f32', 'f64'].flatMap((one) => [`pcm_${one}le`, `pcm_${one}be`]),
].join(',')

/** Input arguments of every run: a fixed demuxer, no other files, no network, no oversized frames. */
export function inputArgs(file: string, probe: Probe): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-f', probe.container],
    ...(probe.container === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    ...['-max_pixels', String(8192 * 4320), '-max_error_rate', '0.25'],
    ...['-codec_whitelist', decoders, '-i', file],
  ]
}

/** Arguments for CMAF segments, the same for audio and video. */
export function hlsArgs(folder: string): string[] {
  return [
    // Timestamps start at zero and are not shifted, so that all renditions and the audio share one clock.
    ...['-avoid_negative_ts', 'disabled', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
    ...['-hls_list_size', '0', '-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments'],
    ...['-hls_fmp4_init_filename', 'init.mp4'],
    // Signed composition offsets present the first frame at zero without an edit list, which WebKitGTK ignores. See D-137.
    ...['-hls_segment_options', 'movflags=+negative_cts_offsets'],
    ...['-hls_segment_filename', `${folder}/%05d.m4s`, `${folder}/index.m3u8`],
  ]
}

/**
 * Encodes all renditions and the thumbnails of the storyboard from one decode, into `folder/v360` … and
 * `folder/.small.rgb` (raw RGB frames, concatenated).
 */
export async function encodeVideo(
  file: string,
  probe: Probe,
  rungs: Rung[],
  board: StoryboardPlan,
  folder: string,
  options: StageOptions,
): Promise<void> {
  for (const rung of rungs) await mkdir(join(folder, rung.name), { recursive: true })
  const seconds = probe.duration.toFixed(6)
  const args = ['-v', 'warning', ...inputArgs(file, probe)]
  args.push('-filter_complex', videoGraph(probe, rungs, board))
  const rate = probe.frame_rate.num / probe.frame_rate.den
  for (const rung of rungs) {
    args.push(
      ...['-map', `[${rung.name}]`, '-c:v', 'libx264', '-preset', options.preset ?? 'veryfast'],
      ...[
        '-profile:v',
        'high',
        '-crf',
        '22',
        '-maxrate',
        `${rung.kbps}k`,
        '-bufsize',
        `${rung.kbps * 2}k`,
      ],
      // Keyframes by time only: scene-cut keyframes would differ between renditions.
      ...['-force_key_frames', `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`, '-forced-idr', '1'],
      ...['-sc_threshold', '0', '-g', String(Math.ceil(rate * KEYFRAME_SECONDS) + 1)],
      ...colourArgs(probe.colour),
      ...['-t', seconds],
      ...(options.threads ? ['-threads', String(options.threads)] : []),
      ...hlsArgs(rung.name),
    )
  }
  args.push(
    '-map',
    '[small]',
    '-fps_mode',
    'passthrough',
    '-t',
    seconds,
    '-f',
    'rawvideo',
    '.small.rgb',
  )
  await runFfmpeg(args, { cwd: folder, ...options })
}

/** Builds the filter graph: constant frame rate, each rendition scaled from the next larger one, then thumbnails. */
function videoGraph(probe: Probe, rungs: Rung[], board: StoryboardPlan): string {
  const { num, den } = probe.frame_rate
  const top = rungs.at(-1)!
  const colourGraph = colourFilters(probe.colour, top.width, top.height).join(',')
  const steps = [
    `[0:V:${probe.video_index}]fps=${num}/${den}:start_time=0,${colourGraph},setsar=1[s${rungs.length - 1}]`,
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
