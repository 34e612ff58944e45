import { plantWorld } from '#seed/plant.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { type HouseDatabase, openHouseDatabase } from '#server/db/open.ts'
import { migrate } from '#server/db/migrate.ts'
import { explainStartup } from '#server/kernel/startup-fault.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { checkGround } from './check-ground.ts'
import { ChildFailed, type Entry, keepChild, type KeptChild } from './keep-child.ts'

/**
 * Everything on one machine: brings it up in order, starts again what falls, and stops it in reverse. Ends the
 * process: with 0 when it was asked to, with 1 and one line when it cannot start.
 */
export async function supervise(parts: { prepare(): Promise<void>; server: Entry }): Promise<void> {
  const began = performance.now()
  const children: KeptChild[] = []
  let letGo: (() => void) | undefined
  let opening: Promise<HouseDatabase> | undefined
  let stopping: Promise<never> | undefined

  const stop = (code: number) =>
    (stopping ??= (async () => {
      await Promise.all(children.map((child) => child.stop()))
      // One that is on its way up is waited for: half started it would be nobody's.
      const database = await opening?.catch(() => undefined)
      await database?.stop()
      letGo?.()
      process.exit(code)
    })())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(0))

  try {
    const config = readConfig(process.env)
    letGo = await checkGround(config)
    if (stopping) return
    const preparing = parts.prepare()
    preparing.catch(() => {})
    opening = openHouseDatabase(config, { sole: true })
    const { url, owner_url } = await opening
    if (stopping) return
    await migrate(owner_url)
    if (config.seed === 'demo') await plant(url)
    await preparing
    if (stopping) return

    const env = { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: owner_url }
    for (const entry of [parts.server, { file: 'server/worker.ts' }])
      children.push(keepChild(entry, env))
    await Promise.all(children.map((child) => child.ready))
    announce(config, (performance.now() - began) / 1_000)
  } catch (error) {
    // Ctrl-C reaches children before us: what they say of it is no fault.
    await pause(100)
    if (stopping) return
    if (!(error instanceof ChildFailed))
      process.stderr.write(`${explainStartup(error) ?? (error as Error).stack}\n`)
    await stop(1)
  }
}

function announce(config: Config, seconds: number) {
  process.stdout.write(
    `\n  한편  ${config.site_url}\n\n  Ready in ${seconds.toFixed(1)} s. Ctrl-C stops everything.\n\n`,
  )
}

async function plant(url: string) {
  const database = openDatabase(url, { connections: 1, name: 'hanpyeon seed', guarded: false })
  try {
    await plantWorld(database.transact, new Date())
  } finally {
    await database.close()
  }
}
