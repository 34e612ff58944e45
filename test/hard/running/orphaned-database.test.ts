import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { isRunning } from '#test/processes/is-running.ts'
import { createTempFolder } from '#test/fixtures/generated-films.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

test('waits for the processes of a killed database, which hold its memory', async () => {
  await using box = await createTempFolder()
  const killed = await startEmbedded(box.path, { durable: true })
  const client = new pg.Client({ connectionString: killed.owner_url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]!.pid
  process.kill(backend, 'SIGSTOP')
  const pidFile = join(box.path, 'postgres/postmaster.pid')
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  process.kill(postmaster, 'SIGKILL')
  await expect.poll(() => isRunning(postmaster)).toBe(false)
  const started = startEmbedded(box.path, { durable: true })
  onTestFinished(async () => (await started).stop())
  const log = join(box.path, 'postgres.log')
  await vi.waitUntil(() => readFileSync(log, 'utf8').includes('is still in use'), {
    timeout: 10_000,
  })
  process.kill(backend, 'SIGKILL')
  const restarted = new pg.Client({ connectionString: (await started).owner_url })
  await restarted.connect()
  expect((await restarted.query('select 1')).rowCount).toBe(1)
  await restarted.end()
})
