/** The serving entry: pages, calls and media on one port. Any number of these run beside each other. */
import './production-env.ts'
import { createServerApp, type PagesBuild } from './composition/create-server.ts'
import { readConfig } from './config.ts'
import { waitForMigrations } from './db/schema/wait-for-migrations.ts'
import { createLogger } from './shared/logger.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { startupErrorMessage, StartupError } from './shared/startup-error.ts'
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
  const config = readConfig(process.env)
  if (!config.database_url)
    throw new StartupError('DATABASE_URL is needed here; npm start brings a database along.')
  const log = createLogger(config.log_level, 'server')
  if (!config.gateway) log.warn('payments disabled: TOSS_SECRET_KEY is not set')
  await waitForMigrations(config.database_url, log)
  const house = await createServerApp(
    config,
    { url: config.database_url },
    { log, pages: await readBuild() },
  )
  const { metrics_host: host, metrics_port: port } = config
  const figures = port ? await startMetricsServer({ host, port }, { ...house, log }) : undefined
  // One that takes another's place is sent all of its requests in the moment it is there.
  await Promise.all([house.database.warm(), house.reads.warm()])
  await house.http.listen(config.port, config.host)
  log.info({ port: config.port }, 'server listening')
  // Beside serving: whoever asks before it is there waits a moment for it.
  house.names.start()
  process.send?.('ready')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    log.info({ drain_seconds: config.drain_seconds }, 'stopping')
    house.drain()
    await pause(config.drain_seconds * 1_000)
    await house.close()
    await figures?.close()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('disconnect', () => void stop())
}

main().catch((error: unknown) => {
  const words = startupErrorMessage(error)
  process.stderr.write(`${words ?? (error as Error).stack}\n`)
  process.exit(1)
})
