import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { verifyEncryptionSecret } from '#server/composition/verify-encryption-secret.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { stopProcess, freePort, startNode } from './processes.ts'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** An app for one benchmark run: database, demo catalogue and servers. */
export type BenchApp = {
  folder: string
  url: string
  owner_url: string
  env: NodeJS.ProcessEnv
  /** Starts another server, pinned to the server core, with additional `env`. @returns its origin. */
  serve(env?: NodeJS.ProcessEnv): Promise<string>
  close(): Promise<void>
}

/** Opens the app in a temporary folder. Runs no worker, because encoding would distort the measurement. */
export async function openBenchApp(): Promise<BenchApp> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-bench-'))
  const embedded = await startEmbedded(folder, { durable: true }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children) await stopProcess(child)
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const env = {
    DATABASE_URL: embedded.url,
    DATABASE_OWNER_URL: embedded.owner_url,
    DATA_DIR: folder,
    MEDIA_TOKEN_SECRET: 'of the bench and of nobody else, long enough',
    DATA_ENCRYPTION_SECRET: 'of the bench and of nobody else, long enough',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
  }
  try {
    await migrate(embedded.owner_url)
    // Before members are inserted, whose phone numbers are not encrypted.
    await verifyEncryptionSecret(readConfig(env), embedded.url)
    const database = openDatabase(embedded.url, { connections: 1, name: 'bench', limits: 'none' })
    await seedCatalogue(database.transact, new Date())
    await database.close()
  } catch (error) {
    await close()
    throw error
  }
  return {
    folder,
    url: embedded.url,
    owner_url: embedded.owner_url,
    env,
    async serve(besides = {}) {
      const port = await freePort()
      const { child } = await startNode(join(root, 'server/main.ts'), {
        env: { ...env, ...besides, PORT: String(port) },
        as: 'server',
      })
      children.push(child)
      return `http://127.0.0.1:${port}`
    },
    close,
  }
}
