import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type {
  StorageNamespace,
  StorageKey,
  Storage,
  StorageFolders,
  StorageEntry,
} from './storage.ts'

/** Files in folders of this machine, or of a file system that all machines mount. */
export function createLocalStorage(folders: StorageFolders): Storage {
  const here = createLocalPathResolver(folders)
  return {
    localPath: here,
    async read(name, up_to) {
      const handle = await open(here(name)).catch(() => undefined)
      if (!handle) return undefined
      try {
        const facts = await handle.stat()
        if (!facts.isFile()) return undefined
        const found = { size: facts.size, etag: etagOf(facts.size, facts.mtimeMs) }
        return facts.size > up_to ? found : { ...found, body: await handle.readFile() }
      } finally {
        await handle.close()
      }
    },
    async stream(name, part) {
      const handle = await open(here(name)).catch(() => undefined)
      return handle?.createReadStream(part ?? {})
    },
    has: (name) => pathExists(here(name)),
    put: (name, bytes) => putWhole(here(name), bytes),
    import: (name, file, options) => take(file, here(name), options?.is_final ?? false),
    async putFolder(name, files) {
      const folder = here(name)
      const work = join(dirname(folder), `.${basename(folder)}-${randomUUID()}`)
      try {
        await mkdir(work, { recursive: true })
        for (const [file, bytes] of files) await writeFile(join(work, file), bytes)
        await rename(work, folder)
      } catch (error) {
        await rm(work, { recursive: true, force: true })
        // Somebody else put the same one meanwhile.
        if (!(await pathExists(folder))) throw error
      }
    },
    publish: () => Promise.resolve(),
    download: () => Promise.resolve(),
    releaseLocal: () => Promise.resolve(),
    remove: (name) => rm(here(name), { recursive: true, force: true }),
    list: (below) => listFolder(here(below), below),
    listLocalLeftovers: () => Promise.resolve([]),
  }
}

/** The place of a name on this machine. */
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

/** A second name where that is safe and the file system allows, else a copy; it appears whole. */
async function take(file: string, to: string, is_final: boolean) {
  await mkdir(dirname(to), { recursive: true })
  if (is_final) {
    const linked = await link(file, to).then(
      () => true,
      () => false,
    )
    if (linked) return
  }
  const part = `${to}.part`
  try {
    // Shares blocks where the file system can, so that a large film costs no time and no room.
    await copyFile(file, part, constants.COPYFILE_FICLONE)
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** What is put may be personal: nobody else on this machine reads it. */
async function putWhole(to: string, bytes: Buffer) {
  const draft = `${to}.part`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

async function* listFolder(folder: string, name: string): AsyncGenerator<StorageEntry> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFolder(path, `${name}/${entry.name}`)
    else {
      const facts = await stat(path).catch(() => undefined)
      if (!facts?.isFile()) continue
      yield { name: `${name}/${entry.name}` as StorageKey, size: facts.size, at: facts.ctimeMs }
    }
  }
}

const etagOf = (size: number, mtime: number) =>
  `"${size.toString(36)}-${Math.floor(mtime).toString(36)}"`
