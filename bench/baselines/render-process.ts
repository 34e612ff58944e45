// Renders in its own process, so that its CPU time can be measured separately.
import { createServerApp } from '#server/composition/create-server.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { root } from '../lib/bench-app.ts'
import { median } from '../report.ts'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

const rounds = 60
const homeRoute = 'features/home/home.route'
const config = readConfig(process.env)
const build = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as ServerBuild
const app = await createServerApp(
  config,
  { url: config.database_url ?? '' },
  { log: createLogger('silent', 'bench'), pages: { build: withCopiesOfHome(build) } },
)

/** Serves the home page at any number of paths: each is a separate cache entry with the same endpoint requests. */
function withCopiesOfHome({ routes, assets, ...rest }: ServerBuild): ServerBuild {
  const [home, asset] = [routes[homeRoute], assets.routes[homeRoute]]
  if (!home || !asset) throw new Error('The build has no home page')
  const copy = { id: 'copy', path: 'copies/:number', index: false }
  return {
    ...rest,
    routes: { ...routes, copy: { ...home, ...copy } },
    assets: { ...assets, routes: { ...assets.routes, copy: { ...asset, ...copy } } },
  }
}

/** All responses but the page itself are cached. HEAD excludes writing the body. */
let requestCount = 0
const page = () => app.http.app.inject({ method: 'HEAD', url: `/copies/${++requestCount}` })

async function cpuOf(work: () => Promise<{ statusCode: number }>): Promise<number> {
  const before = process.cpuUsage()
  const { statusCode } = await work()
  const { user, system } = process.cpuUsage(before)
  if (statusCode !== 200) throw new Error(`The home page answers ${statusCode}`)
  return (user + system) / 1_000
}

async function drop() {
  await app.database.pool.query("select pg_notify('cache_invalidation', 'all')")
  // The notification arrives on another connection and has been processed by the end of a later query.
  await app.database.pool.query('select pg_sleep(0.05)')
}

for (let warm = 0; warm < 40; warm++) await page()
const rendered: number[] = []
for (let round = 0; round < rounds; round++) rendered.push(await cpuOf(page))
const whole: number[] = []
for (let round = 0; round < rounds; round++) {
  await drop()
  whole.push(await cpuOf(page))
}
process.send?.({ rendered: median(rendered), whole: median(whole) })
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
