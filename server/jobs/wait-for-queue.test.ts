import { createLogger } from '#server/shared/logger.ts'
import { freePort } from '#test/processes/free-port.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/shared/startup-error.ts'
import { waitForQueue } from './wait-for-queue.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const silent = createLogger('silent', 'test')
const at = (url: string, parts: Partial<Record<'port' | 'password' | 'pathname', string>>) =>
  String(Object.assign(new URL(url), parts))

test('a worker that comes before its database waits, says so once, and goes on when it is there', async () => {
  const lines: string[] = []
  const log = createLogger('warn', 'test', { write: (line) => void lines.push(line) })
  const port = await freePort()
  const near = at(world.owner_url, { port: String(port) })
  let done = false
  const waiting = waitForQueue(near, log).then(() => (done = true))
  await expect.poll(() => lines.length > 0).toBe(true)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'waiting for the database',
    host: new URL(near).host,
  })
  expect(done).toBe(false)
  const real = new URL(world.owner_url)
  const way = createServer((socket) => {
    const far = connect(Number(real.port), real.hostname)
    socket.pipe(far).pipe(socket)
    socket.on('error', () => far.destroy())
    far.on('error', () => socket.destroy())
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void way.close())
  await waiting
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain(real.password || 'none')
})

test('what no waiting helps against ends it with one line that names the setting', async () => {
  await expect(waitForQueue(at(world.owner_url, { pathname: '/none' }), silent)).rejects.toThrow(
    /^DATABASE_OWNER_URL: there is no database "none" at [\w.:]+: create it, or name another\.$/,
  )
  const asApplication = waitForQueue(world.url, silent)
  await expect(asApplication).rejects.toBeInstanceOf(StartupError)
  await expect(asApplication).rejects.toThrow(
    /^DATABASE_OWNER_URL: "\w+" does not own the queue: name the role that migrates\.$/,
  )
  await waitForQueue(world.owner_url, silent)
})
