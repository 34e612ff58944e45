// hard: runs twenty workers for two and a half minutes.
import { openTestAppForTest } from '#test/app/test-app.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { createLogger } from '#server/shared/logger.ts'
import { deleteWaitingJobs } from '#test/fixtures/job-queue.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

const workerCount = 20
const minutes = 2

test('runs each task once per interval in twenty workers, and restores a lost run', async () => {
  const app = await openTestAppForTest()
  const runs: Record<'each_minute' | 'frequent' | 'lost', number[]> = {
    each_minute: [],
    frequent: [],
    lost: [],
  }
  const tasks = Object.entries({ each_minute: 60, frequent: 10, lost: 30 }).map(
    ([name, seconds]) => ({
      name,
      seconds,
      run: async () => void runs[name as keyof typeof runs].push(Date.now()),
    }),
  )
  // The workers start at the beginning of a minute, so that none joins in the middle of a tick.
  await pause(61_000 - (Date.now() % 60_000))
  for (let n = 0; n < workerCount; n++) {
    const runner = await startJobRunner({
      owner_url: app.owner_url,
      jobs: {},
      tasks,
      concurrency: { light: 1 },
      log: createLogger('silent', 'test'),
    })
    onTestFinished(() => runner.stop())
  }
  await expect.poll(() => runs.lost.length).toBe(1)
  await deleteWaitingJobs(app, ({ key }) => key === 'run_periodic_task:lost')
  const began = Date.now()
  await pause(minutes * 60_000 - (began % 60_000) + 15_000)
  const seconds = (Date.now() - began) / 1_000
  const perMinute = Map.groupBy(runs.each_minute, (at) => Math.floor(at / 60_000))
  console.log(`${workerCount} workers:`, {
    seconds: Math.round(seconds),
    each_minute: [...perMinute.values()].map((minute) => minute.length),
    frequent: runs.frequent.length,
    lost: runs.lost.length,
  })
  expect([...perMinute.values()].map((minute) => minute.length)).toEqual(Array(minutes).fill(1))
  expect(runs.frequent.length).toBeLessThanOrEqual(Math.ceil(seconds / 10) + 1)
  expect(runs.frequent.length).toBeGreaterThan(seconds / 15)
  expect(runs.lost.length).toBeGreaterThan(1)
})
