import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { audioArgs, encodeAudio, loudness } from './renditions/audio.ts'
import { type CaptionInput, writeCaptions } from './captions/captions.ts'
import type { RunLimits } from './ffmpeg.ts'
import { bitrateLadder, firstRung, type Rung } from './renditions/bitrate-ladder.ts'
import {
  bandwidth,
  multivariantPlaylist,
  readSegments,
  type Segment,
  videoCodec,
} from './hls/playlist.ts'
import { checkTimes } from './hls/check-times.ts'
import { writePoster } from './stills/poster.ts'
import type { Probe } from './input/probe.ts'
import type { SourceNotice } from './input/source-notices.ts'
import { planStoryboard, type Storyboard, writeStoryboard } from './stills/storyboard.ts'
import { encodeVideo, videoArgs, type VideoSettings } from './renditions/video.ts'
import { fingerprint, openStagingFolder, type StagingFolder } from './staging-folder.ts'
import { availableParallelism } from 'node:os'

type EncodeStage = 'encoding' | 'packaging' | 'ready'

export type EncodeOptions = VideoSettings & {
  signal?: AbortSignal | undefined
  /** `fraction` is 0..1 and never decreases. */
  onProgress?: ((fraction: number, stage: EncodeStage) => void) | undefined
  /** Called with each step and each line of ffmpeg's stderr. */
  onLog?: ((line: string) => void) | undefined
  captions?: CaptionInput[] | undefined
  /** The largest rendition that a viewer may load, as the shorter side in pixels; unlimited by default. */
  max_height?: number | undefined
  /** Makes only the rendition in which a film first plays. */
  is_first?: boolean | undefined
  /** Added to the niceness of the process, so that encoding does not slow down requests: 0..19. */
  nice?: number | undefined
  limits?: Partial<RunLimits> | undefined
}

/** A video rendition. `rung` is its nominal height; `bandwidth` (peak) and `average` are in bit/s without audio. */
export type Rendition = {
  name: string
  rung: number
  width: number
  height: number
  bandwidth: number
  average: number
  codecs: string
  path: string
}

/** The result of an encode. Paths are relative to the folder. */
export type EncodeResult = {
  duration: number
  orientation: 'horizontal' | 'vertical'
  frame_rate: number
  main: string
  renditions: Rendition[]
  has_audio: boolean
  captions: { language: string; label: string; path: string }[]
  storyboard: Storyboard & { path: string; vtt: string }
  /** Null if every frame is blank, as in a film of black frames. */
  poster: { path: string; width: number; height: number } | null
  /** Seconds of the frames that are fit to be posters, best first; the first is that of `poster`. */
  stills: number[]
  /** Total size of the folder in bytes. */
  bytes: number
  /** Parts of the source that the film lacks. */
  notices: SourceNotice[]
}

/**
 * Encodes a probed video into `folder`, which appears complete by one rename; until then, all files are in
 * `folder + '.work'`. A repeated call resumes after the last finished stage, or returns the finished result.
 * @throws InputRejectedError (final), EncoderError (retry), or the signal's reason.
 */
export async function encode(
  file: string,
  probe: Probe,
  folder: string,
  options: EncodeOptions = {},
): Promise<EncodeResult> {
  const source = resolve(file)
  const target = resolve(folder)
  const { signal } = options
  signal?.throwIfAborted()
  const film = planFilm(probe, options)
  const plan = createHash('sha256')
    .update(
      JSON.stringify({
        source: await fingerprint(source),
        captions: options.captions ?? [],
        loudness,
        film,
        // The name of the source may differ when another worker resumes.
        commands: commandsOf('source', film, options),
      }),
    )
    .digest('hex')
  const finished = await readFinished(target, plan)
  if (finished) return finished

  await mkdir(dirname(target), { recursive: true })
  const work = await openStagingFolder(target, plan)
  try {
    const encoded = await run(source, film, work, plan, options)
    // A rename replaces an empty folder only. A finished encode here has another plan, so that nothing refers to it.
    if (await isFinished(target)) await rm(target, { recursive: true })
    else await rmdir(target).catch(() => {})
    await work.publish()
    options.onProgress?.(1, 'ready')
    return encoded
  } finally {
    await work.close()
  }
}

type FilmPlan = { probe: Probe; rungs: Rung[]; board: ReturnType<typeof planStoryboard> }

function planFilm(probe: Probe, { max_height, is_first }: EncodeOptions): FilmPlan {
  const rungs = bitrateLadder(probe, max_height)
  return { probe, rungs: is_first ? [firstRung(rungs)] : rungs, board: planStoryboard(probe) }
}

/** The arguments of ffmpeg, which determine the result: a stage of other arguments is not resumed. */
function commandsOf(source: string, { probe, rungs, board }: FilmPlan, options: VideoSettings) {
  const { audio } = probe
  return {
    video: videoArgs(source, probe, rungs, board, options),
    audio: audio && audioArgs(source, probe, audio),
  }
}

async function run(
  source: string,
  film: FilmPlan,
  work: StagingFolder,
  plan: string,
  options: EncodeOptions,
): Promise<EncodeResult> {
  const { probe, rungs } = film
  const commands = commandsOf(source, film, options)
  const limits = { ...encodeLimits(probe), nice: options.nice ?? 0, ...options.limits }
  const report = progress(probe.duration, options)

  // Captions first: an invalid file fails before the expensive stages.
  await work.stage('captions', async (folder) => {
    await writeCaptions(options.captions ?? [], probe.duration, folder)
  })

  // Audio and video run in parallel and read the source separately, so that a failure of one keeps the result of the
  // other stage. The first failure stops the other.
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])])
  const results = await Promise.allSettled(
    [
      work.stage('video', (folder) =>
        encodeVideo(commands.video, rungs, folder, {
          signal,
          limits,
          onLog: options.onLog,
          onTime: (seconds) => report.video(seconds),
        }),
      ),
      commands.audio
        ? work.stage('audio', (folder) =>
            encodeAudio(commands.audio!, folder, { signal, limits, onLog: options.onLog }),
          )
        : Promise.resolve(),
    ].map((stage) =>
      stage.catch((error: unknown) => {
        if (!stop.signal.aborted) stop.abort(error)
        throw error
      }),
    ),
  )
  if (results.some((result) => result.status === 'rejected')) {
    options.signal?.throwIfAborted()
    throw stop.signal.reason
  }

  report.packaging(0)
  const captions = (options.captions ?? []).map(({ language, label }) => ({
    language,
    label,
    path: `captions/${language}.vtt`,
  }))
  const encoded = await finish(film, captions, work.path, { signal, limits })
  report.packaging(0.9)
  await writeFile(join(work.path, 'encoded.json'), JSON.stringify({ plan, encoded }))
  return encoded
}

/** Compares the result with the source, and writes playlists, storyboard and poster. */
async function finish(
  { probe, rungs, board: boardPlan }: FilmPlan,
  captions: EncodeResult['captions'],
  folder: string,
  run: { signal: AbortSignal; limits: RunLimits },
): Promise<EncodeResult> {
  const timing = await checkTimes(folder, probe, rungs, run)
  const renditions: (Rendition & { segments: Segment[] })[] = []
  for (const rung of rungs) {
    const segments = await readSegments(join(folder, rung.name))
    const rates = bandwidth(segments)
    renditions.push({
      name: rung.name,
      rung: rung.rung,
      width: rung.width,
      height: rung.height,
      bandwidth: rates.peak,
      average: rates.average,
      codecs: await videoCodec(join(folder, rung.name)),
      path: `${rung.name}/index.m3u8`,
      segments,
    })
  }
  const top = renditions.at(-1)!
  const duration = top.segments.reduce((sum, segment) => sum + segment.duration, 0)
  const audio = probe.audio ? bandwidth(await readSegments(join(folder, 'audio'))) : null
  await writeFile(
    join(folder, 'main.m3u8'),
    multivariantPlaylist({
      variants: renditions.map((rendition) => ({
        uri: rendition.path,
        width: rendition.width,
        height: rendition.height,
        codec: rendition.codecs,
        bandwidth: { peak: rendition.bandwidth, average: rendition.average },
      })),
      frame_rate: probe.frame_rate,
      audio: audio && { uri: 'audio/index.m3u8', bandwidth: audio, channels: 2 },
      captions: captions.map(({ language, label }) => ({
        language,
        label,
        uri: `captions/${language}.m3u8`,
      })),
    }),
  )
  await mkdir(join(folder, 'storyboard'), { recursive: true })
  const small = join(folder, '.small.rgb')
  const { board, stills: indexes } = await writeStoryboard(small, boardPlan, duration, folder)
  const stills = indexes.map((index) => index * board.interval)
  const [best] = stills
  const poster = best === undefined ? null : await writePoster(top, top.segments, best, folder, run)
  return {
    duration,
    orientation: probe.orientation,
    frame_rate: probe.frame_rate.num / probe.frame_rate.den,
    main: 'main.m3u8',
    renditions: renditions.map(({ segments: _, ...rendition }) => rendition),
    has_audio: probe.audio !== null,
    captions,
    storyboard: { ...board, path: 'storyboard/storyboard.json', vtt: 'storyboard/storyboard.vtt' },
    poster,
    stills,
    bytes: await folderBytes(folder),
    notices: [...probe.notices, ...sizeNotices(probe, top), ...timing],
  }
}

/** Reports that a viewer may not load the highest rendition of the ladder. */
function sizeNotices(probe: Probe, top: Rendition): SourceNotice[] {
  const highest = bitrateLadder(probe).at(-1)!
  return highest.rung > top.rung ? [{ code: 'height', from: highest.rung, to: top.rung }] : []
}

/** Video takes 96 % of the progress, packaging the rest. */
function progress(duration: number, { onProgress }: EncodeOptions) {
  let last = 0
  const emit = (fraction: number, stage: EncodeStage) => {
    last = Math.max(last, Math.min(1, fraction))
    onProgress?.(last, stage)
  }
  return {
    video: (seconds: number) => emit(0.96 * Math.min(1, seconds / duration), 'encoding'),
    packaging: (fraction: number) => emit(0.96 + 0.04 * fraction, 'packaging'),
  }
}

async function readFinished(folder: string, plan: string): Promise<EncodeResult | null> {
  try {
    const stored = JSON.parse(await readFile(join(folder, 'encoded.json'), 'utf8')) as {
      plan: string
      encoded: EncodeResult
    }
    return stored.plan === plan ? stored.encoded : null
  } catch {
    return null
  }
}

const isFinished = (folder: string): Promise<boolean> =>
  access(join(folder, 'encoded.json')).then(
    () => true,
    () => false,
  )

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.startsWith('.')) {
      bytes += (await stat(join(entry.parentPath, entry.name))).size
    }
  }
  return bytes
}

/**
 * CPU, memory and stall limits of one encode. The base is 2x the duration on all cores: grainy 1080p at 30 fps takes
 * 2.3 s of CPU per second, which 2x of a single core would reject. The limit scales with size, frame rate and tone
 * mapping; the constant covers startup on short inputs. Memory is address space: 1080p takes 1.6 GiB and HDR 4K 2 GiB on
 * two cores, and thread stacks add to it per core.
 */
function encodeLimits(probe: Probe): RunLimits {
  const cores = availableParallelism()
  const rate = probe.frame_rate.num / probe.frame_rate.den
  const size = Math.max(1, (probe.width * probe.height * rate) / (1920 * 1080 * 30))
  const weight = size * (probe.colour.treatment === 'tone_map' ? 3 : 1)
  return {
    cpu_seconds: 60 + 2 * probe.duration * weight * Math.min(8, Math.max(2, cores)),
    memory_mib: (probe.width * probe.height > 1920 * 1200 ? 8192 : 4096) + 256 * cores,
    stall_seconds: 60,
  }
}
