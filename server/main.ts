/** Server entry point: pages, API calls and media on one port. Several instances can run side by side. */
import './production-env.ts'
import { createServerApp, type PagesBuild } from './composition/create-server.ts'
import { readConfig } from './config.ts'
import { checkPooler } from './db/startup-client.ts'
import { waitForMigrations } from './db/schema/wait-for-migrations.ts'
import { createLogger } from './shared/logger.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { verifyDatabase } from './composition/verify-database.ts'
import { reduceIdleMemory } from './composition/reduce-idle-memory.ts'
import { makePrivateFolder, writePrivateFiles } from './private-folder.ts'
import { fatalErrorText, StartupError } from './shared/startup-error.ts'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

const root = join(import.meta.dirname, '..')

async function readBuild(): Promise<PagesBuild> {
  const file = join(root, 'build/server/index.js')
  if (!existsSync(file))
    throw new StartupError('The pages are not built: run npm run build, or npm start.')
  const build = (await import(pathToFileURL(file).href)) as ServerBuild
  return { build, client_dir: join(root, 'build/client') }
}

async function main() {
  // `npm start` prepares database and pages while this process loads its modules.
  if (process.argv.includes('--wait-for-start')) await once(process, 'message')
  const config = readConfig(process.env)
  if (!config.database_url)
    throw new StartupError('DATABASE_URL is needed here; npm start provides a database.')
  const log = createLogger(config.log_level, 'server')
  writePrivateFiles()
  if (!makePrivateFolder(config.data_dir))
    log.warn({ folder: config.data_dir }, 'data folder readable by every account')
  if (!config.gateway) log.warn('payments disabled: TOSS_SECRET_KEY is not set')
  const isAvailable = await waitForMigrations(
    config.database_url,
    log,
    undefined,
    config.database_variable,
  )
  if (config.database_pool_url) await checkPooler(config.database_pool_url, log)
  const verifying = verifyDatabase(config, config.database_url)
  // Without a database a server starts and answers 503; it ends if the one that answers later does not fit.
  if (isAvailable) await verifying
  else verifying.catch(end)
  const app = await createServerApp(
    config,
    { url: config.database_url },
    { log, pages: await readBuild() },
  )
  const { metrics_host: host, metrics_port: port } = config
  const metricsServer = port ? await startMetricsServer({ host, port }, { ...app, log }) : undefined
  // Before listening: a server that replaces another one gets all of its requests at once.
  await Promise.all([app.database.warm(), app.reads.warm()])
  await app.http.listen(config.port, config.host)
  app.reports.start()
  log.info({ port: config.port }, 'server listening')
  // After listening: search requests wait until the index is loaded.
  app.searchIndex.start()
  reduceIdleMemory()
  process.send?.('ready')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    log.info({ drain_seconds: config.drain_seconds }, 'stopping')
    app.drain()
    await pause(config.drain_seconds * 1_000)
    await app.close()
    await metricsServer?.close()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

main().catch(end)

function end(error: unknown) {
  process.stderr.write(`${fatalErrorText(error, process.env['LOG_LEVEL'])}\n`)
  process.exit(1)
}
