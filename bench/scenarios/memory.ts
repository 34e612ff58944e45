import { superviseProcess, type SupervisedProcess } from '../../bin/app/supervised-process.ts'
import { memoryFlags } from '../../bin/app/supervise.ts'
import { openDatabase } from '#server/db/client.ts'
import {
  createPasswordHasher,
  insertMember,
  createSession,
} from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import { type BenchApp, openBenchApp } from '../lib/bench-app.ts'
import { freePort } from '../lib/processes.ts'
import type { Row } from '../report.ts'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

const requests = Number(process.env['REQUESTS'] ?? 10_000)
const uploads = Number(process.env['UPLOADS'] ?? 200)
const maxConcurrent = 8
/** Time in ms after the load until unused memory is returned and sandbox processes have ended. */
const settle = 10_000
/** Limits in MB: server after pages and lists, idle worker, growth by uploads. */
const bars = { server: 250, worker: 150, growth: 50 }

/**
 * Resident memory of server and worker, started as by `npm start` with the demo catalogue: after startup, after pages and
 * lists, and after uploads of 40-megapixel images. Each path is requested once, so that every response is rendered.
 * `REQUESTS` and `UPLOADS` shorten the run.
 */
export async function benchMemory(): Promise<Row[]> {
  const app = await openBenchApp()
  const children: SupervisedProcess[] = []
  try {
    // So that the worker is idle and demo media are not generated.
    await deleteAllJobs(app)
    const port = await freePort()
    const env = { ...process.env, ...app.env, PORT: String(port), SEED: 'none' }
    const server = superviseProcess({ file: 'server/main.ts', node: memoryFlags }, env, 0)
    const worker = superviseProcess({ file: 'server/worker.ts', node: memoryFlags }, env, 0)
    children.push(server, worker)
    await Promise.all([server.ready, worker.ready])
    const origin = `http://127.0.0.1:${port}`
    await pause(settle)
    const started = memoryOf(server)
    await askAll(origin, addressesOf(requests))
    await pause(settle)
    const served = memoryOf(server)
    const picture = await pictureOf40Megapixels()
    const refused = await upload(origin, await openMember(app), picture)
    await pause(settle)
    const uploaded = memoryOf(server)
    const idle = memoryOf(worker)
    if (refused > 0) console.log(`${refused} of ${uploads} pictures were refused.`)
    return [
      row('server after start', started),
      row(`server after ${requests} pages and lists`, served, bars.server),
      row(`growth by ${uploads} pictures of 40 megapixels`, uploaded - served, bars.growth),
      row('server after all of them', uploaded),
      row('idle worker', idle, bars.worker),
    ]
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    await app.close()
  }
}

const row = (name: string, megabytes: number, bar?: number): Row => ({
  name,
  ours: `${megabytes.toFixed(0)} MB`,
  baseline: '',
  bar: bar === undefined ? '' : `<= ${bar} MB`,
  ...(bar === undefined ? {} : { ok: megabytes <= bar }),
})

/** Resident memory in MB (proc(5), VmRSS). */
function memoryOf({ pid }: SupervisedProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
}

/** Pages and lists alternately, no path twice. */
function addressesOf(count: number): string[] {
  const kinds = [
    (at: number) => `/?n=${at}`,
    (at: number) => `/api/contents/series/?limit=${1 + (at % 50)}&offset=${at}`,
    (at: number) => `/categories/${1 + (at % 8)}?n=${at}`,
    (at: number) => `/api/contents/episodes/?limit=50&offset=${at}`,
    (at: number) => `/series/${1 + (at % 40)}?n=${at}`,
    (at: number) => `/api/contents/search/?q=${encodeURIComponent(`바다 ${at}`)}`,
    (at: number) => `/search?q=${encodeURIComponent(`바다 ${at}`)}`,
    (at: number) => `/api/contents/series/?ordering=title&limit=${1 + (at % 50)}&offset=${at}`,
  ]
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]!(at))
}

async function askAll(origin: string, addresses: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConcurrent })
  let next = 0
  const requestNext = async () => {
    while (next < addresses.length) {
      const address = addresses[next++]!
      await new Promise<void>((resolve, reject) => {
        const headers = { 'accept-encoding': 'br, gzip' }
        request(origin + address, { agent, headers }, (response) => {
          response.resume().once('end', resolve).once('error', reject)
        })
          .once('error', reject)
          .end()
      })
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, requestNext))
  agent.destroy()
}

/** An image with the detail of a photo: a few MB as JPEG. */
const pictureOf40Megapixels = () =>
  sharp({
    create: {
      width: 1_000,
      height: 625,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .resize(8_000, 5_000)
    .jpeg({ quality: 80 })
    .toBuffer()

/** @returns the number of rejected uploads. */
async function upload(
  origin: string,
  { profile_id, cookie }: { profile_id: number; cookie: string },
  picture: Buffer,
): Promise<number> {
  let refused = 0
  for (let time = 0; time < uploads; time++) {
    const response = await fetch(`${origin}/api/accounts/profiles/${profile_id}/picture/`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin', cookie },
      body: new Uint8Array(picture),
    })
    await response.arrayBuffer()
    if (!response.ok) refused++
  }
  return refused
}

async function openMember({ url, env }: BenchApp): Promise<{ profile_id: number; cookie: string }> {
  const database = openDatabase(url, { connections: 1, name: 'bench', limits: 'none' })
  try {
    const encryption = createEncryption(env['DATA_ENCRYPTION_SECRET'] ?? '')
    const password_hash = await createPasswordHasher().hash('seven-lanterns-in-june')
    const fields = { email: 'bench@example.com', username: '김한편', phonenumber: '01012349999' }
    return await database.transact(async (tx) => {
      const now = new Date()
      const member = await insertMember(
        tx,
        encryption,
        { ...fields, password_hash, is_staff: false },
        now,
      )
      const visitor = { address: '127.0.0.1', device: 'bench' }
      const id = member?.id ?? 0
      const { token } = await createSession(tx, id, visitor, now, true)
      const profile = await tx
        .selectFrom('profiles')
        .select('id')
        .where('member_id', '=', id)
        .executeTakeFirstOrThrow()
      return { profile_id: profile.id, cookie: `sid=${token}` }
    })
  } finally {
    await database.close()
  }
}
