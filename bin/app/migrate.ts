/**
 * `npm run migrate`, `npm run upgrade`: applies pending migrations and prints them. Safe while the app is running. With
 * `--plan` it only prints the pending migrations, their locks and whether the previous version may keep running.
 */
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import {
  type PlannedMigration,
  planUpgrade,
  type UpgradePlan,
} from '#server/db/schema/upgrade-plan.ts'
import { version } from '#server/metrics/version.ts'
import { humanBytes } from '../operations/backup/format.ts'
import { runTask } from '../operations/command-line.ts'
import { withAppDatabase } from '../operations/with-database.ts'

const [option, ...others] = process.argv.slice(2)
if ((option !== undefined && option !== '--plan') || others.length > 0) {
  console.error('Usage: npm run upgrade             migrate to this version')
  console.error('       npm run upgrade -- --plan   print what that would run')
  process.exit(2)
}
const isPlan = option === '--plan'

await runTask(() =>
  withAppDatabase(
    readConfig(process.env),
    async ({ owner_url }) => {
      if (isPlan) return printPlan(await planUpgrade(owner_url))
      const ran = await migrate(owner_url)
      console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
    },
    // A plan makes no embedded database, but an empty one of one's own has a plan.
    { creates: !isPlan || Boolean(process.env['DATABASE_URL']) },
  ),
)

function printPlan({ is_empty, migrations, functions }: UpgradePlan) {
  if (is_empty) return console.log(`The database is empty: version ${version} makes its tables.`)
  if (migrations.length + functions === 0)
    return console.log(`The database is that of version ${version}: nothing to do.`)
  console.log(`To version ${version}:`)
  for (const migration of migrations) console.log(`  ${describe(migration)}`)
  if (functions > 0)
    console.log(
      `  ${functions} files of functions, triggers and views: locks triggers for moments; previous code runs`,
    )
  const mustStop = migrations.some(({ header }) => header?.previous_code_runs !== true)
  console.log(
    mustStop
      ? 'Stop all servers and workers before, and start those of this version after it.'
      : 'Servers and workers of the version before may run meanwhile: replace them after it, one by one.',
  )
}

function describe({ name, header, tables, estimated_seconds }: PlannedMigration): string {
  if (!header) return `${name}: says nothing about its locks; see the changelog`
  const locks = tables.map(
    (table) => `${table.name} (about ${table.rows} rows, ${humanBytes(table.bytes)})`,
  )
  const duration = estimated_seconds > 1 ? `, for about ${estimated_seconds} s` : ''
  return [
    `${name}: locks ${locks.join(', ') || 'nothing'}${duration}`,
    header.previous_code_runs ? 'previous code runs' : 'previous code stops',
  ].join('; ')
}
