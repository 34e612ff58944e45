/**
 * Fuzzes the encoder: `node test/hard/encoder/fuzz.ts [ROUNDS] [SEED]`.
 * Each input is a valid film with bytes flipped, removed, repeated or overwritten. Each must end as a complete
 * encode or as a refusal with a reason, within limits of time and disk, and leave no incomplete folder.
 * Prints a summary; exits with 1 and keeps the file at the first violation.
 */
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  InputRejectedError,
  encode,
  encoderErrorText,
  probe,
} from '#server/adapters/encoder/index.ts'
import { generateFilm } from '#test/fixtures/generated-films.ts'

const rounds = Number(process.argv[2] ?? 300)
const seed = Number(process.argv[3] ?? 1)
const MOST_SECONDS = 60

let state = seed >>> 0 || 1
/** xorshift32: a seed reproduces a failure. */
function random(below: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

/** Mostly near the start and the end, where the headers are. */
function place(film: Buffer): number {
  const near = random(3)
  const span = Math.min(film.length, 2000)
  if (near === 0) return random(span)
  if (near === 1) return film.length - 1 - random(span)
  return random(film.length)
}

function broken(good: Buffer): Buffer {
  let film = Buffer.from(good)
  for (let count = 1 + random(6); count > 0; count--) {
    const at = place(film)
    const length = 1 + random(64)
    const kind = random(5)
    if (kind === 0) film[at] = random(256)
    if (kind === 1) film.fill(random(256), at, at + length)
    if (kind === 2) film = Buffer.concat([film.subarray(0, at), film.subarray(at + length)])
    if (kind === 3) film = Buffer.concat([film.subarray(0, at + length), film.subarray(at)])
    if (kind === 4 && at + 4 <= film.length)
      film.writeUInt32BE(random(2) ? 0xffffffff : 0x7fffffff, at)
    if (film.length < 16) return Buffer.from(good.subarray(0, 16))
  }
  return film
}

const otherContainers = [
  { name: 'f.mpg', args: ['-c:v', 'mpeg2video', '-c:a', 'ac3', '-f', 'vob'] },
  { name: 'g.m2ts', args: ['-c:v', 'mpeg2video', '-c:a', 'ac3', '-mpegts_m2ts_mode', '1'] },
  { name: 'h.avi', args: ['-c:v', 'mpeg4', '-c:a', 'adpcm_ms'] },
  { name: 'i.wmv', args: ['-c:v', 'wmv2', '-c:a', 'wmav2'] },
  { name: 'j.mxf', args: ['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'] },
  { name: 'k.flv', args: ['-c:v', 'flv1', '-c:a', 'libmp3lame', '-ar', '44100'] },
  { name: 'l.dv', size: '720x576', rate: 25, args: ['-c:v', 'dvvideo', '-c:a', 'pcm_s16le'] },
  { name: 'm.ts', args: ['-c:v', 'libx264', '-c:a', 'aac', '-mpegts_flags', 'latm'] },
]

const box = await mkdtemp(join(tmpdir(), 'fuzz-'))
const tally: Record<string, number> = {}
let slowest = 0
let failed = false
try {
  const shape = { size: '128x72', seconds: 1 }
  const films = [
    await generateFilm(box, { ...shape, name: 'a.mp4' }),
    await generateFilm(box, { ...shape, name: 'b.mkv' }),
    await generateFilm(box, {
      ...shape,
      name: 'c.webm',
      args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
    }),
    await generateFilm(box, { ...shape, name: 'd.ts' }),
    await generateFilm(box, {
      ...shape,
      name: 'e.mov',
      args: ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'],
    }),
    ...(await Promise.all(otherContainers.map((film) => generateFilm(box, { ...shape, ...film })))),
  ]
  const good = await Promise.all(films.map((film) => readFile(film)))
  for (let round = 0; round < rounds && !failed; round++) {
    const file = join(box, 'broken')
    const out = join(box, 'out')
    await writeFile(file, broken(good[round % good.length]!))
    const started = performance.now()
    let end: string
    try {
      const encoded = await encode(file, await probe(file), out)
      end = 'encoded'
      if (encoded.bytes > 50e6 || encoded.duration > 60)
        throw new Error(`too much: ${encoded.bytes}`)
    } catch (error) {
      if (error instanceof InputRejectedError && encoderErrorText(error.code)) {
        end = error.code
        if ((await readdir(box)).includes('out')) throw new Error('a refused film left a folder')
      } else {
        console.error(`round ${round}, seed ${seed}:`, error)
        await copyFile(file, join(tmpdir(), `fuzz-${seed}-${round}`))
        failed = true
        end = 'BROKEN'
      }
    }
    const seconds = (performance.now() - started) / 1000
    if (seconds > MOST_SECONDS) {
      console.error(`round ${round}: ${seconds} s (${end})`)
      failed = true
    }
    slowest = Math.max(slowest, seconds)
    tally[end] = (tally[end] ?? 0) + 1
    for (const name of ['out', 'out.work', 'out.lock']) {
      await rm(join(box, name), { recursive: true, force: true })
    }
  }
} finally {
  await rm(box, { recursive: true, force: true })
}
console.table(tally)
console.log(`slowest: ${slowest.toFixed(1)} s`)
process.exitCode = failed ? 1 : 0
