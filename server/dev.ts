/** The serving entry while developing: pages come from Vite, made again as they are edited. */
import { createServerApp } from './composition/create-server.ts'
import { readConfig } from './config.ts'
import { createLogger } from './shared/logger.ts'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'

const config = readConfig(process.env)
const log = createLogger(config.log_level, 'server')
const vite = await createServer({
  root: join(import.meta.dirname, '..'),
  server: {
    middlewareMode: true,
    // Where we are reached and nowhere else: by itself it listens on every address of the machine.
    hmr: { port: config.port + 20_000, ...(config.local ? { host: config.host } : {}) },
  },
  appType: 'custom',
})
const house = await createServerApp(
  config,
  { url: config.database_url ?? '' },
  {
    log,
    pages: {
      build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      development: vite.middlewares,
    },
  },
)
await house.http.listen(config.port, config.host)
process.send?.('ready')

const stop = async () => {
  await house.close()
  await vite.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
