import { plantWorld } from '#seed/plant.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { explainStartup, StartupFault } from '#server/kernel/startup-fault.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, writeFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
/** How long children may take to finish what they have begun. */
const patience = 15_000

type Entry = { file: string; node?: string[] }

/** Everything on one machine: brings it up in order, starts again what falls, and stops it in reverse. */
export async function supervise(parts: { prepare(): Promise<void>; server: Entry }) {
  const began = performance.now()
  const children = new Set<ChildProcess>()
  let database: EmbeddedDatabase | undefined
  let stopping: Promise<never> | undefined

  const stop = (code: number) =>
    (stopping ??= (async () => {
      const ended = [...children].map(
        (child) => new Promise((resolve) => child.once('exit', resolve)),
      )
      for (const child of children) child.kill('SIGTERM')
      await Promise.race([Promise.all(ended), pause(patience, undefined, { ref: false })])
      for (const child of children) child.kill('SIGKILL')
      await database?.stop()
      process.exit(code)
    })())
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))

  try {
    const config = readConfig(process.env)
    await checkGround(config)
    const preparing = parts.prepare()
    preparing.catch(() => {})
    if (!config.database_url) {
      database = await startEmbedded(config.data_dir, {
        durable: true,
        onExit: () => void revive(),
      })
    }
    const addresses = {
      DATABASE_URL: database?.url ?? config.database_url ?? '',
      DATABASE_OWNER_URL:
        database?.owner_url ?? config.database_owner_url ?? config.database_url ?? '',
    }
    await migrate(addresses.DATABASE_OWNER_URL)
    if (config.seed === 'demo') await plant(addresses.DATABASE_URL)
    await preparing

    const env = { ...process.env, ...addresses }
    await startChild(parts.server, env)
    await startChild({ file: 'server/worker.ts' }, env)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    process.stdout.write(
      `\n  한편  ${config.site_url}\n\n  Ready in ${seconds} s. Ctrl-C stops everything.\n\n`,
    )
  } catch (error) {
    process.stderr.write(`${explainStartup(error) ?? (error as Error).stack}\n`)
    await stop(1)
  }

  /** The embedded database fell: the same cluster again, on the same port, as soon as it lets us. */
  async function revive() {
    for (let attempt = 0; !stopping && attempt < 120; attempt++) {
      try {
        const config = readConfig(process.env)
        database = await startEmbedded(config.data_dir, {
          durable: true,
          onExit: () => void revive(),
        })
        return
      } catch {
        await pause(500)
      }
    }
  }

  /** Starts an entry and waits for it to be ready; later it is started again whenever it falls. */
  function startChild(entry: Entry, env: NodeJS.ProcessEnv): Promise<void> {
    return new Promise((resolve, reject) => {
      let ready = false
      const launch = () => {
        const launched = performance.now()
        const child = spawn(process.execPath, [...(entry.node ?? []), join(root, entry.file)], {
          cwd: root,
          env,
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        })
        children.add(child)
        child.on('message', () => {
          ready = true
          resolve()
        })
        child.on('exit', (code) => {
          children.delete(child)
          if (stopping) return
          if (!ready)
            return reject(new StartupFault(`${entry.file} ended with ${code} before it was ready.`))
          const wait = performance.now() - launched > 10_000 ? 0 : 1_000
          setTimeout(() => stopping ?? launch(), wait)
        })
      }
      launch()
    })
  }
}

/** What would go wrong later is said first: the port, the folder. */
async function checkGround(config: Config) {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
  mkdirSync(config.data_dir, { recursive: true })
  accessSync(config.data_dir, constants.W_OK)
  const trial = join(config.data_dir, '.trial')
  writeFileSync(trial, Buffer.alloc(64 * 1024))
  rmSync(trial)
}

async function plant(url: string) {
  const database = openDatabase(url, { connections: 1, name: 'hanpyeon seed', guarded: false })
  try {
    await plantWorld(database.transact, new Date())
  } finally {
    await database.close()
  }
}
