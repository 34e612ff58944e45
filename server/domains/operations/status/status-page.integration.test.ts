import { endpoints } from '#contract/index.ts'
import { openDatabase } from '#server/db/client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { freePort } from '#test/processes/free-port.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createStatusWriter } from './write-status.ts'

const { studio_operations: calls } = endpoints

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

/** Writes the page as a worker does. @returns the page */
async function openStatus(site_url: string, db = app.db) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-status-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = createStatusWriter({ db, clock: app.clock, site_url, status_place: { folder } })
  const read = () => readFile(join(folder, 'index.html'), 'utf8')
  return { folder, read, write: () => write(new AbortController().signal) }
}

test('says that the site is well, in one file without drafts', async () => {
  const { folder, read, write } = await openStatus(app.origin)
  await write()
  await write()
  expect(await read()).toContain('>정상이에요')
  expect(await read()).toContain(`datetime="${app.clock.now().toISOString()}"`)
  expect(await readdir(folder)).toEqual(['index.html'])
})

test('shows an outage from the second failure on, until the site answers again', async () => {
  const port = await freePort()
  const { read, write } = await openStatus(`http://127.0.0.1:${port}`)
  await write()
  expect(await read()).toContain('>정상이에요')
  await write()
  expect(await read()).toContain('접속이 원활하지 않아요')
  const site = createServer((_request, response) => void response.end())
  onTestFinished(() => void site.close())
  await once(site.listen(port, '127.0.0.1'), 'listening')
  await write()
  expect(await read()).toContain('>정상이에요')
})

test('shows the notice of staff as text, also without PostgreSQL', async () => {
  const owner = await makeMember(app, { is_staff: true })
  const { version } = await owner.call(calls.readModes, {})
  const ends_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const message = '서버를 옮기고 있어요. <b>곧</b> 돌아올게요.'
  await owner.call(calls.setMaintenance, { body: { version, message, ends_at } })
  onTestFinished(async () => void (await owner.call(calls.endMaintenance, {})))
  const { db, close } = openDatabase(app.url, { connections: 1, name: 'test' })
  const { read, write } = await openStatus(app.origin, db)
  await write()
  expect(await read()).toContain('점검 중이에요')
  expect(await read()).toContain('&#60;b&#62;곧&#60;/b&#62;')
  await close()
  await write()
  expect(await read()).toContain('서버를 옮기고 있어요.')
})
