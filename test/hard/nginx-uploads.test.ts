import { uploadPath } from '#contract/media/staff.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { DefaultHttpStack, Upload } from 'tus-js-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { type ServerProcess, startServer } from '#test/processes/server-process.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { noNginx, openAppBehindTls, startNginx } from './start-nginx.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Headers of every upload request. */
const uploadHeaders = (cookie: string) => ({
  cookie: `__Host-${cookie}`,
  'sec-fetch-site': 'same-origin',
})

/** Path of an unfinished upload in a data folder; its URL ends with the file name. */
const incomingFile = (folder: string, address: string) =>
  join(folder, 'uploads/incoming', address.split('/').at(-1) ?? '')

/**
 * Uploads `bytes` with the tus client, or resumes the upload at `url`.
 * @param options.before called before each piece; `end` aborts the upload.
 * @returns the upload's URL, and whether it is complete.
 */
function uploadFile(
  nginx: { origin: string; ca: Buffer },
  cookie: string,
  bytes: Buffer,
  options: { url?: string; before?: (piece: number) => unknown } = {},
): Promise<{ url: string; isComplete: boolean }> {
  return new Promise((resolve, reject) => {
    let pieces = 0
    const upload = new Upload(bytes, {
      endpoint: nginx.origin + uploadPath,
      uploadUrl: options.url ?? null,
      headers: uploadHeaders(cookie),
      chunkSize: 200_000,
      retryDelays: [0, 200, 500, 1_000, 2_000, 4_000],
      metadata: { filename: 'film.mp4' },
      httpStack: new DefaultHttpStack({ ca: nginx.ca }),
      async onBeforeRequest(request) {
        if (request.getMethod() !== 'PATCH') return
        if ((await options.before?.(++pieces)) !== 'end') return
        await upload.abort()
        resolve({ url: upload.url ?? '', isComplete: false })
        // The client cannot cancel from here: this request stays pending.
        await new Promise(() => {})
      },
      onSuccess: () => resolve({ url: upload.url ?? '', isComplete: true }),
      onError: reject,
    })
    upload.start()
  })
}

/** Starts a piece at `offset` and sends a part of it; the connection stays open. */
async function sendPartialPiece(
  nginx: { ca: Buffer },
  cookie: string,
  piece: { url: string; file: string; bytes: Buffer; offset: number },
) {
  const { url, file, bytes, offset } = piece
  const patch = request(url, {
    method: 'PATCH',
    ca: nginx.ca,
    headers: {
      ...uploadHeaders(cookie),
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(bytes.length - offset),
    },
  })
  const ended = new Promise<number>((resolve) => {
    patch.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    patch.on('error', () => resolve(0))
  })
  patch.write(bytes.subarray(offset, offset + 300_000))
  await vi.waitUntil(async () => (await stat(file)).size > offset, { timeout: 30_000 })
  return { ended, cut: () => patch.destroy() }
}

/** Requests the offset of an upload, which ends the piece that is being sent. */
function readOffset(nginx: { ca: Buffer }, cookie: string, url: string): Promise<number> {
  const headers = { ...uploadHeaders(cookie), 'tus-resumable': '1.0.0' }
  return new Promise((resolve, reject) => {
    const head = request(url, { method: 'HEAD', ca: nginx.ca, headers })
    head.on('response', (answer) => resolve(Number(answer.resume().headers['upload-offset'])))
    head.on('error', reject).end()
  })
}

/** Reads the stored source of a completed upload. */
async function readStoredFile(app: TestApp, uploads_dir: string, url: string): Promise<Buffer> {
  const { rows } = await app.pool.query<{ source_file: string }>(
    `select a.source_file from studio_uploads u join media_assets a on a.id = u.asset_id
     where u.token = $1`,
    [url.split('/').at(-1)],
  )
  return readFile(join(uploads_dir, rows[0]!.source_file))
}

const hasOpenFile = async ({ pid }: ServerProcess, file: string) => {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const names = open.map((each) => readlink(`/proc/${pid}/fd/${each}`).catch(() => ''))
  return (await Promise.all(names)).includes(file)
}

test('resumes interrupted uploads on the server that has their bytes', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const { app, ports, env } = await openAppBehindTls()
  const servers: ServerProcess[] = []
  const folders: string[] = []
  for (const name of ['one', 'two']) {
    const folder = join(app.config.data_dir, name)
    folders.push(folder)
    servers.push(await startServer(app, await freePort(), { ...env, DATA_DIR: folder }))
  }
  onTestFinished(() => Promise.all(servers.map((each) => each.end('SIGKILL'))).then(() => {}))
  const nginx = await startNginx([servers[0]!.origin, servers[1]!.origin], ports)
  const used = new Set<string>()
  // The session decides the server, so several members are needed to reach both.
  for (let round = 0; used.size < 2 && round < 30; round++) {
    const { cookie } = await makeMember(app, { is_staff: true })
    const bytes = randomBytes(1_500_000)
    const before = (piece: number) => (piece === 3 ? 'end' : '')
    const { url, isComplete } = await uploadFile(nginx, cookie, bytes, { before })
    expect(isComplete).toBe(false)
    const owner = folders.find((folder) => existsSync(incomingFile(folder, url)))!
    const file = incomingFile(owner, url)
    expect((await stat(file)).size).toBe(400_000)
    // The bytes of a piece that was cut are kept.
    const partial = await sendPartialPiece(nginx, cookie, { url, file, bytes, offset: 400_000 })
    partial.cut()
    // To nginx, a piece that another request takes over is a failure of the server.
    for (let taken = 0; taken < 2; taken++) {
      const offset = await readOffset(nginx, cookie, url)
      const { ended } = await sendPartialPiece(nginx, cookie, { url, file, bytes, offset })
      await readOffset(nginx, cookie, url)
      expect(await ended).toBe(503)
    }
    expect(await uploadFile(nginx, cookie, bytes, { url })).toMatchObject({ url, isComplete: true })
    expect((await readStoredFile(app, join(owner, 'uploads'), url)).equals(bytes)).toBe(true)
    used.add(owner)
  }
  expect(used.size).toBe(2)
})

test('resumes the upload of a killed server on the other server if they share a disk', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const { app, ports, env } = await openAppBehindTls()
  const servers: ServerProcess[] = []
  for (let i = 0; i < 2; i++) servers.push(await startServer(app, await freePort(), env))
  onTestFinished(() => Promise.all(servers.map((each) => each.end('SIGKILL'))).then(() => {}))
  const nginx = await startNginx([servers[0]!.origin, servers[1]!.origin], ports)
  const { cookie } = await makeMember(app, { is_staff: true })
  const bytes = randomBytes(3_000_000)
  const { url } = await uploadFile(nginx, cookie, bytes, {
    before: (piece) => (piece === 4 ? 'end' : ''),
  })
  const file = incomingFile(app.config.data_dir, url)
  const partial = await sendPartialPiece(nginx, cookie, { url, file, bytes, offset: 600_000 })
  const owners = await Promise.all(servers.map((each) => hasOpenFile(each, file)))
  expect(owners.filter(Boolean)).toHaveLength(1)
  await servers[owners.indexOf(true)]!.end('SIGKILL')
  // nginx answers 503; the client requests the offset and resumes.
  expect(await partial.ended).toBe(503)
  expect(await uploadFile(nginx, cookie, bytes, { url })).toMatchObject({ isComplete: true })
  const { uploads_dir } = storageFolders(app.config)
  expect((await readStoredFile(app, uploads_dir, url)).equals(bytes)).toBe(true)
})
