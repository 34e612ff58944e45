import { uploadChunkBytes } from '#contract/media/staff.ts'
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

/** A tus upload of 256 MiB, in one request and in the studio's chunks with checksums, beside a bare stream. */
export async function benchUploads(app: BenchApp): Promise<Row[]> {
  const cookie = await staffCookie(app)
  await mkdir(join(app.folder, 'uploads'), { recursive: true })
  const origin = await app.serve()
  const bare = await startNode(join(import.meta.dirname, '../../baselines/upload-baseline.ts'), {
    initialMessage: { folder: join(app.folder, 'uploads') },
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
      await send(`http://127.0.0.1:${bare.reply as number}/`, 'PUT', {}, film)
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
    // Alternates the runs, so that machine slowdowns affect all; the first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      for (const name of ['bare', 'whole', 'pieces'] as const) {
        const startedAt = performance.now()
        await contestants[name]()
        if (round > 0) times[name].push(performance.now() - startedAt)
        await emptied(join(app.folder, 'uploads'))
      }
    }
  } finally {
    await stopProcess(bare.child)
  }
  const rate = (name: keyof typeof contestants) => size / 1e6 / (median(times[name]) / 1_000)
  const text = (value: number) => `${Math.round(value)} MB/s`
  const row = (name: string, way: 'whole' | 'pieces') =>
    rateRow({
      name,
      ours: rate(way),
      baseline: rate('bare'),
      of: 'Node stream, flushed',
      ratio: median(times.bare.map((time, at) => time / (times[way][at] ?? time))),
      bar: 0.8,
      text,
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

/** Sends a request and reads the response. @returns its `Location`. */
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

/** Creates a staff member with a verified second factor. @returns the session cookie. */
async function staffCookie(app: BenchApp): Promise<string> {
  const database = openDatabase(app.url, { connections: 1, name: 'bench', limits: 'none' })
  try {
    const encryption = createEncryption(app.env['DATA_ENCRYPTION_SECRET'] ?? '')
    const password_hash = await createPasswordHasher().hash('seven-lanterns-in-june')
    const fields = { email: 'bench@example.com', username: '김한편', phonenumber: '01012349999' }
    return await database.transact(async (tx) => {
      const now = new Date()
      const member = await insertMember(
        tx,
        encryption,
        { ...fields, password_hash, is_staff: true },
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
