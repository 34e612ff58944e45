import { encode, findFfmpeg, probe } from '#server/adapters/encoder/index.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache/test-films')

type Captions = readonly { language: string; label: string; content: string }[]

/**
 * Makes a test film with sound, once for all runs.
 * @param seconds its length.
 * @param size its width and height, such as `960x540`.
 */
export async function makeTrialFilm(seconds: number, size: string): Promise<string> {
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `${seconds}-${size}-${encoderHash()}.mp4`)
  if (existsSync(file)) return file
  const draft = `${file}.${process.pid}.mp4`
  const picture = `testsrc2=size=${size}:rate=12:duration=${seconds}`
  const sound = `sine=frequency=440:sample_rate=48000:duration=${seconds}`
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest'.split(' ')
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  await promisify(execFile)(findFfmpeg(), ['-v', 'error', '-y', ...inputs, ...codecs, draft])
  renameSync(draft, file)
  return file
}

/**
 * Puts the encoded form of a trial film where the encoding job of an asset writes its own, so that the job finds it
 * finished. The film is encoded once for all runs.
 */
export async function placeEncodedFilm(file: string, captions: Captions, folder: string) {
  const key = createHash('sha256').update(JSON.stringify(captions)).digest('hex').slice(0, 8)
  const encoded = `${file.replace(/\.mp4$/, '')}-${key}`
  if (!existsSync(encoded)) {
    const draft = `${encoded}.${process.pid}`
    await encode(file, await probe(file), draft, {
      captions: captions.map(({ content, ...caption }) => ({ ...caption, text: content })),
    })
    // Another worker may have encoded the same film meanwhile.
    if (existsSync(encoded)) rmSync(draft, { recursive: true })
    else renameSync(draft, encoded)
  }
  cpSync(encoded, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

let hashed: string | undefined
/** @returns a hash of the encoder, so that a changed encoder encodes again. */
function encoderHash(): string {
  if (hashed) return hashed
  const hash = createHash('sha256')
  for (const name of globSync('server/adapters/encoder/**/*.ts', { cwd: root }).sort())
    if (!name.endsWith('.test.ts')) hash.update(readFileSync(join(root, name)))
  return (hashed = hash.digest('hex').slice(0, 12))
}
