import { StartupError } from '#server/shared/startup-error.ts'
import { createReadStream } from 'node:fs'
import { lstat, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  BackupManifest,
  checksumsFile,
  createChecksumStream,
  isBackupPath,
  progressLine,
  readableFormats,
} from './format.ts'

/**
 * Verifies that a backup is complete, and has nothing but the files of its format. A backup is trusted input, whose rows and
 * films are taken as they are, but its names must not reach anything outside of it.
 * @returns its manifest and the names of all its files
 * @throws StartupError
 */
export async function verifyBackup(folder: string) {
  const root = await realpath(folder).catch(() => folder)
  const text = await readFile(join(root, checksumsFile), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new StartupError(
      `${folder} is no backup, or one that was broken off: no ${checksumsFile}.`,
    )
  const lines = text.split('\n').filter(Boolean)
  const names = lines.map((line) => line.slice(66))
  rejectForeignNames(folder, names)
  const broken: string[] = []
  for (const [at, line] of lines.entries()) {
    progressLine(`verifying, ${at} of ${lines.length}`)
    const name = line.slice(66)
    if ((await checksumOf(join(root, name))) !== line.slice(0, 64)) broken.push(name)
  }
  progressLine('')
  if (broken.length > 0)
    throw new StartupError(
      `${broken.length} files of the backup are not what was written, the first of them ${broken[0]}. Nothing was restored.`,
    )
  return { names, manifest: await readManifest(folder, root) }
}

function rejectForeignNames(folder: string, names: readonly string[]) {
  const seen = new Set<string>()
  const foreign = names.find((name) => !isBackupPath(name) || seen.size === seen.add(name).size)
  if (foreign !== undefined)
    throw new StartupError(
      `${folder}: ${checksumsFile} has a name that no backup has, or has twice: ${JSON.stringify(foreign)}. Nothing was restored.`,
    )
}

/** @returns undefined if `path` cannot be read, is no plain file, or leads elsewhere by a symbolic link. */
async function checksumOf(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isFile() || (await realpath(path)) !== path) return undefined
    const sum = createChecksumStream()
    await pipeline(createReadStream(path), sum.through.resume())
    return sum.digest()
  } catch {
    return undefined
  }
}

async function readManifest(folder: string, root: string): Promise<BackupManifest> {
  const text = await readFile(join(root, 'backup.json'), 'utf8').catch(() => '')
  const content = parseJson(text)
  const { format } = (content ?? {}) as { format?: unknown }
  if (typeof format === 'number' && !readableFormats.includes(format))
    throw new StartupError(
      `${folder} is of format ${format}, and this version reads ${readableFormats.join(' and ')}: restore it with the version that made it.`,
    )
  const { data, error } = BackupManifest.safeParse(content)
  if (data) return data
  const [issue] = error.issues
  throw new StartupError(
    `${folder}: backup.json is not what a backup writes (${issue?.path.join('.')}: ${issue?.message}). Nothing was restored.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
