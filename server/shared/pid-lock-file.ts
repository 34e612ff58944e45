import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Takes a name for this process, for as long as it lives: a file at `path` that says who holds it. One left by a
 * process that is gone is taken over, also when its number belongs to another process by now.
 * @returns what lets go of it, or undefined where somebody holds it.
 * @throws what the file system throws.
 */
export function acquirePidLock(path: string): (() => void) | undefined {
  const mine = identity(process.pid)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        // A link appears with its content; a file that is made and then written does not.
        linkSync(draft, path)
        return () => {
          if (read(path) === mine) rmSync(path, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = read(path)
      if (holder !== undefined && isAlive(holder)) return undefined
      putAside(path, holder, `${draft}.stale`)
    }
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes what a dead holder left; should a live one have come in between, it is put back. */
function putAside(path: string, expected: string | undefined, aside: string) {
  try {
    renameSync(path, aside)
    if (read(aside) !== expected) linkSync(aside, path)
  } catch {
    // Somebody else was quicker: the next attempt shows who.
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

/** Number and, where the system tells (proc(5), field 22 of stat), the moment of birth of a process. */
function identity(pid: number): string {
  const stat = read(`/proc/${pid}/stat`)
  const born = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return `${pid} ${born}`
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
