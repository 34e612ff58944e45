// hard: stops ffmpeg for seconds.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTempFolder } from '#test/fixtures/generated-films.ts'
import { InputRejectedError } from './encoder-errors.ts'
import { runFfmpeg } from './ffmpeg.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let box: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  box = await createTempFolder()
})
afterAll(() => box[Symbol.asyncDispose]())

const limits = { cpu_seconds: 60, memory_mib: 4_096, stall_seconds: 2 }

/** The processes that name a file on their command line. */
const processesOf = (file: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file)
      } catch {
        return false
      }
    })
    .map(Number)

/** A run whose input never comes. */
function runWithoutInput(): Promise<string> {
  const pipe = join(box.path, 'pipe.yuv')
  execFileSync('mkfifo', [pipe])
  const args = ['-f', 'rawvideo', '-s', '64x64', '-i', pipe, '-f', 'null', '-']
  return runFfmpeg(args, { cwd: box.path, limits })
}

test('ends a run that waits for ever, and none that was stopped meanwhile', async () => {
  const film = join(box.path, 'film.mkv')
  const { promise: started, resolve: onTime } = Promise.withResolvers<number>()
  const args = ['-f', 'lavfi', '-re', '-i', 'testsrc=s=64x64:d=3', film]
  const stopped = runFfmpeg(args, { cwd: box.path, limits, onTime })
  await started
  const processes = processesOf(film)
  expect(processes.length).toBeGreaterThan(0)
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  // Takes the limit itself, so the stopped run exceeds it.
  await expect(runWithoutInput()).rejects.toThrow(InputRejectedError)
  for (const pid of processes) process.kill(pid, 'SIGCONT')
  await stopped
})
