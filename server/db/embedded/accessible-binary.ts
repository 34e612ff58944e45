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

/** Whether another account can reach `path` through its parent folders. */
export function isTraversable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Returns a path of `program` that another account can execute, with `bin` and `lib` side by side. initdb locates
 * postgres with access(2), which ignores ambient capabilities. From a private folder (e.g. a clone in root's home) both
 * folders are therefore copied once to the temporary folder.
 * @throws StartupError if another account owns the folder of the copy
 */
export function accessibleBinary(program: string): string {
  if (isTraversable(program)) return program
  const root = dirname(dirname(program))
  // The name is a hash of the contents, so that all clones of a version share a copy.
  const bin = dirname(program)
  const entries = readdirSync(bin)
    .toSorted()
    .map((name) => `${name} ${sha256File(join(bin, name))}`)
  const digest = createHash('sha256').update(entries.join('\n')).digest('hex')
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => existsSync(folder) && isTraversable(join(folder, 'x')),
  )
  if (!parent)
    throw new StartupError(
      `${root} is closed to the account that runs PostgreSQL: open it, or set DATABASE_URL.`,
    )
  const copy = join(parent, `hanpyeon-postgres-${digest.slice(0, 16)}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    const umask = process.umask(0o022)
    try {
      cpSync(root, draft, { recursive: true, verbatimSymlinks: true })
      chmodSync(draft, 0o755)
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another process was faster; its copy is equivalent.
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

function sha256File(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
