import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { EncoderError } from './encoder-errors.ts'

const HEARTBEAT_MS = 5000
/** A lock of another machine not renewed for this long belongs to a worker that died. */
const STALE_MS = 60_000

/**
 * `folder + '.work'`: where an encode is written until it is whole. Stages that finished leave a marker and
 * are not done again by the worker that takes over; everything else found there is removed.
 */
export type StagingFolder = {
  path: string
  /**
   * Runs a stage unless an earlier worker finished it. The stage writes into a fresh folder of its own; when
   * it returns, what it wrote moves into the work folder and the marker is set.
   */
  stage(name: string, run: (folder: string) => Promise<void>): Promise<void>
  /** Makes the work folder the finished one, by one rename. */
  publish(): Promise<void>
  close(): Promise<void>
}

/** Opens the work folder of `folder` for a plan (a string that changes when the outcome would). */
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
      // A name never used before: whatever a dead worker left running cannot write into it.
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

/** Name of a file's content, cheap for large ones: its size, and a hash over its two ends. */
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

/** One worker at a time. Held as long as its process lives (same machine) or its heart beats (another). */
async function lock(path: string): Promise<() => Promise<void>> {
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() })
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(path, mine, { flag: 'wx' })
      const beat = setInterval(() => void writeFile(path, mine).catch(() => {}), HEARTBEAT_MS)
      beat.unref()
      return async () => {
        clearInterval(beat)
        if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (await held(path)) throw new EncoderError('busy', path)
      await rm(path, { force: true })
    }
  }
  throw new EncoderError('busy', path)
}

async function held(path: string): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as { host: string; pid: number }
    const fresh = Date.now() - (await stat(path)).mtimeMs < STALE_MS
    if (owner.host !== hostname()) return fresh
    if (owner.pid === process.pid) return fresh
    process.kill(owner.pid, 0)
    return fresh
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
