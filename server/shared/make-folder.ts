import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartupError } from './startup-error.ts'

/**
 * Makes a folder that the operator has named, and its missing parents, by default readable by this account only. Node's
 * `recursive` loops forever on a file system that reports a missing parent although it exists, such as /proc.
 * @throws StartupError if the folder cannot be made; file system errors
 */
export function makeFolder(folder: string, mode = 0o700): void {
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path)
  for (const path of missing) make(path, folder, mode)
}

function make(path: string, folder: string, mode: number) {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process has made it.
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' && code !== 'EINVAL' && code !== 'ENAMETOOLONG' && code !== 'ELOOP')
      throw error
    throw new StartupError(`The folder ${folder} cannot be made (${code}): name another one.`)
  }
}
