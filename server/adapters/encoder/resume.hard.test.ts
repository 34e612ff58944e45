// hard: kills encodes of long films (19 s of CPU).
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EncoderError, encode, type EncodeResult, probe } from './index.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let box: Awaited<ReturnType<typeof createTempFolder>>
let file: string
beforeAll(async () => {
  box = await createTempFolder()
  // Enough video to interrupt, with audio that finishes long before.
  file = await generateFilm(box.path, { name: 'long.mp4', size: '960x540', seconds: 8, rate: 30 })
})
afterAll(() => box[Symbol.asyncDispose]())

/** Starts a worker process and waits until its audio stage is finished while video is not. */
async function workerInTheMiddle(out: string): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, '../../../test/processes/encode-process.ts'), [
    file,
    out,
  ])
  const marker = join(`${out}.work`, '.done-audio')
  while (!existsSync(marker)) await once(worker, 'message')
  return worker
}

/** Processes that work in a folder, from /proc. */
function workingIn(folder: string): number {
  let count = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) count++
    } catch {
      // The process has ended meanwhile.
    }
  }
  return count
}

test('leaves nothing readable after a kill and resumes in another worker', async () => {
  const out = join(box.path, 'killed')
  const worker = await workerInTheMiddle(out)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(existsSync(out)).toBe(false)
  // The parent is dead, so ffmpeg must be stopped by its guard.
  await expect.poll(() => workingIn(file)).toBe(0)

  const sound = statSync(join(`${out}.work`, 'audio/init.mp4')).mtimeMs
  const encoded = await encode(file, await probe(file), out)
  expect(encoded.duration).toBeCloseTo(8, 1)
  expect(statSync(join(out, 'audio/init.mp4')).mtimeMs).toBe(sound)
  expect(readdirSync(box.path).filter((name) => name.startsWith('killed'))).toEqual(['killed'])
  expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([])
})

test('starts anew if the settings have changed since the interruption', async () => {
  const out = join(box.path, 'changed')
  const sourceProbe = await probe(file)
  const cancel = new AbortController()
  const running = encode(file, sourceProbe, out, {
    preset: 'ultrafast',
    signal: cancel.signal,
    onProgress: (_, stage) => stage === 'packaging' && cancel.abort(new Error('killed')),
  })
  await expect(running).rejects.toThrow('killed')
  expect(existsSync(join(`${out}.work`, '.done-video'))).toBe(true)

  const changed = { preset: 'ultrafast', max_height: 360 } as const
  const names = (encoded: EncodeResult) => encoded.renditions.map(({ name }) => name)
  expect(names(await encode(file, sourceProbe, out, changed))).toEqual(['v360'])
  expect(readdirSync(out).filter((name) => name.startsWith('v'))).toEqual(['v360'])
  // A worker may also die between the encode and the commit of its result.
  const again = await encode(file, sourceProbe, out, { ...changed, max_height: 540 })
  expect(names(again)).toEqual(['v360', 'v540'])
  expect(readdirSync(out).filter((name) => name.startsWith('v'))).toEqual(['v360', 'v540'])
})

test('rejects a second worker on the same folder', async () => {
  const out = join(box.path, 'shared')
  const worker = await workerInTheMiddle(out)
  const sourceProbe = await probe(file)
  await expect(encode(file, sourceProbe, out)).rejects.toMatchObject({ code: 'busy' })
  await expect(encode(file, sourceProbe, out)).rejects.toBeInstanceOf(EncoderError)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
})

test('stops a cancelled encode at once with the signal reason', async () => {
  const out = join(box.path, 'cancelled')
  const sourceProbe = await probe(file)
  const cancel = new AbortController()
  const reason = new Error('going down')
  const running = encode(file, sourceProbe, out, {
    signal: cancel.signal,
    onProgress: () => cancel.abort(reason),
  })
  await expect(running).rejects.toBe(reason)
  expect(existsSync(out)).toBe(false)
  expect(existsSync(`${out}.lock`)).toBe(false)
  await expect.poll(() => workingIn(file)).toBe(0)
})

test('stops an encode that exceeds its CPU limit', async () => {
  const out = join(box.path, 'costly')
  const running = encode(file, await probe(file), out, { limits: { cpu_seconds: 1 } })
  await expect(running).rejects.toMatchObject({ code: 'out_of_bounds' })
  expect(existsSync(out)).toBe(false)
})

test('limits memory', async () => {
  const out = join(box.path, 'hungry')
  const running = encode(file, await probe(file), out, { limits: { memory_mib: 400 } })
  await expect(running).rejects.toMatchObject({ code: 'out_of_bounds' })
})
