import { uploadChunkBytes } from '#contract/studio/uploads.ts'
import { openDatabase } from '#server/db/client.ts'
import {
  createPasswordHasher,
  insertMember,
  createSession,
} from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import type { BenchApp } from '../../lib/bench-app.ts'
import { stopProcess, startNode } from '../../lib/processes.ts'
import { median, rateRow, type Row } from '../../report.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'

const size = 256 * 2 ** 20
const rounds = 7

/** A film of 256 MiB by the tus protocol, whole and in the studio's pieces with their sums, beside a bare stream. */
export async function benchUploads(house: BenchApp): Promise<Row[]> {
  const cookie = await staffCookie(house)
  await mkdir(join(house.folder, 'uploads'), { recursive: true })
  const origin = await house.serve()
  const bare = await startNode(join(import.meta.dirname, '../../baselines/upload-baseline.ts'), {
    tell: { folder: join(house.folder, 'uploads') },
    as: 'server',
  })
  const film = randomBytes(size)
  const pieces = Array.from({ length: size / uploadChunkBytes }, (_, at) => {
    const bytes = film.subarray(at * uploadChunkBytes, (at + 1) * uploadChunkBytes)
    const sum = createHash('sha256').update(bytes).digest('base64')
    return { at: at * uploadChunkBytes, bytes, sum: `sha256 ${sum}` }
  })
  const headers = { 'tus-resumable': '1.0.0', cookie, 'sec-fetch-site': 'same-origin' }
  const patch = { ...headers, 'content-type': 'application/offset+octet-stream' }
  const begin = async () => {
    const made = await send(`${origin}/api/studio/uploads/`, 'POST', {
      ...headers,
      'upload-length': String(size),
    })
    return origin + made
  }
  const contestants = {
    async bare() {
      await send(`http://127.0.0.1:${bare.said as number}/`, 'PUT', {}, film)
    },
    async whole() {
      await send(await begin(), 'PATCH', { ...patch, 'upload-offset': '0' }, film)
    },
    async pieces() {
      const url = await begin()
      for (const { at, bytes, sum } of pieces)
        await send(
          url,
          'PATCH',
          { ...patch, 'upload-offset': String(at), 'upload-checksum': sum },
          bytes,
        )
    },
  }
  const times: Record<keyof typeof contestants, number[]> = { bare: [], whole: [], pieces: [] }
  try {
    // Taken in turns, so that a machine slowing down slows all; the first round warms.
    for (let round = 0; round <= rounds; round++) {
      for (const name of ['bare', 'whole', 'pieces'] as const) {
        const began = performance.now()
        await contestants[name]()
        if (round > 0) times[name].push(performance.now() - began)
        await emptied(join(house.folder, 'uploads'))
      }
    }
  } finally {
    await stopProcess(bare.child)
  }
  const rate = (name: keyof typeof contestants) => size / 1e6 / (median(times[name]) / 1_000)
  const text = (value: number) => `${Math.round(value)} MB/s`
  const row = (name: string, way: 'whole' | 'pieces') =>
    rateRow({
      ...{ name, ours: rate(way), baseline: rate('bare'), of: 'Node stream, flushed' },
      ratio: median(times.bare.map((time, at) => time / (times[way][at] ?? time))),
      ...{ bar: 0.8, text },
    })
  return [
    row('upload of 256 MiB, one request', 'whole'),
    row('upload of 256 MiB, 32 MiB pieces, SHA-256', 'pieces'),
  ]
}

async function emptied(folder: string) {
  for (const name of await readdir(folder).catch(() => []))
    if (name !== 'incoming') await rm(join(folder, name), { force: true })
}

/** Sends and reads the answer. @returns its `Location`. */
function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...headers, 'content-length': body?.length ?? 0 } },
      (response) => {
        response.resume().once('end', () => {
          const { statusCode = 0 } = response
          if (statusCode < 300) resolve(response.headers.location ?? '')
          else reject(new Error(`${method} ${url}: ${statusCode}`))
        })
      },
    )
    sent.once('error', reject).end(body)
  })
}

/** Somebody of the staff who has proven a second factor. */
async function staffCookie(house: BenchApp): Promise<string> {
  const database = openDatabase(house.url, { connections: 1, name: 'bench', guarded: false })
  try {
    const sealing = createEncryption(house.env['DATA_ENCRYPTION_SECRET'] ?? '')
    const password_hash = await createPasswordHasher().hash('seven-lanterns-in-june')
    const given = { email: 'bench@example.com', username: '김한편', phonenumber: '01012349999' }
    return await database.transact(async (tx) => {
      const now = new Date()
      const member = await insertMember(
        tx,
        sealing,
        { ...given, password_hash, is_staff: true },
        now,
      )
      const visitor = { address: '127.0.0.1', device: 'bench' }
      const { token } = await createSession(tx, member?.id ?? 0, visitor, now, true)
      return `sid=${token}`
    })
  } finally {
    await database.close()
  }
}
