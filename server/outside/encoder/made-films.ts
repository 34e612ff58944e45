// Films the tests make for themselves, small and quick.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { findFfmpeg } from './ffmpeg.ts'
import { readSegments } from './playlist.ts'

const run = promisify(execFile)

/** A folder of its own for a test file, and how to be rid of it. */
export async function filmFolder(): Promise<{
  path: string
  [Symbol.asyncDispose](): Promise<void>
}> {
  const path = await mkdtemp(join(tmpdir(), 'films-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Runs ffmpeg in a folder; answers what it printed. */
export async function ffmpeg(
  cwd: string,
  args: string[],
): Promise<{ stdout: Buffer; stderr: string }> {
  const all = ['-nostdin', '-hide_banner', '-y', ...args]
  const { stdout, stderr } = await run(findFfmpeg(), all, {
    cwd,
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  })
  return { stdout, stderr: stderr.toString() }
}

export type MadeFilm = {
  name: string
  size?: string
  rate?: number | string
  seconds?: number
  /** Channel layout of the sound; none for a silent film. */
  sound?: 'mono' | 'stereo' | '5.1' | null
  /** Output arguments, codecs among them. */
  args?: string[]
  filter?: string
}

const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']

/** Writes a moving test picture with a tone, and answers its path. */
export async function makeFilm(folder: string, film: MadeFilm): Promise<string> {
  const { size = '320x180', rate = 24, seconds = 3, sound = 'stereo', filter } = film
  const args = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}`]
  if (sound) args.push('-f', 'lavfi', '-i', `sine=f=440:r=48000,aformat=channel_layouts=${sound}`)
  if (filter) args.push('-vf', filter)
  await ffmpeg(folder, [...args, '-t', String(seconds), ...(film.args ?? quick), film.name])
  return join(folder, film.name)
}

/** Packets of a rendition, in the order they are shown, as a second parser sees them. Seconds. */
export async function renditionPackets(folder: string): Promise<{ at: number; key: boolean }[]> {
  const parts = [await readFile(join(folder, 'init.mp4'))]
  for (const segment of await readSegments(folder))
    parts.push(await readFile(join(folder, segment.uri)))
  const input = new Input({ source: new BufferSource(Buffer.concat(parts)), formats: [MP4] })
  const [track] = await input.getTracks()
  const packets: { at: number; key: boolean }[] = []
  for await (const packet of new EncodedPacketSink(track!).packets()) {
    packets.push({ at: packet.timestamp, key: packet.type === 'key' })
  }
  return packets.sort((one, other) => one.at - other.at)
}

/** What a decoder has to say about a rendition; nothing, when all is well. */
export async function decoderWarnings(folder: string): Promise<string> {
  const { stderr } = await ffmpeg(folder, ['-v', 'warning', '-i', 'index.m3u8', '-f', 'null', '-'])
  return stderr
}
