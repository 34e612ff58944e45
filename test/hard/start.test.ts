import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  childrenOf,
  postmasterOf,
  readiness,
  startStack,
  type RunningStack,
} from '#test/processes/npm-start.ts'
import { processesWith } from '#test/processes/worker-process.ts'

// `npm start` from outside: its processes, its port and its output.

const folder = () => mkdtemp(join(tmpdir(), 'hanpyeon-start-'))
/** Checks that no process of a start is left, descendants included. */
async function expectNothingOf(data: string, pids: number[]) {
  await vi.waitFor(() => expect(processesWith(data)).toEqual([]), { timeout: 3_000 })
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
}

const serverOf = (stack: RunningStack) => childrenOf(stack.pid, 'server/main.ts')[0]
const workerOf = (stack: RunningStack) => childrenOf(stack.pid, 'server/worker.ts')[0]
/** Finds server, worker and PostgreSQL; the worker may start after the server answers. */
const partsOf = (stack: RunningStack, data: string) =>
  vi.waitUntil(
    () => {
      const pids = [serverOf(stack), workerOf(stack), postmasterOf(data)]
      return pids.every((pid) => pid !== undefined) && pids
    },
    { timeout: 5_000, interval: 20 },
  )

/** Measures the ms until it answers again. */
async function backIn(stack: RunningStack, lost: () => boolean): Promise<number> {
  const began = performance.now()
  await vi.waitUntil(lost, { timeout: 5_000, interval: 10 })
  await vi.waitUntil(async () => (await readiness(stack.port)) === 200, {
    timeout: 20_000,
    interval: 50,
  })
  return Math.round(performance.now() - began)
}

test('restarts killed processes, and ends all of them on SIGTERM', async () => {
  const data = await folder()
  const stack = await startStack({ DATA_DIR: data })
  await stack.ready()
  expect(await readiness(stack.port)).toBe(200)
  const [server = 0, worker = 0, postmaster = 0] = await partsOf(stack, data)

  process.kill(server, 'SIGKILL')
  const afterServer = await backIn(stack, () => serverOf(stack) !== server)
  process.kill(worker, 'SIGKILL')
  await vi.waitUntil(() => ![worker, undefined].includes(workerOf(stack)), { timeout: 5_000 })
  process.kill(postmaster, 'SIGKILL')
  const afterPostgres = await backIn(stack, () => postmasterOf(data) !== postmaster)
  // On an idle machine both are far below 5 s; on a busy one they mean little.
  console.log(
    `back after the server fell: ${afterServer} ms, after PostgreSQL fell: ${afterPostgres} ms`,
  )
  expect(serverOf(stack)).toBeDefined()

  const second = await startStack({ DATA_DIR: data })
  expect(await second.exit).toBe(1)
  expect(second.said()).toContain('Another npm start works in')
  expect(await readiness(stack.port)).toBe(200)

  const parts = await partsOf(stack, data)
  const before = stack.said()
  stack.signal('SIGINT')
  stack.signal('SIGTERM')
  expect(await stack.exit).toBe(0)
  await expectNothingOf(data, parts)
  // Stopping logs no error, and errors have no stack.
  expect(stack.said().slice(before.length)).toBe('')
  expect(before).not.toMatch(/\n\s+at /)
})

test('starts again after all processes were killed at once', async () => {
  const data = await folder()
  const first = await startStack({ DATA_DIR: data })
  await first.ready()
  const parts = await partsOf(first, data)
  // PostgreSQL survives the first round and is taken over; in the second it is killed too.
  for (const victims of [[first.pid, ...parts.slice(0, 2)], null]) {
    if (victims) for (const pid of victims) process.kill(pid, 'SIGKILL')
    const next = await startStack({ DATA_DIR: data })
    await next.ready()
    expect(await readiness(next.port)).toBe(200)
    const all = [next.pid, ...(await partsOf(next, data))]
    for (const pid of all) process.kill(pid, 'SIGKILL')
    await next.exit
  }
  const last = await startStack({ DATA_DIR: data })
  await last.ready()
  const left = await partsOf(last, data)
  last.signal('SIGTERM')
  expect(await last.exit).toBe(0)
  await expectNothingOf(data, left)
})

test('leaves nothing when stopped during its start, and starts again', async () => {
  const data = await folder()
  for (const delay of [50, 300, 600, 900, 1_300, 1_800, 2_400, 3_200]) {
    const stack = await startStack({ DATA_DIR: data })
    await pause(delay)
    stack.signal(delay % 200 ? 'SIGTERM' : 'SIGINT')
    const code = await stack.exit
    // Before Node runs our first line there is no signal handler yet.
    expect([0, null]).toContain(code)
    expect(stack.said().replace(/\n {2}한편[^]*$/, '')).not.toMatch(/Error|did not start/)
    await expectNothingOf(data, [])
    if (delay === 600) await rm(data, { recursive: true })
  }
  const stack = await startStack({ DATA_DIR: data })
  await stack.ready()
  stack.signal('SIGTERM')
  expect(await stack.exit).toBe(0)
  await expectNothingOf(data, [])
})

test('keeps serving for DRAIN_SECONDS, even beyond the time its processes get to end', async () => {
  const data = await folder()
  const stack = await startStack({ DATA_DIR: data, DRAIN_SECONDS: '12' })
  await stack.ready()
  const parts = await partsOf(stack, data)
  const stoppedAt = performance.now()
  stack.signal('SIGTERM')
  await vi.waitUntil(async () => (await readiness(stack.port)) === 503, { timeout: 5_000 })
  await vi.waitUntil(async () => (await readiness(stack.port)) === 0, { timeout: 20_000 })
  expect(performance.now() - stoppedAt).toBeGreaterThan(12_000)
  expect(await stack.exit).toBe(0)
  await expectNothingOf(data, parts)
})
