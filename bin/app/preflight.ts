import type { Config } from '#server/config.ts'
import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'

/** Less than this and PostgreSQL would not come far, in bytes. */
const room = 1024 * 1024

/**
 * Finds what would go wrong later before anything is begun: the folder, another of us in it, the port.
 * @returns what lets go of the data folder, which is ours alone until then.
 * @throws StartupFault, or what the operating system throws, for `explainStartup`.
 */
export async function runPreflightChecks(
  config: Pick<Config, 'data_dir' | 'port' | 'host'>,
): Promise<() => void> {
  const { data_dir } = config
  makeFolder(data_dir)
  tryRoom(data_dir)
  const letGo = acquirePidLock(join(data_dir, 'start.lock'))
  if (!letGo) {
    throw new StartupError(
      `Another npm start works in ${data_dir}: stop it, or set DATA_DIR to another folder.`,
    )
  }
  try {
    await tryPort(config.port, config.host)
    return letGo
  } catch (error) {
    letGo()
    throw error
  }
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    // On a read-only file system Node says that the folder is missing: its nearest parent tells the truth.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    let parent = dirname(folder)
    while (!existsSync(parent)) parent = dirname(parent)
    accessSync(parent, constants.W_OK)
    throw error
  }
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

function tryRoom(folder: string) {
  const trial = join(folder, '.trial')
  try {
    writeFileSync(trial, Buffer.alloc(room))
  } catch (error) {
    // Writing, unlike opening, does not say where.
    throw Object.assign(error as Error, { path: folder })
  } finally {
    rmSync(trial, { force: true })
  }
}

function tryPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** @returns the first port after `port` on which nobody on this machine listens. */
export async function freePortAfter(port: number): Promise<number> {
  for (let next = port + 1; next <= 65_535; next++) {
    const isFree = await tryPort(next, '127.0.0.1').then(
      () => true,
      () => false,
    )
    if (isFree) return next
  }
  throw new StartupError(`No port after ${port} is free for payments: set PORT to a lower one.`)
}
