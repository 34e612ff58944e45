import { StartupError } from '#server/shared/startup-error.ts'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Whether another account can reach `path` through the folders above it. */
export function isTraversable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * `program`, in `bin` beside its `lib`, where another account can run it. initdb asks for its fellows by access(2),
 * which looks at no power lent: from a folder closed to others (a clone in root's home) both folders are copied,
 * once, to the temporary folder.
 * @throws StartupFault when somebody who is not root keeps a folder by the copy's name.
 */
export function accessibleBinary(program: string): string {
  if (isTraversable(program)) return program
  const home = dirname(dirname(program))
  // By what it is and not by where: all clones of one version share a copy.
  const bin = dirname(program)
  const facts = readdirSync(bin)
    .toSorted()
    .map((name) => `${name} ${sha(join(bin, name))}`)
  const mark = createHash('sha256').update(facts.join('\n')).digest('hex')
  const shelf = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => existsSync(folder) && isTraversable(join(folder, 'x')),
  )
  if (!shelf)
    throw new StartupError(
      `${home} is closed to the account that runs PostgreSQL: open it, or set DATABASE_URL.`,
    )
  const copy = join(shelf, `hanpyeon-postgres-${mark.slice(0, 16)}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    const umask = process.umask(0o022)
    try {
      cpSync(home, draft, { recursive: true, verbatimSymlinks: true })
      chmodSync(draft, 0o755)
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another start was quicker: then its copy is as good.
      if (!existsSync(copy)) throw error
    } finally {
      process.umask(umask)
    }
  }
  const { uid, mode } = lstatSync(copy)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new StartupError(`${copy} is not ours: remove it, or set TMPDIR to another folder.`)
  return join(copy, basename(dirname(program)), basename(program))
}

function sha(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
