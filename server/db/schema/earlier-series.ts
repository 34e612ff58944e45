import { StartupError } from '#server/shared/startup-error.ts'

/** A row of `schema_migrations`, or of the list in a backup. */
export type AppliedMigration = { name: string; checksum: string }

/** A migration, or a file of functions, triggers and views. */
export type Migration = AppliedMigration & { sql: string }

/**
 * The series of migrations that the baselines `0001_roles.sql` to `0014_recommendations.sql` replaced on 2026-11-28. They make the
 * schema that its last migration left. See decisions/0055-migrations.
 */
const earlierSeries = {
  first: '0001_platform.sql',
  last: '0063_checked_constraints.sql',
  checksum: '87c06b0cd99259e328f5c9756a942fae88ae6e75f237c43dbf052cdeef010916',
  /** The last commit with the series. */
  commit: '20795e30c027f0c26e16e4a19db86712e32d4167',
} as const

const lastBaseline = '0014_recommendations.sql'

/** Whether a migration belongs to the baselines, as opposed to a later one. */
export const isBaseline = (name: string) => name <= lastBaseline

/** Whether all migrations of the earlier series were run, so that the schema is that of the baselines. */
export const hasEarlierSeries = (applied: readonly AppliedMigration[]): boolean =>
  applied.some(
    ({ name, checksum }) => name === earlierSeries.last && checksum === earlierSeries.checksum,
  )

/**
 * Rejects a database or backup whose migrations this version cannot continue: part of the earlier series, or one before it.
 * @param what `The database` or `The backup`, for the message
 * @param names names of the migrations of the code
 * @throws StartupError
 */
export function rejectEarlierSeries(
  what: string,
  applied: readonly AppliedMigration[],
  names: readonly string[],
): void {
  const run = applied.map(({ name }) => name).toSorted()
  const [first] = run
  if (!first || names.includes(first) || hasEarlierSeries(applied)) return
  if (first === earlierSeries.first)
    throw new StartupError(
      `${what} stands at ${run.at(-1)} of the earlier migrations. Migrate it with commit ${earlierSeries.commit} first ` +
        '(git checkout, npm run migrate), then with this version. Nothing was changed.',
    )
  throw new StartupError(
    `${what} belongs to an earlier version (its first migration is ${first}) and cannot be migrated: back it up with ` +
      'that version, then start this one with an empty database and DATA_DIR.',
  )
}
