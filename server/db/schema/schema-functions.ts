import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from './earlier-series.ts'

const functionsFolder = join(import.meta.dirname, 'functions')

/**
 * Reads the files of functions, triggers and views. A file is applied again when its text changes. Its name in
 * `schema_migrations` contains the hash, so that code waits for its own text: `functions/accounts.sql 1f3a90c2d4e5`.
 */
export async function readSchemaFunctions(folder = functionsFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: `functions/${file} ${checksum.slice(0, 12)}`, sql, checksum }
    }),
  )
}

/** `functions/accounts.sql` of `functions/accounts.sql 1f3a90c2d4e5`. */
const fileOf = (name: string) => name.split(' ')[0]

/**
 * Returns the files whose text is not the one that was applied last.
 * @param applied names in the order in which they were applied
 */
export function changedFunctions(
  files: readonly Migration[],
  applied: readonly string[],
): Migration[] {
  const newest = new Map(applied.map((name) => [fileOf(name), name]))
  return files.filter(({ name }) => newest.get(fileOf(name)) !== name)
}
