import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { startServer } from '#test/processes/server-process.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

/** Kills a server repeatedly during an upload: the stored file equals the sent one. */
test('resumes an upload from the last acknowledged byte after SIGKILL', async () => {
  const world = await openTestAppForTest()
  const staff = await makeMember(world, { is_staff: true })
  const bytes = randomBytes(6_000_000)
  const headers = {
    'tus-resumable': '1.0.0',
    cookie: staff.cookie,
    'sec-fetch-site': 'same-origin',
  }
  const { uploads_dir } = storageFolders(world.config)
  const port = await freePort()
  let server = await startServer(world, port)
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const created = await fetch(`${server.origin}/api/studio/uploads/`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length) },
  })
  const path = created.headers.get('location')!
  const file = join(uploads_dir, 'incoming', path.split('/').at(-1)!)
  const offset = async () => {
    const response = await fetch(server.origin + path, { method: 'HEAD', headers })
    return Number(response.headers.get('upload-offset'))
  }
  const patch = (at: number, body: Buffer) =>
    fetch(server.origin + path, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(at),
      },
      body: new Uint8Array(body),
    })
  let acknowledged = 0
  for (const share of [0.2, 0.5, 0.8]) {
    const to = Math.floor(bytes.length * share)
    expect((await patch(acknowledged, bytes.subarray(acknowledged, to))).status).toBe(204)
    acknowledged = to
    // More may be written than acknowledged.
    const half = request(new URL(path, server.origin), {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(acknowledged),
        'content-length': String(bytes.length - acknowledged),
      },
    })
    half.on('error', () => {})
    half.write(randomBytes(500_000))
    await vi.waitUntil(async () => (await stat(file)).size > acknowledged, { timeout: 20_000 })
    await server.end('SIGKILL')
    server = await startServer(world, port)
    expect(await offset()).toBe(acknowledged)
    expect((await stat(file)).size).toBe(acknowledged)
  }
  expect((await patch(acknowledged, bytes.subarray(acknowledged))).status).toBe(204)
  const { results } = await staff.call(endpoints.studio_uploads.listAssets, { query: {} })
  const { source_file } = await world.db
    .selectFrom('media_assets')
    .select('source_file')
    .where('id', '=', results[0]!.id)
    .executeTakeFirstOrThrow()
  expect((await readFile(join(uploads_dir, source_file!))).equals(bytes)).toBe(true)
})
