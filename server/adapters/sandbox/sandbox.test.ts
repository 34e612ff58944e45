import { flatPng } from '#test/fixtures/hostile-images.ts'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Sandbox, type SandboxOptions, SandboxUnavailable } from './sandbox.ts'

const light = (member_id = 1) => ({ owner: { member_id }, weight: 'light' as const })
const small = flatPng(30, 20)
/** A job that takes many seconds. */
const costly = (sandbox: Sandbox, member_id?: number) =>
  sandbox.run('renderWidths', small, { widths: Array<number>(500).fill(1_900) }, light(member_id))

function open(options: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = new Sandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}
const square = (sandbox: Sandbox, file: Buffer, member_id?: number) =>
  sandbox.run('renderSquare', file, { width: 16 }, light(member_id))
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

describe('Sandbox', () => {
  it('starts a process for the first job and ends it when idle', async () => {
    const sandbox = open({ idle_ms: 20 })
    expect(sandbox.pids).toEqual([])
    expect((await square(sandbox, small)).subarray(8, 12).toString()).toBe('WEBP')
    const [pid] = sandbox.pids
    await expect.poll(() => sandbox.pids).toEqual([])
    await expect.poll(() => isAlive(pid!)).toBe(false)
  })

  it('rejects a damaged image and keeps its process', async () => {
    const sandbox = open()
    await square(sandbox, small)
    const { pids } = sandbox
    await expect(square(sandbox, small.subarray(0, 50))).rejects.toMatchObject({
      reason: 'invalid',
    })
    expect(sandbox.pids).toEqual(pids)
  })

  it('kills a process that exceeds its CPU limit and starts another for the next job', async () => {
    const sandbox = open({ limits: { cpu_ms: 300, wall_ms: 20_000 } })
    const job = costly(sandbox)
    await expect.poll(() => sandbox.pids.length).toBe(1)
    const [pid] = sandbox.pids
    await expect(job).rejects.toMatchObject({ reason: 'time_limit' })
    await expect.poll(() => isAlive(pid!)).toBe(false)
    await square(sandbox, small)
    expect(sandbox.pids).not.toContain(pid)
  })

  it('kills a process that exceeds its wall time and does not blame the file', async () => {
    const sandbox = open({ limits: { cpu_ms: 60_000, wall_ms: 300 } })
    await expect(costly(sandbox)).rejects.toThrow(SandboxUnavailable)
  })

  it('retries a job once if its process was killed externally', async () => {
    const sandbox = open({ limits: { cpu_ms: 60_000, wall_ms: 60_000 } })
    const job = costly(sandbox)
    const killOnce = async (but?: number) => {
      await expect.poll(() => sandbox.pids.filter((pid) => pid !== but).length).toBe(1)
      const pid = sandbox.pids.find((candidate) => candidate !== but)!
      process.kill(pid, 'SIGKILL')
      return pid
    }
    const outcome = expect(job).rejects.toMatchObject({ reason: 'crash' })
    await killOnce(await killOnce())
    await outcome
    expect((await square(sandbox, small)).length).toBeGreaterThan(0)
  })

  it('completes a job if its process was killed between jobs', async () => {
    const sandbox = open()
    await square(sandbox, small)
    const [pid] = sandbox.pids
    process.kill(pid!, 'SIGKILL')
    expect((await square(sandbox, small)).length).toBeGreaterThan(0)
    expect(sandbox.pids).not.toContain(pid)
  })

  it('serves another member before 50 expensive images of one member', async () => {
    const sandbox = open({ waiting_per_member: 50, limits: { cpu_ms: 60_000, wall_ms: 60_000 } })
    let completed = 0
    const flood = Array.from({ length: 50 }, () =>
      costly(sandbox, 1).then(
        () => completed++,
        () => {},
      ),
    )
    expect((await square(sandbox, small, 2)).length).toBeGreaterThan(0)
    expect(completed).toBe(0)
    expect(sandbox.pids.length).toBeLessThanOrEqual(2)
    sandbox.close()
    await Promise.all(flood)
  })

  it('rejects files above the queue limit of a member', async () => {
    const sandbox = open({ waiting_per_member: 2 })
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => square(sandbox, small)),
    )
    // One runs, two are queued.
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<string>(3).fill('fulfilled'),
      ...Array<string>(2).fill('rejected'),
    ])
    expect(results[4]).toMatchObject({ reason: { message: 'too many files are waiting' } })
  })

  it('never loads libvips into the calling process and ends with it', async () => {
    const script = `
      import { Sandbox } from ${JSON.stringify(new URL('./sandbox.ts', import.meta.url).href)}
      const sandbox = new Sandbox()
      await sandbox.run('renderSquare', Buffer.from(${JSON.stringify(small.toString('base64'))}, 'base64'), { width: 9 }, { owner: { system: 'test' }, weight: 'light' })
      const { sharedObjects } = process.report.getReport()
      console.log(sandbox.pids[0], sharedObjects.filter((name) => name.includes('vips')).length)
      process.kill(process.pid, 'SIGKILL')`
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--input-type=module-typescript', '-e', script],
    ]).catch((error: { stdout: string }) => error)
    const [pid = 0, loaded] = stdout.trim().split(' ').map(Number)
    expect(pid).toBeGreaterThan(0)
    expect(loaded).toBe(0)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
