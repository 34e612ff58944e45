import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createLocalPathResolver, pathExists } from './local-storage.ts'
import {
  StorageUnavailableError,
  type StorageKey,
  type Storage,
  type StorageFolders,
  type StorageEntry,
} from './storage.ts'
import { createS3Client, maxPutBytes, type S3Config } from './s3-client.ts'

/** So many requests at once for one folder: a film is thousands of small files. */
const side_by_side = 8
/** How long a file that is kept in memory may take, in ms. */
const wholeBy = 30_000

/** Files in a bucket of S3, or of anything that speaks it. The folders of this machine are for work alone. */
export function createS3Storage(config: S3Config, folders: StorageFolders): Storage {
  const here = createLocalPathResolver(folders)
  const s3 = createS3Client(config)

  async function putFile(name: StorageKey, file: string, signal?: AbortSignal) {
    const { size } = await stat(file)
    if (size <= maxPutBytes) return s3.put(name, await readFile(file), 5, signal)
    return s3.putParts(name, partsOf(file), signal)
  }

  /** Appears whole. */
  async function bring(name: string, to: string, signal?: AbortSignal) {
    const response = await s3.get(name, undefined, signal)
    if (!response?.body) throw new StorageUnavailableError(`S3 GET ${name}: it is not there`)
    await mkdir(dirname(to), { recursive: true })
    const part = `${to}.part`
    try {
      await pipeline(streamOf(response), createWriteStream(part), signal ? { signal } : {})
      await rename(part, to)
    } catch (error) {
      await rm(part, { force: true })
      throw isOfDisk(error)
        ? error
        : new StorageUnavailableError(`S3 GET ${name}: ${(error as Error).message}`)
    }
  }

  async function namesBelow(name: StorageKey): Promise<StorageKey[]> {
    const names: StorageKey[] = []
    for await (const { key } of s3.list(`${name}/`)) names.push(key as StorageKey)
    return names
  }

  return {
    localPath: here,
    async read(name, up_to) {
      // One whose body does not come must not keep others waiting for the same file.
      const response = await s3.get(name, undefined, AbortSignal.timeout(wholeBy))
      if (!response) return undefined
      const size = Number(response.headers.get('content-length'))
      const found = { size, etag: response.headers.get('etag') ?? `"${size}"` }
      if (size > up_to) {
        await response.body?.cancel()
        return found
      }
      const body = await response.arrayBuffer().catch((error: Error) => error)
      if (body instanceof Error)
        throw new StorageUnavailableError(`S3 GET ${name}: ${body.message}`)
      return { ...found, body: Buffer.from(body) }
    },
    async stream(name, part) {
      const response = await s3.get(name, part)
      return response && streamOf(response)
    },
    has: (name) => s3.head(name),
    put: (name, bytes) => s3.put(name, bytes, 3),
    import: (name, file) => putFile(name, file),
    async putFolder(folder, files) {
      for (const [file, bytes] of files) await s3.put(`${folder}/${file}`, bytes, 3)
    },
    async publish(folder, signal) {
      const root = here(folder)
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      const before = new Set(await namesBelow(folder))
      const put = (name: string) => putFile(`${folder}/${name}`, join(root, name), signal)
      // What plays names what it plays, so it comes after that: segments, then playlists, then the first of them.
      for (const order of [0, 1, 2, 3])
        await inTurns(
          names.filter((name) => orderOf(name) === order),
          put,
        )
      for (const name of names) before.delete(`${folder}/${name}`)
      await inTurns([...before], (name) => s3.remove(name))
    },
    async download(name, signal) {
      const place = here(name)
      if (await pathExists(place)) return
      const below = await namesBelow(name)
      if (below.length === 0) return bring(name, place, signal)
      const work = join(dirname(place), `${basename(place)}.work`)
      await rm(work, { recursive: true, force: true })
      await inTurns(below, (one) => bring(one, join(work, one.slice(name.length + 1)), signal))
      await rename(work, place)
    },
    releaseLocal: (name) => rm(here(name), { recursive: true, force: true }),
    async remove(name) {
      await rm(here(name), { recursive: true, force: true })
      const below = await namesBelow(name)
      // The first playlist goes first: what is half gone does not play.
      below.sort((a, b) => orderOf(b) - orderOf(a))
      if (below.length === 0) await s3.remove(name)
      else await inTurns(below, (one) => s3.remove(one))
    },
    async *list(below) {
      for await (const { key, size, at } of s3.list(`${below}/`))
        yield { name: key as StorageKey, size, at }
    },
    async listLocalLeftovers(kind) {
      const left: StorageEntry[] = []
      for (const name of await readdir(here(kind)).catch(() => [])) {
        const facts = await stat(join(here(kind), name)).catch(() => undefined)
        if (facts) left.push({ name: `${kind}/${name}`, size: facts.size, at: facts.ctimeMs })
      }
      return left
    },
  }
}

/** 0 what is played, 1 playlists of tracks, 2 the playlist of the free beginning, 3 the one that players begin with. */
function orderOf(name: string): number {
  if (!name.endsWith('.m3u8')) return 0
  if (basename(name) !== 'main.m3u8') return 1
  return basename(dirname(name)) === 'preview' ? 2 : 3
}

async function inTurns<T>(all: readonly T[], one: (item: T) => Promise<unknown>) {
  let next = 0
  const worker = async () => {
    while (next < all.length) await one(all[next++]!)
  }
  await Promise.all(Array.from({ length: side_by_side }, worker))
}

async function* partsOf(file: string): AsyncGenerator<Buffer> {
  const blob = await openAsBlob(file)
  for (let at = 0; at < blob.size; at += maxPutBytes)
    yield Buffer.from(await blob.slice(at, at + maxPutBytes).arrayBuffer())
}

const streamOf = (response: Response) =>
  response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([])

const isOfDisk = (error: unknown) =>
  ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ||
  (error as Error).name === 'AbortError'
