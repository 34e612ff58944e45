// Renders in a process of its own, whose CPU is then its own too.
import { createServerApp } from '#server/composition/create-server.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { root } from '../lib/bench-app.ts'
import { median } from '../report.ts'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

const rounds = 60
const config = readConfig(process.env)
const build = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as ServerBuild
const house = await createServerApp(
  config,
  { url: config.database_url ?? '' },
  { log: createLogger('silent', 'bench'), pages: { build: withCopiesOfHome(build) } },
)

/** Home at as many addresses as are asked for: each is a page of its own to the cache, and asks the same calls. */
function withCopiesOfHome({ routes, assets, ...rest }: ServerBuild): ServerBuild {
  const [home, asset] = [routes['routes/home'], assets.routes['routes/home']]
  if (!home || !asset) throw new Error('The build has no home page')
  const copy = { id: 'copy', path: 'copies/:number', index: false }
  return {
    ...rest,
    routes: { ...routes, copy: { ...home, ...copy } },
    assets: { ...assets, routes: { ...assets.routes, copy: { ...asset, ...copy } } },
  }
}

/** Responses are cached except for the page itself. HEAD leaves out writing the body. */
let asked = 0
const page = () => house.http.app.inject({ method: 'HEAD', url: `/copies/${++asked}` })

async function cpuOf(work: () => Promise<{ statusCode: number }>): Promise<number> {
  const before = process.cpuUsage()
  const { statusCode } = await work()
  const { user, system } = process.cpuUsage(before)
  if (statusCode !== 200) throw new Error(`The home page answers ${statusCode}`)
  return (user + system) / 1_000
}

async function drop() {
  await house.database.pool.query("select pg_notify('stale', 'all')")
  // The notice comes on another connection: by the time a later query is answered it has been read.
  await house.database.pool.query('select pg_sleep(0.05)')
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
process.on('SIGTERM', () => void house.close().then(() => process.exit(0)))
