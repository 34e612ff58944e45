import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages } from '../../../bin/app/build-pages.ts'
import { freePort } from '#test/processes/free-port.ts'
import { type ServerProcess, startServer } from '#test/processes/server-process.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import type { Flood } from './flood-client.ts'

/** Effect of one flooding address on others, on a separate server process with the production build. */
let world: TestApp
let server: ServerProcess
beforeAll(async () => {
  await buildPages()
  world = await openTestApp()
  await seedCatalogue(world.transact, new Date())
  server = await startServer(world, await freePort(), {
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    SITE_URL: 'http://localhost:3000',
  })
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await world?.close()
})

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
afterAll(() => agent.destroy())

function sendRequest(path: string, address: string): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(server.origin + path, {
      agent,
      headers: { 'x-forwarded-for': address, accept: 'text/html' },
    })
    outgoing.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - began })
      })
    })
    outgoing.end()
  })
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** Requests uncached pages from addresses with few requests each. */
let fresh = 0
async function measureQuiet(times: number): Promise<number[]> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const at = ++fresh
    const { status, ms } = await sendRequest(
      `/search?q=new${at}&year=2020`,
      `10.1.${at >> 8}.${at & 255}`,
    )
    expect(status).toBe(200)
    durations.push(ms)
    await pause(50)
  }
  return durations
}

test.each([
  ['pages that are rendered anew', (at: number) => `/categories/${(at % 8) + 1}?page=${at}`],
  ['searches', (at: number) => `/search?q=x${at}`],
  ['works that do not exist', (at: number) => `/series/${at + 1_000_000}`],
  ['unknown paths', (at: number) => `/nowhere/${at}`],
  ['pictures that are not there', (at: number) => `/images/abcdef${at}/320.webp`],
  ['keys', (at: number) => `/media/x/${at + 1}p/keys/rest.key`],
])('a flood of %s from one address slows others by less than 2x', async (_name, path) => {
  await measureQuiet(20)
  const quiet = await measureQuiet(40)
  const paths = Array.from({ length: 5_000 }, (_, at) => path(at))
  const flood = new Worker(join(import.meta.dirname, 'flood-client.ts'), {
    workerData: { origin: server.origin, paths, address: '10.9.9.9' } satisfies Flood,
  })
  const beside = await measureQuiet(40)
  flood.postMessage('end')
  const [statuses] = (await once(flood, 'message')) as [Record<number, number>]
  await flood.terminate()
  const [before, during] = [median(quiet), median(beside)]
  console.log(
    `${_name}: ${before.toFixed(1)} ms quiet, ${during.toFixed(1)} ms beside, worst ${Math.max(...beside).toFixed(0)} ms; answered ${JSON.stringify(statuses)}`,
  )
  expect(statuses[429]).toBeGreaterThan(statuses[200] ?? 0)
  // 20 ms because three processes share the cores of a small machine.
  expect(during).toBeLessThan(2 * before + 20)
})
