import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { EncoderError } from './encoder-errors.ts'

const HEARTBEAT_MS = 5000
/** A lock of another machine that is not renewed for this long belongs to a dead worker. */
const STALE_MS = 60_000

/**
 * `folder + '.work'`: the output of an encode until it is complete. Finished stages leave a marker and are skipped by the
 * worker that takes over; all other files found there are removed.
 */
export type StagingFolder = {
  path: string
  /**
   * Runs a stage unless an earlier worker finished it. The stage writes into a new folder; on success its files move into
   * the staging folder and the marker is set.
   */
  stage(name: string, run: (folder: string) => Promise<void>): Promise<void>
  /** Moves the staging folder to its final path by one rename. */
  publish(): Promise<void>
  close(): Promise<void>
}

/** Opens the staging folder of `folder` for a plan, a string that changes whenever the result would. */
export async function openStagingFolder(folder: string, plan: string): Promise<StagingFolder> {
  const path = `${folder}.work`
  await mkdir(path, { recursive: true })
  const release = await lock(`${folder}.lock`)
  try {
    const planFile = join(path, '.plan')
    if ((await readFile(planFile, 'utf8').catch(() => '')) !== plan) {
      await rm(path, { recursive: true, force: true })
      await mkdir(path)
      await writeFile(planFile, plan)
    }
    for (const entry of await readdir(path)) {
      if (entry.startsWith('.try-')) await rm(join(path, entry), { recursive: true, force: true })
    }
  } catch (error) {
    await release()
    throw error
  }

  return {
    path,
    async stage(name, run) {
      const marker = join(path, `.done-${name}`)
      if (await exists(marker)) return
      // A unique name, so that a process left behind by a dead worker cannot write into it.
      const attempt = join(path, `.try-${name}-${randomUUID()}`)
      await mkdir(attempt)
      try {
        await run(attempt)
        for (const entry of await readdir(attempt)) {
          await rm(join(path, entry), { recursive: true, force: true })
          await rename(join(attempt, entry), join(path, entry))
        }
        await writeFile(marker, '')
      } finally {
        await rm(attempt, { recursive: true, force: true })
      }
    },
    async publish() {
      for (const entry of await readdir(path)) {
        if (entry.startsWith('.')) await rm(join(path, entry), { recursive: true, force: true })
      }
      await rename(path, folder)
    },
    close: release,
  }
}

/** Identifies a file's content cheaply: its size and a hash of its first and last MiB. */
export async function fingerprint(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const hash = createHash('sha256').update(`${size}:`)
    const end = Buffer.alloc(Math.min(size, 1 << 20))
    for (const at of [0, size - end.length]) {
      await handle.read(end, 0, end.length, at)
      hash.update(end)
    }
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Locks a folder for one worker: while its process lives (same machine) or renews the lock (other machine). */
async function lock(path: string): Promise<() => Promise<void>> {
  const ownLock = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(path, ownLock, { flag: 'wx' })
      const renewal = setInterval(() => void writeFile(path, ownLock).catch(() => {}), HEARTBEAT_MS)
      renewal.unref()
      return async () => {
        clearInterval(renewal)
        if ((await readFile(path, 'utf8').catch(() => '')) === ownLock)
          await rm(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (await isHeld(path)) throw new EncoderError('busy', path)
      await rm(path, { force: true })
    }
  }
  throw new EncoderError('busy', path)
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as { host: string; pid: number }
    const isFresh = Date.now() - (await stat(path)).mtimeMs < STALE_MS
    if (owner.host !== hostname()) return isFresh
    if (owner.pid === process.pid) return isFresh
    process.kill(owner.pid, 0)
    return isFresh
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
