import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { createLocalPathResolver, pathExists } from './local-storage.ts'
import {
  StorageUnavailableError,
  type StorageKey,
  type Storage,
  type StorageFolders,
  type StorageEntry,
} from './storage.ts'
import { createS3Client, type S3Client, type S3Config } from './s3-client.ts'

/** Concurrent requests for one folder, because a video has thousands of small files. */
const limit = () => pLimit(8)
/** Timeout in ms for reading a whole file into memory. */
const readTimeoutMs = 30_000

/** Stores files in an S3-compatible bucket. Local folders hold only temporary files. */
export function createS3Storage(config: S3Config, folders: StorageFolders): Storage {
  const localPath = createLocalPathResolver(folders)
  const s3 = createS3Client(config)

  return {
    localPath,
    async read(name, up_to) {
      // A stalled body must not block other requests for the same file.
      const object = await s3.get(name, undefined, AbortSignal.timeout(readTimeoutMs))
      if (!object) return undefined
      const { body, ...metadata } = object
      if (metadata.size > up_to) {
        body.destroy()
        return metadata
      }
      const chunks = await body.toArray().catch((error: Error) => error)
      if (chunks instanceof Error)
        throw new StorageUnavailableError(`S3 GET ${name}: ${chunks.message}`)
      return { ...metadata, body: Buffer.concat(chunks) }
    },
    stream: async (name, part) => (await s3.get(name, part))?.body,
    check: async (namespace) => void (await s3.has(`${namespace}/.check`)),
    has: s3.has,
    put: (name, bytes) => s3.put(name, bytes),
    import: (name, file) => s3.putFile(name, file),
    async putFolder(folder, files) {
      for (const [file, bytes] of files) await s3.put(`${folder}/${file}`, bytes)
    },
    async publish(folder, signal) {
      const root = localPath(folder)
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      const before = new Set(await namesBelow(s3, folder))
      const put = (name: string) => s3.putFile(`${folder}/${name}`, join(root, name), signal)
      // Referenced files first: segments, then media playlists, then the multivariant playlist.
      for (const order of [0, 1, 2, 3])
        await limit().map(
          names.filter((name) => orderOf(name) === order),
          put,
        )
      for (const name of names) before.delete(`${folder}/${name}`)
      await limit().map(before, (name) => s3.remove(name))
    },
    async download(name, signal) {
      const localCopy = localPath(name)
      if (await pathExists(localCopy)) return
      const below = await namesBelow(s3, name)
      if (below.length === 0) return downloadFile(s3, name, localCopy, signal)
      const temporaryFolder = join(dirname(localCopy), `${basename(localCopy)}.work`)
      await rm(temporaryFolder, { recursive: true, force: true })
      await limit().map(below, (key) =>
        downloadFile(s3, key, join(temporaryFolder, key.slice(name.length + 1)), signal),
      )
      await rename(temporaryFolder, localCopy)
    },
    releaseLocal: (name) => rm(localPath(name), { recursive: true, force: true }),
    async remove(name) {
      await rm(localPath(name), { recursive: true, force: true })
      const below = await namesBelow(s3, name)
      // Multivariant playlist first, so that a partly deleted video does not play.
      below.sort((a, b) => orderOf(b) - orderOf(a))
      if (below.length === 0) await s3.remove(name)
      else await limit().map(below, (key) => s3.remove(key))
    },
    async *list(below) {
      for await (const { key, size, at } of s3.list(`${below}/`))
        yield { name: key as StorageKey, size, at }
    },
    async listLocalLeftovers(kind) {
      const leftovers: StorageEntry[] = []
      for (const name of await readdir(localPath(kind)).catch(() => [])) {
        const stats = await stat(join(localPath(kind), name)).catch(() => undefined)
        if (stats) leftovers.push({ name: `${kind}/${name}`, size: stats.size, at: stats.ctimeMs })
      }
      return leftovers
    },
  }
}

/** Downloads a file atomically. */
async function downloadFile(s3: S3Client, name: string, to: string, signal?: AbortSignal) {
  const object = await s3.get(name, undefined, signal)
  if (!object) throw new StorageUnavailableError(`S3 GET ${name}: it is not there`)
  await mkdir(dirname(to), { recursive: true })
  const part = `${to}.part`
  try {
    await pipeline(object.body, createWriteStream(part), signal ? { signal } : {})
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw isLocalError(error)
      ? error
      : new StorageUnavailableError(`S3 GET ${name}: ${(error as Error).message}`)
  }
}

async function namesBelow(s3: S3Client, name: StorageKey): Promise<StorageKey[]> {
  const names: StorageKey[] = []
  for await (const { key } of s3.list(`${name}/`)) names.push(key as StorageKey)
  return names
}

/** 0: segments and other files, 1: media playlists, 2: the preview's multivariant playlist, 3: the main one. */
function orderOf(name: string): number {
  if (!name.endsWith('.m3u8')) return 0
  if (basename(name) !== 'main.m3u8') return 1
  return basename(dirname(name)) === 'preview' ? 2 : 3
}

const isLocalError = (error: unknown) =>
  ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ||
  (error as Error).name === 'AbortError'
