import type { Migration } from './earlier-series.ts'

/** The effect of a migration on a running site, from its header. */
export type MigrationHeader = {
  /** Tables that readers or writers wait for while it runs. */
  locks: readonly string[]
  /** Whether servers and workers of the version before may run beside it and after it. */
  previous_code_runs: boolean
}

/** The last migration without a header. */
const lastWithoutHeader = '0015_dubbed_listings.sql'

const header =
  /^-- Locks (?<tables>nothing|[a-z_]+(?:, [a-z_]+)*)\. Previous code (?<code>runs|stops)\.$/m

/**
 * Reads the comment line `-- Locks series, members. Previous code runs.`, or `-- Locks nothing. …`.
 * @returns undefined if the file has none
 */
export function readMigrationHeader({ sql }: Pick<Migration, 'sql'>): MigrationHeader | undefined {
  const { tables = '', code } = header.exec(sql)?.groups ?? {}
  if (!code) return undefined
  const locks = tables === 'nothing' ? [] : tables.split(', ')
  return { locks, previous_code_runs: code === 'runs' }
}

export const needsHeader = ({ name }: Pick<Migration, 'name'>): boolean => name > lastWithoutHeader
