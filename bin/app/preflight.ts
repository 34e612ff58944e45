import type { Config } from '#server/config.ts'
import { acquirePidLock } from '#server/shared/pid-lock-file.ts'
import { makePrivateFolder } from '#server/private-folder.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Minimum free space in bytes; PostgreSQL needs more, but fails early below this. */
const minFreeBytes = 1024 * 1024

/**
 * Checks the data folder, its lock and the port before anything is started.
 * @returns a function that releases the lock on the data folder.
 * @throws StartupError or a system error, for `startupErrorMessage`.
 */
export async function runPreflightChecks(
  config: Pick<Config, 'data_dir' | 'port' | 'host'>,
): Promise<() => void> {
  const { data_dir } = config
  makeWritableFolder(data_dir)
  checkFreeSpace(data_dir)
  const releaseLock = acquirePidLock(join(data_dir, 'start.lock'))
  if (!releaseLock) {
    throw new StartupError(
      `Another npm start works in ${data_dir}: stop it, or set DATA_DIR to another folder.`,
    )
  }
  try {
    await checkPort(config.port, config.host)
    return releaseLock
  } catch (error) {
    releaseLock()
    throw error
  }
}

function makeWritableFolder(folder: string) {
  makePrivateFolder(folder)
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

function checkFreeSpace(folder: string) {
  const testFile = join(folder, '.trial')
  try {
    writeFileSync(testFile, Buffer.alloc(minFreeBytes))
  } catch (error) {
    // Errors of write, unlike those of open, have no path.
    throw Object.assign(error as Error, { path: folder })
  } finally {
    rmSync(testFile, { force: true })
  }
}

function checkPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** @returns the first free port after `port` on the loopback interface. */
export async function freePortAfter(port: number): Promise<number> {
  for (let next = port + 1; next <= 65_535; next++) {
    const isFree = await checkPort(next, '127.0.0.1').then(
      () => true,
      () => false,
    )
    if (isFree) return next
  }
  throw new StartupError(`No port after ${port} is free for payments: set PORT to a lower one.`)
}
