import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Acquires a PID lock file at `path` for the lifetime of this process. A lock left by a dead process is taken over, also
 * if its PID has been reused.
 * @returns a function that releases the lock, or undefined if a live process holds it
 * @throws file system errors
 */
export function acquirePidLock(path: string): (() => void) | undefined {
  const own = identity(process.pid)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, own)
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        // A hard link appears with its content, unlike a file that is created and then written.
        linkSync(draft, path)
        return () => {
          if (read(path) === own) rmSync(path, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = read(path)
      if (holder !== undefined && isAlive(holder)) return undefined
      removeStale(path, holder, `${draft}.stale`)
    }
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock of a dead process. A lock that a live process acquired in between is restored. */
function removeStale(path: string, expected: string | undefined, aside: string) {
  try {
    renameSync(path, aside)
    if (read(aside) !== expected) linkSync(aside, path)
  } catch {
    // Another process was faster; the next attempt reads its lock.
  }
  rmSync(aside, { force: true })
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** PID and, if available, the start time of the process (proc(5), field 22 of stat). */
function identity(pid: number): string {
  const stat = read(`/proc/${pid}/stat`)
  const startTime = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return `${pid} ${startTime}`
}

function isAlive(holder: string): boolean {
  const pid = Number(holder.split(' ')[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return identity(pid) === holder
}
