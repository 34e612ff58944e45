import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  copyFile,
  link,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '#server/shared/make-folder.ts'
import type {
  StorageNamespace,
  StorageKey,
  Storage,
  StorageFolders,
  StorageEntry,
} from './storage.ts'

/** Stores files in folders of this machine or of a file system mounted on all machines. */
export function createLocalStorage(folders: StorageFolders): Storage {
  const localPath = createLocalPathResolver(folders)
  return {
    localPath: localPath,
    async read(name, up_to) {
      const handle = await open(localPath(name)).catch(() => undefined)
      if (!handle) return undefined
      try {
        const stats = await handle.stat()
        if (!stats.isFile()) return undefined
        const metadata = { size: stats.size, etag: etagOf(stats.size, stats.mtimeMs) }
        return stats.size > up_to ? metadata : { ...metadata, body: await handle.readFile() }
      } finally {
        await handle.close()
      }
    },
    async stream(name, part) {
      const handle = await open(localPath(name)).catch(() => undefined)
      return handle?.createReadStream(part ?? {})
    },
    async check(namespace) {
      // Folders are created with their first file.
      makeFolder(localPath(namespace))
      await access(localPath(namespace), constants.R_OK | constants.W_OK)
    },
    has: (name) => pathExists(localPath(name)),
    put: (name, bytes) => putAtomically(localPath(name), bytes),
    import: (name, file, options) => importFile(file, localPath(name), options?.is_final ?? false),
    async putFolder(name, files) {
      const folder = localPath(name)
      const temporaryFolder = join(dirname(folder), `.${basename(folder)}-${randomUUID()}`)
      try {
        makeFolder(temporaryFolder, 0o777)
        for (const [file, bytes] of files) await writeFile(join(temporaryFolder, file), bytes)
        await rename(temporaryFolder, folder)
      } catch (error) {
        await rm(temporaryFolder, { recursive: true, force: true })
        // Another process stored the same folder meanwhile.
        if (!(await pathExists(folder))) throw error
      }
    },
    publish: () => Promise.resolve(),
    download: () => Promise.resolve(),
    releaseLocal: () => Promise.resolve(),
    remove: (name) => rm(localPath(name), { recursive: true, force: true }),
    list: (below) => listFolder(localPath(below), below),
    listLocalLeftovers: () => Promise.resolve([]),
  }
}

/** Resolves a key to its local path. */
export const createLocalPathResolver =
  (folders: StorageFolders) => (name: StorageNamespace | StorageKey) => {
    const [kind, ...rest] = name.split('/')
    return join(folders[`${kind as StorageNamespace}_dir`], ...rest)
  }

export const pathExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Creates a hard link if that is safe and supported, otherwise an atomic copy. */
async function importFile(file: string, to: string, is_final: boolean) {
  makeFolder(dirname(to), 0o777)
  if (is_final) {
    const linked = await link(file, to).then(
      () => true,
      () => false,
    )
    if (linked) return
  }
  const part = `${to}.part`
  try {
    // A reflink where the file system supports it, so that a large video takes no time and no space.
    await copyFile(file, part, constants.COPYFILE_FICLONE)
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Stored files may be personal: only this user may read them. */
async function putAtomically(to: string, bytes: Buffer) {
  const temporaryPath = `${to}.part`
  try {
    makeFolder(dirname(to))
    const file = await open(temporaryPath, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, to)
  } catch (error) {
    await rm(temporaryPath, { force: true }).catch(() => {})
    throw error
  }
}

async function* listFolder(folder: string, name: string): AsyncGenerator<StorageEntry> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFolder(path, `${name}/${entry.name}`)
    else {
      const stats = await stat(path).catch(() => undefined)
      if (!stats?.isFile()) continue
      yield { name: `${name}/${entry.name}` as StorageKey, size: stats.size, at: stats.ctimeMs }
    }
  }
}

const etagOf = (size: number, mtime: number) =>
  `"${size.toString(36)}-${Math.floor(mtime).toString(36)}"`
