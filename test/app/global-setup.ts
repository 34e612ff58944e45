import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL server of this run, as the owner and as the application. The database `template` is migrated and
     * empty; `planted` also holds the demonstration catalogue with its dates moved by `days`.
     */
    database: {
      owner_url: string
      url: string
      template: string
      planted?: { template: string; days: number }
    }
  }
}

type SharedServer = {
  provided: ProvidedContext['database']
  users: number
  stop(): Promise<void>
}
/** Vitest evaluates this file once for each project that needs the database; the projects of a run share one server. */
const shared = globalThis as { hanpyeonTestDatabase?: Promise<SharedServer> | undefined }

/** Starts one PostgreSQL for the whole run. Each test app has its own database, made from a template. */
export default async function setup(project: TestProject) {
  const server = await (shared.hanpyeonTestDatabase ??= start())
  server.users++
  project.provide('database', server.provided)
  return async () => {
    if (--server.users > 0) return
    shared.hanpyeonTestDatabase = undefined
    await server.stop()
  }
}

/** Imports the server lazily: its metrics can be registered only once in a process. */
async function start(): Promise<SharedServer> {
  const { startTestServer } = await import('./database-server.ts')
  return { ...(await startTestServer()), users: 0 }
}
