// Time until a video is playable, compared with a bare ffmpeg encoding the same ladder from the same file.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { encode, findFfmpeg, bitrateLadder, probe } from '#server/adapters/encoder/index.ts'
import { median, type Row, seconds } from '../../report.ts'

const run = promisify(execFile)
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const maxRatio = 1.15

/** Measures the time of a video until it is ready: probe, audio, renditions, storyboard, poster. */
export async function benchEncoder(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-encoder-'))
  try {
    const rows: Row[] = []
    for (const [name, file] of await films(folder)) {
      const ours: number[] = []
      const bare: number[] = []
      // Alternates the runs, so that machine slowdowns affect both.
      for (let round = 0; round < ROUNDS; round++) {
        const out = join(folder, `ours-${round}`)
        ours.push(await timed(async () => void (await encode(file, await probe(file), out))))
        const other = join(folder, `bare-${round}`)
        bare.push(await timed(() => bareLadder(file, other)))
        await rm(out, { recursive: true })
        await rm(other, { recursive: true })
      }
      const ratio = median(ours) / median(bare)
      rows.push({
        name: `encoding of ${name}`,
        ours: seconds(median(ours)),
        baseline: `${seconds(median(bare))} ffmpeg alone`,
        ratio,
        bar: `<= ${maxRatio}`,
        ok: ratio <= maxRatio,
      })
    }
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A generated 1080p video with movement and grain, and a real one if there is a data folder. */
async function films(folder: string): Promise<[string, string][]> {
  const made = join(folder, 'made.mp4')
  await run(findFfmpeg(), [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=30,noise=alls=12:allf=t'],
    ...[
      '-f',
      'lavfi',
      '-i',
      'sine=f=330:r=48000',
      '-t',
      '20',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ],
    ...['-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2', made],
  ])
  const real = join(process.env['HANPYEON_DATA'] ?? '', 'big-buck-bunny-30s.mp4')
  const found: [string, string][] = [['made 1080p, 20 s, stereo', made]]
  if (process.env['HANPYEON_DATA'] && existsSync(real))
    found.push(['Big Buck Bunny 480p, 30 s, 5.1', real])
  return found
}

/** A plain ffmpeg command: every rung scaled from the source in one process, with the same settings. */
async function bareLadder(file: string, folder: string): Promise<void> {
  const found = await probe(file)
  const rungs = bitrateLadder(found)
  for (const name of [...rungs.map((rung) => rung.name), 'audio']) {
    await mkdir(join(folder, name), { recursive: true })
  }
  const hls = (name: string) => [
    ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_flags', 'independent_segments', '-hls_segment_filename', `${name}/%05d.m4s`],
    `${name}/index.m3u8`,
  ]
  const split = `[0:v]split=${rungs.length}${rungs.map((rung) => `[s${rung.name}]`).join('')}`
  const scales = rungs.map(
    (rung) => `[s${rung.name}]scale=${rung.width}:${rung.height}[${rung.name}]`,
  )
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-i',
    file,
    '-filter_complex',
    [split, ...scales].join(';'),
  ]
  for (const rung of rungs) {
    args.push(
      ...['-map', `[${rung.name}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
      ...['-crf', '22', '-maxrate', `${rung.kbps}k`, '-bufsize', `${rung.kbps * 2}k`],
      ...[
        '-pix_fmt',
        'yuv420p',
        '-force_key_frames',
        'expr:gte(t,n_forced*2)',
        '-sc_threshold',
        '0',
      ],
      ...hls(rung.name),
    )
  }
  args.push(
    '-map',
    '0:a',
    '-c:a',
    'aac',
    '-ac',
    '2',
    '-ar',
    '48000',
    '-b:a',
    '128k',
    ...hls('audio'),
  )
  await run(findFfmpeg(), args, { cwd: folder })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
