import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Script } from './film.ts'
import { rate } from './sound/instruments.ts'
import { render as renderSound } from './sound/mix.ts'
import { wav } from './sound/wav.ts'
import { Reel, Stage } from './stage/stage.ts'

/** Pictures a second unless the script says otherwise. */
const usualRate = 24

/** Options of rendering. `slice` renders only those seconds, with the sound level of the film up to there. */
export interface Synthesis {
  readonly ffmpeg: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((fraction: number) => void) | undefined
  /** Awaited each second of the film; lets a more urgent one go first. */
  readonly pause?: (() => Promise<void>) | undefined
  readonly slice?: { readonly start: number; readonly seconds: number } | undefined
}

/** The picture of a script and the canvas it is drawn on. */
export function open(script: Script): { readonly reel: Reel; readonly canvas: Canvas } {
  const scale = script.scale ?? 1
  const [width, height] = script.orientation === 'vertical' ? [720, 1280] : [1280, 720]
  const stage = new Stage(width, height, scale)
  const reel = new Reel(stage, script.shots)
  return { reel, canvas: createCanvas(width * scale, height * scale) }
}

/** Draws the picture at second `t` and answers its opaque RGBA bytes. */
export function frame(reel: Reel, canvas: Canvas, t: number): Buffer {
  const ctx = canvas.getContext('2d')
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = 1
  ctx.globalCompositeOperation = 'source-over'
  ctx.fillStyle = '#000000'
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  reel.draw(ctx, t)
  return canvas.data()
}

/** Returns the arguments of ffmpeg: raw frames on its standard input and sound from a file, written to `output`. */
function instructions(
  canvas: Canvas,
  drawn: number,
  sound: string,
  output: string,
  container: string,
): string[] {
  const mp4 = container === '.mp4'
  return [
    ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
    ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-video_size', `${canvas.width}x${canvas.height}`],
    ['-framerate', `${drawn}`, '-i', 'pipe:0', '-f', 'wav', '-i', sound],
    ['-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '19'],
    // Drawing takes longer than encoding, and each further thread costs CPU time.
    ['-threads', '1'],
    [
      '-vf',
      `scale=flags=fast_bilinear:out_color_matrix=bt709:out_range=tv,fps=${drawn}`,
      '-pix_fmt',
      'yuv420p',
    ],
    [
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-g',
      `${drawn * 2}`,
    ],
    mp4 ? ['-c:a', 'aac', '-b:a', '224k', '-movflags', '+faststart'] : ['-c:a', 'pcm_s16le'],
    ['-f', mp4 ? 'mp4' : 'matroska', output],
  ].flat()
}

/**
 * Draws and sounds a script into `output` (.mp4 with AAC, or .mkv with PCM). It is written under another name
 * and renamed when whole. Rejects with the signal's reason when aborted, and with ffmpeg's last lines
 * when ffmpeg fails; either way nothing is left behind.
 */
export async function write(script: Script, output: string, options: Synthesis): Promise<void> {
  const { signal, onProgress } = options
  signal?.throwIfAborted()
  const container = path.extname(output).toLowerCase()
  if (container !== '.mp4' && container !== '.mkv')
    throw new Error(`A film is written as .mp4 or .mkv, not ${path.basename(output)}`)
  await mkdir(path.dirname(output), { recursive: true })
  const unfinished = path.join(path.dirname(output), `.${path.basename(output)}.${process.pid}`)
  const soundFile = `${unfinished}.wav`
  const pictureFile = `${unfinished}.part`
  try {
    const { reel, canvas } = open(script)
    const drawn = script.drawn ?? usualRate
    const start = options.slice?.start ?? 0
    const seconds = options.slice?.seconds ?? reel.seconds
    const sound = await renderSound(script.soundtrack(reel.seconds), start + seconds)
    signal?.throwIfAborted()
    await writeFile(soundFile, wav(sound, Math.round(start * rate), Math.round(seconds * rate)))
    onProgress?.(0.02)
    await encode(
      reel,
      canvas,
      drawn,
      start,
      seconds,
      instructions(canvas, drawn, soundFile, pictureFile, container),
      options,
    )
    await rename(pictureFile, output)
    onProgress?.(1)
  } finally {
    await Promise.all([soundFile, pictureFile].map((file) => rm(file, { force: true })))
  }
}

async function encode(
  reel: Reel,
  canvas: Canvas,
  drawn: number,
  start: number,
  seconds: number,
  args: readonly string[],
  { ffmpeg, signal, onProgress, pause }: Synthesis,
): Promise<void> {
  const child = spawn(ffmpeg, args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  let said = ''
  let failure: Error | undefined
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    said = (said + words).slice(-4000)
  })
  child.on('error', (error) => {
    failure ??= error
  })
  // EPIPE only says that ffmpeg went away; its exit and its words say why.
  child.stdin.on('error', () => {})
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const frames = Math.round(seconds * drawn)
  for (let index = 0; index < frames && child.exitCode === null && !failure; index++) {
    const picture = frame(reel, canvas, start + index / drawn)
    if (!child.stdin.write(picture)) await Promise.race([once(child.stdin, 'drain'), closed])
    else await breathe()
    if (index % drawn === 0) await pause?.()
    if (index % drawn === 0) onProgress?.(0.02 + (0.97 * index) / frames)
  }
  child.stdin.end()
  const code = await closed
  signal?.throwIfAborted()
  if (failure) throw new Error(`ffmpeg could not be run: ${failure.message}`, { cause: failure })
  if (code !== 0)
    throw new Error(`ffmpeg ended with ${code}: ${said.trim().split('\n').slice(-6).join('\n')}`)
}
