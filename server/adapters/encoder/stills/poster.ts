import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import type { RunLimits } from '../ffmpeg.ts'
import type { Segment } from '../hls/playlist.ts'

/** `longest`: the longer side in pixels. */
const encoding = { longest: 1280, quality: 82, effort: 3 }

/** Creates `poster.webp` from the best rendition at a time in seconds, decoding only the segment at that time. */
export async function writePoster(
  rendition: { name: string; width: number; height: number },
  segments: Segment[],
  at: number,
  folder: string,
  options: { signal?: AbortSignal | undefined; limits: RunLimits },
): Promise<{ path: string; width: number; height: number }> {
  let start = 0
  let chosen = segments[0]!
  for (const segment of segments) {
    chosen = segment
    if (at < start + segment.duration) break
    start += segment.duration
  }
  const segmentFile = join(folder, 'poster.mp4')
  const frame = join(folder, 'poster.rgb')
  try {
    await writeFile(
      segmentFile,
      Buffer.concat([
        await readFile(join(folder, rendition.name, 'init.mp4')),
        await readFile(join(folder, rendition.name, chosen.uri)),
      ]),
    )
    const offset = Math.max(0, Math.min(at - start, chosen.duration - 0.2))
    await runFfmpeg(
      [
        ...[
          '-v',
          'warning',
          '-f',
          'mov',
          '-i',
          'poster.mp4',
          '-vf',
          `trim=start=${(start + offset).toFixed(3)}`,
        ],
        ...['-copyts', '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-y', 'poster.rgb'],
      ],
      { cwd: folder, ...options },
    )
    const { bytes, ...size } = await sandbox.run(
      'encodeRgb',
      await readFile(frame),
      { width: rendition.width, height: rendition.height, ...encoding },
      { owner: { system: 'encoder' }, weight: 'light' },
    )
    await writeFile(join(folder, 'poster.webp'), bytes)
    return { path: 'poster.webp', ...size }
  } finally {
    await rm(segmentFile, { force: true })
    await rm(frame, { force: true })
  }
}
