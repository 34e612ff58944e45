import { DataStore, Upload } from '@tus/server'
import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadContext, type UploadRegistry } from './upload-context.ts'
import { createMinorGcTrigger } from './minor-gc.ts'

/** What the protocol's server answers with, thrown. */
const answer = (status_code: number, body: string) =>
  Object.assign(new Error(body), { status_code, body })
const mismatch = () => answer(460, 'Checksum Mismatch\n')
const gone = () => answer(404, 'The file for this url was not found\n')
const cut = () => answer(400, 'The request ended before its body\n')

export const checksumAlgorithms = ['sha256', 'sha1'] as const

/**
 * Uploads as files, with their facts in the database in place of a file beside each.
 *
 * An offset is what was acknowledged and recorded, and never more than the file holds. What a killed process left
 * beyond that is cut off before anything is written after it.
 */
export class UploadStore extends DataStore {
  readonly #registry: UploadRegistry

  constructor(registry: UploadRegistry) {
    super()
    this.#registry = registry
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum']
  }

  #path = (token: string) => this.#registry.filePath(token)

  /** Its row is there already: it was begun before the protocol's server heard of it. */
  override async create(file: Upload) {
    const path = this.#path(file.id)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
    return file
  }

  override async getUpload(token: string): Promise<Upload> {
    const known = await this.#registry.find(token)
    if (!known) throw gone()
    const asked = uploadContext.getStore()
    if (asked) asked.known = known
    const { bytes: size, received, created_at: creation_date, name } = known
    const path = this.#path(token)
    const facts = await stat(path).catch(() => undefined)
    // One that is an asset by now has given up its file.
    if (!facts && received < size) throw gone()
    if (facts && facts.size > received) await truncate(path, received)
    const offset = Math.min(received, facts?.size ?? received)
    return new Upload({ id: token, size, offset, creation_date, metadata: { filename: name } })
  }

  /**
   * Writes the body of the request at hand; the stream that is handed over is empty.
   * @returns the offset after it, which is recorded.
   */
  override async write(_stream: unknown, token: string, offset: number): Promise<number> {
    const given = uploadContext.getStore()
    // Read under the lock a moment ago; not where the beginning of an upload brings bytes along.
    const known = given?.known ?? (await this.#registry.find(token))
    if (!given || !known) throw gone()
    const { request, stop } = given
    const path = this.#path(token)
    const checksum = checksumOf(request)
    const sweep = createMinorGcTrigger()
    const file = createWriteStream(path, { flags: 'r+', start: offset })
    let fault: unknown
    // It sees what the disk is given, at the pace of the disk.
    request.on('data', (chunk: Buffer) => {
      checksum?.hash.update(chunk)
      sweep(chunk.length)
    })
    try {
      // A body that says how long it is has been looked at before, and is no longer than it says.
      const bound = request.headers['content-length'] === undefined
      await (bound
        ? pipeline(request, bounded(known.bytes - offset), file, { signal: stop.signal })
        : pipeline(request, file, { signal: stop.signal }))
    } catch (error) {
      fault = error
    }
    if (fault === undefined && checksum && checksum.hash.digest('base64') !== checksum.expected) {
      await truncate(path, offset)
      throw mismatch()
    }
    const now = offset + file.bytesWritten
    if (now > offset) await this.#registry.setReceived(token, now)
    if (fault === undefined) {
      if (now === known.bytes) await flush(path)
      return now
    }
    const { code, status_code, syscall } = fault as NodeJS.ErrnoException & { status_code?: number }
    if (status_code) throw fault
    if (code === 'ENOSPC') throw answer(507, 'No space left\n')
    // The disk's, and none of who sends.
    if (syscall === 'open' || syscall === 'write') throw fault
    throw cut()
  }

  override async remove(token: string) {
    await rm(this.#path(token), { force: true })
    await this.#registry.drop(token, uploadContext.getStore()?.sender)
  }
}

/** `sha256 base64`: what the body of this request must add up to. */
function checksumOf(request: IncomingMessage): { hash: Hash; expected: string } | undefined {
  const given = request.headers['upload-checksum']
  if (typeof given !== 'string') return undefined
  const [name = '', expected = ''] = given.split(' ')
  if (!(checksumAlgorithms as readonly string[]).includes(name)) throw answer(400, 'Bad checksum\n')
  return { hash: createHash(name), expected }
}

/** Lets `most` bytes through and no more. */
function bounded(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) return done(answer(413, "upload's size exceeded\n"))
      done(null, chunk)
    },
  })
}

/** What is told to be there outlives the machine's power. */
async function flush(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
