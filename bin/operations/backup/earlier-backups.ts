import { lstat, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BackupManifest, checksumsFile, isBackupPath } from './format.ts'

export type EarlierBackup = { folder: string; manifest: BackupManifest }

/** Lists the complete backups beside a folder, newest first. */
export async function findEarlierBackups(folder: string): Promise<EarlierBackup[]> {
  const parent = await realpath(dirname(folder))
  const backups: EarlierBackup[] = []
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === basename(folder)) continue
    const path = join(parent, entry.name)
    const manifest = await readCompleteManifest(path)
    if (manifest) backups.push({ folder: path, manifest })
  }
  return backups.toSorted((a, b) => (a.manifest.made_at < b.manifest.made_at ? 1 : -1))
}

/** @returns undefined unless the backup has its checksums, which are written last. */
async function readCompleteManifest(folder: string): Promise<BackupManifest | undefined> {
  try {
    await lstat(join(folder, checksumsFile))
    return BackupManifest.parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')))
  } catch {
    return undefined
  }
}

/** A file of an earlier backup; `copied_at` is in ms. */
export type EarlierFile = { path: string; checksum: string; size: number; copied_at: number }

/**
 * Returns a function that finds a file of an earlier backup by its name. Content is not read: a damaged file of the earlier
 * backup is found when either is verified.
 */
export async function openEarlierFiles(
  folder: string,
): Promise<(name: string) => Promise<EarlierFile | undefined>> {
  const checksums = new Map<string, string>()
  for (const line of (await readFile(join(folder, checksumsFile), 'utf8')).split('\n')) {
    const name = line.slice(66)
    if (name.startsWith('files/') && isBackupPath(name)) checksums.set(name, line.slice(0, 64))
  }
  return async (name) => {
    const checksum = checksums.get(name)
    if (checksum === undefined) return undefined
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    // A symbolic link would lead to a file that is not of the backup.
    if (!stats?.isFile() || (await realpath(path)) !== path) return undefined
    return { path, checksum, size: stats.size, copied_at: stats.mtimeMs }
  }
}

/**
 * Deletes all but the newest backups beside a folder that have the same contents, of the same site. Incomplete folders stay.
 * @param keep how many are kept, with the new one
 * @returns the deleted folders
 */
export async function removeOldBackups(
  folder: string,
  made: Pick<BackupManifest, 'contents' | 'source'>,
  keep: number,
): Promise<string[]> {
  const others = (await findEarlierBackups(folder)).filter(
    ({ manifest }) => manifest.contents === made.contents && manifest.source === made.source,
  )
  const removed = others.slice(keep - 1).map((backup) => backup.folder)
  for (const path of removed) await rm(path, { recursive: true })
  return removed
}
