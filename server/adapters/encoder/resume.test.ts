// hard: kills encodes of long films (19 s of CPU).
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EncoderError, encode, probe } from './index.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let box: Awaited<ReturnType<typeof createTempFolder>>
let file: string
beforeAll(async () => {
  box = await createTempFolder()
  // Pictures enough to be interrupted in, sound that is done long before them.
  file = await generateFilm(box.path, { name: 'long.mp4', size: '960x540', seconds: 8, rate: 30 })
})
afterAll(() => box[Symbol.asyncDispose]())

/** A worker in a process of its own, and the first moment its sound is done while its pictures are not. */
async function workerInTheMiddle(out: string): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, '../../../test/processes/encode-process.ts'), [
    file,
    out,
  ])
  const marker = join(`${out}.work`, '.done-audio')
  while (!existsSync(marker)) await once(worker, 'message')
  return worker
}

/** Processes working in a folder, by the system's own list. */
function workingIn(folder: string): number {
  let count = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) count++
    } catch {
      // Ended meanwhile.
    }
  }
  return count
}

test('a worker killed in the middle leaves nothing readable, and another goes on from there', async () => {
  const out = join(box.path, 'killed')
  const worker = await workerInTheMiddle(out)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(existsSync(out)).toBe(false)
  // Nobody is left to end ffmpeg; it must notice by itself.
  await vi.waitUntil(() => workingIn(file) === 0, { timeout: 5000 })

  const sound = statSync(join(`${out}.work`, 'audio/init.mp4')).mtimeMs
  const encoded = await encode(file, await probe(file), out)
  expect(encoded.duration).toBeCloseTo(8, 1)
  expect(statSync(join(out, 'audio/init.mp4')).mtimeMs).toBe(sound)
  expect(readdirSync(box.path).filter((name) => name.startsWith('killed'))).toEqual(['killed'])
  expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([])
})

test('two workers do not encode into one folder', async () => {
  const out = join(box.path, 'shared')
  const worker = await workerInTheMiddle(out)
  const found = await probe(file)
  await expect(encode(file, found, out)).rejects.toMatchObject({ code: 'busy' })
  await expect(encode(file, found, out)).rejects.toBeInstanceOf(EncoderError)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
})

test('a cancelled encode stops at once, with the reason it was given', async () => {
  const out = join(box.path, 'cancelled')
  const found = await probe(file)
  const cancel = new AbortController()
  const reason = new Error('going down')
  const running = encode(file, found, out, {
    signal: cancel.signal,
    onProgress: () => cancel.abort(reason),
  })
  await expect(running).rejects.toBe(reason)
  expect(existsSync(out)).toBe(false)
  expect(existsSync(`${out}.lock`)).toBe(false)
  await vi.waitUntil(() => workingIn(file) === 0, { timeout: 5000 })
})

test('a film that costs more than its budget is stopped', async () => {
  const out = join(box.path, 'costly')
  const running = encode(file, await probe(file), out, { limits: { cpu_seconds: 1 } })
  await expect(running).rejects.toMatchObject({ code: 'out_of_bounds' })
  expect(existsSync(out)).toBe(false)
})

test('memory is bounded', async () => {
  const out = join(box.path, 'hungry')
  const running = encode(file, await probe(file), out, { limits: { memory_mib: 400 } })
  await expect(running).rejects.toMatchObject({ code: 'out_of_bounds' })
})
