import { chmodSync, readdirSync, statSync } from 'node:fs'
import { makeFolder } from './shared/make-folder.ts'

/** Entries of every data folder; a folder with others and none of these is not ours to close. */
const ownEntries = new Set(['postgres', 'data-encryption.secret', 'media-token.secret', 'uploads'])

/**
 * Makes the data folder, or closes one that an earlier version left readable by every account. A folder that its owner shares
 * with a group, and nobody else, stays as it is.
 * @returns false if others may read it, and it belongs to another account or is not for our data alone
 */
export function makePrivateFolder(folder: string): boolean {
  makeFolder(folder)
  const { mode, uid } = statSync(folder)
  if ((mode & 0o007) === 0 || process.platform === 'win32') return true
  const entries = readdirSync(folder)
  const isOurs = entries.length === 0 || entries.some((name) => ownEntries.has(name))
  // A sticky folder, such as /tmp, is shared on purpose.
  if (uid !== process.getuid?.() || (mode & 0o1000) !== 0 || !isOurs) return false
  chmodSync(folder, 0o700)
  return true
}

/** Lets only this account read what the process writes. */
export const writePrivateFiles = () => void process.umask(0o077)
