import type { World } from './world.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type ServerProcess = {
  origin: string
  pid: number
  /** Sends the signal and waits for the end; answers the exit code, null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** What it logged so far, a line an object. */
  lines(): Record<string, unknown>[]
}

/** The serving entry itself, in a process of its own, on the database and folders of a world. The pages must be built. */
export async function startServer(
  world: World,
  port: number,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const { config } = world
  const child = fork(join(import.meta.dirname, '../server/main.ts'), [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: config.data_dir,
      MEDIA_DIR: config.media_dir,
      DATABASE_URL: world.url,
      DATABASE_OWNER_URL: world.owner_url,
      GRANT_SECRET: config.secrets.grant,
      PERSONAL_DATA_SECRET: config.secrets.personal,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      ...(config.gateway
        ? {
            TOSS_BASE_URL: config.gateway.base_url,
            TOSS_PATIENCE_MS: String(config.gateway.patience),
          }
        : {}),
      ...env,
    },
  })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const exit = once(child, 'exit') as Promise<[number | null]>
  await Promise.race([
    once(child, 'message'),
    exit.then(([code]) => Promise.reject(new Error(`The server ended with ${code}`))),
  ])
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal)
      return (await exit)[0]
    },
    lines: () =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
