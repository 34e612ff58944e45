import type { TestApp } from '#test/app/test-app.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type NodeProcess = {
  pid: number
  /** Sends the signal and waits for the exit. @returns the exit code, null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** The log lines so far, parsed. */
  lines(): Record<string, unknown>[]
}

/**
 * Starts an entry of the server in a separate process, with the database and folders of a test app, and waits until
 * it reports readiness.
 * @param root the root of another version of this repository, to run that version.
 */
export async function startNodeProcess(
  entry: 'main.ts' | 'worker.ts',
  app: TestApp,
  env: Record<string, string>,
  root = join(import.meta.dirname, '../..'),
): Promise<NodeProcess> {
  const { config } = app
  const child = fork(join(root, 'server', entry), [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: config.data_dir,
      MEDIA_DIR: config.media_dir,
      DATABASE_URL: app.url,
      DATABASE_OWNER_URL: app.owner_url,
      DATA_ENCRYPTION_SECRET: config.secrets.encryption,
      ...env,
    },
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = once(child, 'exit') as Promise<[number | null]>
  await Promise.race([
    once(child, 'message'),
    exit.then(([code]) => Promise.reject(new Error(`${entry} ended with ${code}`))),
  ])
  return {
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal)
      return (await exit)[0]
    },
    lines: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
