import { openDatabase } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { stopProcess, freePort, startNode } from '../lib/processes.ts'
import { root } from '../lib/bench-app.ts'
import type { ChildProcess } from 'node:child_process'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** CPU that an idle server takes at most in a second. */
const idleCpuMs = 50

export type SearchApp = Awaited<ReturnType<typeof openSearchApp>>

/** An empty database and servers whose search index has its own core, if available. */
export async function openSearchApp() {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-search-'))
  const embedded = await startEmbedded(folder, { durable: false }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  await migrate(embedded.owner_url)
  const owner = openDatabase(embedded.owner_url, { connections: 16, name: 'bench', limits: 'none' })
  const children: ChildProcess[] = []
  return {
    folder,
    url: embedded.url,
    ...owner,
    /** Starts a server. @returns its origin once its index is ready, with the time, memory and CPU it took. */
    async serve() {
      const port = await freePort()
      const { child } = await startNode(join(root, 'server/main.ts'), {
        env: {
          DATABASE_URL: embedded.url,
          DATABASE_OWNER_URL: embedded.owner_url,
          DATA_DIR: folder,
          MEDIA_TOKEN_SECRET: 'of the bench and of nobody else, long enough',
          DATA_ENCRYPTION_SECRET: 'of the bench and of nobody else, long enough',
          HOST: '127.0.0.1',
          LOG_LEVEL: 'silent',
          RATE_LIMITS: 'off',
          PORT: String(port),
        },
      })
      children.push(child)
      const origin = `http://127.0.0.1:${port}`
      const startedAt = performance.now()
      for (let at = 0; ; at++) {
        const response = await fetch(`${origin}/api/contents/search/?q=first${at}`)
        await response.arrayBuffer()
        if (response.status === 200) break
      }
      const ms = performance.now() - startedAt
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1_024
      // In clock ticks of 10 ms.
      const cpu = async () => {
        const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')
        const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
        return (Number(user) + Number(system)) * 10
      }
      /** Waits until the server has loaded the texts of all works, which it does beside queries. */
      const settle = async () => {
        for (let last = -Infinity, now = await cpu(); now - last > idleCpuMs; now = await cpu()) {
          last = now
          await setTimeout(1_000)
        }
      }
      return { origin, ms, memory, cpu, settle, stop: () => stopProcess(child) }
    },
    async close() {
      for (const child of children) await stopProcess(child)
      await owner.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
