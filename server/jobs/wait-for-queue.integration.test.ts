import { createLogger } from '#server/shared/logger.ts'
import { freePort } from '#test/processes/free-port.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/shared/startup-error.ts'
import { waitForQueue } from './wait-for-queue.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const silent = createLogger('silent', 'test')
const urlWith = (url: string, parts: Partial<Record<'port' | 'password' | 'pathname', string>>) =>
  String(Object.assign(new URL(url), parts))

test('waits for a database that is not up yet, logs once and continues', async () => {
  const lines: string[] = []
  const log = createLogger('warn', 'test', { write: (line) => void lines.push(line) })
  const port = await freePort()
  const proxyUrl = urlWith(app.owner_url, { port: String(port) })
  let done = false
  const waiting = waitForQueue(proxyUrl, log).then(() => (done = true))
  await expect.poll(() => lines.length > 0).toBe(true)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'waiting for the database',
    host: new URL(proxyUrl).host,
  })
  expect(done).toBe(false)
  const realUrl = new URL(app.owner_url)
  const proxy = createServer((socket) => {
    const upstream = connect(Number(realUrl.port), realUrl.hostname)
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await waiting
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain(realUrl.password || 'none')
})

test('fails with one line that names the variable if waiting cannot help', async () => {
  await expect(waitForQueue(urlWith(app.owner_url, { pathname: '/none' }), silent)).rejects.toThrow(
    /^DATABASE_OWNER_URL: there is no database "none" at [\w.:]+: create it, or name another\.$/,
  )
  const asApplication = waitForQueue(app.url, silent)
  await expect(asApplication).rejects.toBeInstanceOf(StartupError)
  await expect(asApplication).rejects.toThrow(
    /^DATABASE_OWNER_URL: "\w+" does not own the queue: name the role that migrates\.$/,
  )
  await waitForQueue(app.owner_url, silent)
})
