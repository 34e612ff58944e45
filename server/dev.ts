/** Development server: pages are compiled by Vite on demand. */
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
    // The same host as the server: by default Vite listens on every address.
    hmr: { port: config.port + 20_000, ...(config.is_loopback_host ? { host: config.host } : {}) },
  },
  appType: 'custom',
})
const app = await createServerApp(
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
await app.http.listen(config.port, config.host)
app.reports.start()
process.send?.('ready')

const stop = async () => {
  await app.close()
  await vite.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
