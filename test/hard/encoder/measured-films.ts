// Films whose synchrony is measurable, and measurements of encoded films.
import { join } from 'node:path'
import { ffmpeg } from '#test/fixtures/generated-films.ts'

/** Seconds that a flash and a tone last. */
const length = 0.12

const isOn = `gte(t\\,0.9)*lt(mod(t+0.0001\\,1)\\,${length})`

type FlashAndBeep = {
  name: string
  seconds?: number
  rate?: number | string
  size?: string
  /** Filters after the flash, such as an interlacer. */
  filter?: string
  /** Arguments before the two inputs, such as `-itsoffset`. */
  video_input?: string[]
  audio_input?: string[]
  /** Output arguments, codecs among them. */
  args?: string[]
}

const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']

/** Writes a film with a white flash and a tone at every full second from the first on. @returns its path. */
export async function generateFlashAndBeep(folder: string, film: FlashAndBeep): Promise<string> {
  const { seconds = 4, rate = 25, size = '320x180', filter = 'null' } = film
  await ffmpeg(folder, [
    ...['-v', 'error', ...(film.video_input ?? []), '-f', 'lavfi', '-t', String(seconds)],
    ...['-i', `color=black:s=${size}:r=${rate},drawbox=c=white:t=fill:enable='${isOn}',${filter}`],
    ...[...(film.audio_input ?? []), '-f', 'lavfi', '-t', String(seconds)],
    ...['-i', `aevalsrc='if(${isOn}\\,sin(6283*t)\\,0)/2:s=48000'`],
    ...[...(film.args ?? quick), film.name],
  ])
  return join(folder, film.name)
}

/** Measures when the flashes and tones of an encoded film begin, in seconds. */
export async function measureSync(
  folder: string,
  rendition: string,
): Promise<{ flashes: number[]; beeps: number[] }> {
  const picture = await ffmpeg(join(folder, rendition), [
    ...['-v', 'error', '-i', 'index.m3u8', '-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', '-'],
  ])
  const rate = await frameRate(join(folder, rendition))
  const sound = await ffmpeg(join(folder, 'audio'), [
    ...['-v', 'error', '-i', 'index.m3u8', '-ac', '1', '-f', 'f32le', '-'],
  ])
  const { buffer, byteOffset, byteLength } = sound.stdout
  const samples = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))
  return {
    flashes: onsets(picture.stdout, (light) => light > 120, rate),
    beeps: onsets(samples, (level) => Math.abs(level) > 0.1, 48_000),
  }
}

async function frameRate(folder: string): Promise<number> {
  const { stderr } = await ffmpeg(folder, ['-i', 'index.m3u8', '-f', 'null', '-'])
  return Number(/([\d.]+) fps/.exec(stderr)?.[1])
}

/** The times at which values become true after half a second in which they were not. */
function onsets(
  values: ArrayLike<number>,
  isLoud: (value: number) => boolean,
  rate: number,
): number[] {
  const times: number[] = []
  let last = -Infinity
  for (let index = 0; index < values.length; index++) {
    if (!isLoud(values[index]!)) continue
    if (index - last > rate / 2) times.push(index / rate)
    last = index
  }
  return times
}

/** How many frames of an encoded film show two times, and how many one. */
export async function combing(folder: string, rendition: string) {
  const { stderr } = await ffmpeg(join(folder, rendition), [
    ...['-i', 'index.m3u8', '-vf', 'idet=intl_thres=1.3', '-f', 'null', '-'],
  ])
  const last = stderr.slice(stderr.lastIndexOf('Multi frame detection'))
  const [, tff, bff, progressive] = /TFF: *(\d+) BFF: *(\d+) Progressive: *(\d+)/.exec(last) ?? []
  return { interlaced: Number(tff) + Number(bff), progressive: Number(progressive) }
}

/** The frequencies in Hz that are loud in a channel of the encoded sound. */
export async function tonesOf(folder: string, channel: 0 | 1, frequencies: number[]) {
  const { stdout } = await ffmpeg(join(folder, 'audio'), [
    ...[
      '-v',
      'error',
      '-ss',
      '0.5',
      '-i',
      'index.m3u8',
      '-t',
      '1',
      '-af',
      `pan=mono|c0=c${channel}`,
    ],
    ...['-f', 'f32le', '-'],
  ])
  const { buffer, byteOffset, byteLength } = stdout
  const samples = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))
  return frequencies.filter((frequency) => {
    let sine = 0
    let cosine = 0
    for (const [index, value] of samples.entries()) {
      const angle = (2 * Math.PI * frequency * index) / 48_000
      sine += value * Math.sin(angle)
      cosine += value * Math.cos(angle)
    }
    return Math.hypot(sine, cosine) / samples.length > 0.005
  })
}
