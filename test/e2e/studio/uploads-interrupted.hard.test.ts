// hard: uploads 90 MB over a connection that breaks (25 s); uploads.test.ts uploads a film.
import { endpoints } from '#contract/index.ts'
import { createTempFolder } from '#test/fixtures/generated-films.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import { endVisit, openSite, type Site } from '../site.ts'
import { generateSmallFilm, openUploads, uploadsPath } from './uploads-page.ts'

// Uploads are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const long = { timeout: 60_000 }
let site: Site
let film: Buffer
beforeAll(async () => {
  site = await openSite()
  film = await generateSmallFilm()
  // Jobs of the demonstration data would take minutes.
  await deleteAllJobs(site.world)
}, 180_000)
afterAll(async () => {
  await site?.close()
})

test('resumes an upload after a lost connection and after the tab was closed', async () => {
  await using box = await createTempFolder()
  const large = join(box.path, '긴 영화.mp4')
  await writeFile(large, Buffer.concat([film, Buffer.alloc(90_000_000, 7)]))
  const { page, visit, staff } = await openUploads(site)
  const line = await visit.context.newCDPSession(page)
  const slow = (offline: boolean) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 6_000_000,
    })
  await slow(false)
  visit.allow(/ERR_INTERNET_DISCONNECTED/)
  const received = async () =>
    (await staff.call(endpoints.studio_uploads.listPendingUploads, {}))[0]?.received_bytes ?? 0
  await page.getByLabel('올릴 영상 파일').setInputFiles(large)
  const rows = page.getByRole('listitem').filter({ hasText: '긴 영화.mp4' })
  await expect.poll(received).toBeGreaterThan(0)
  await slow(true)
  await rows.getByText('연결을 기다려요.', { exact: false }).waitFor()
  const before = await received()
  await slow(false)
  await rows.getByText('초당', { exact: false }).waitFor()
  await expect.poll(received).toBeGreaterThan(before)
  await rows.getByRole('button', { name: '잠시 멈추기' }).click()
  await rows.getByText('잠시 멈췄어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  const next = await visit.tab()
  await page.close({ runBeforeUnload: false })
  await next.goto(uploadsPath)
  await next.getByRole('heading', { name: '이어서 올릴 수 있는 파일' }).waitFor()
  const input = next.getByLabel('같은 파일 고르기: 긴 영화.mp4')
  await input.setInputFiles({ name: '긴 영화.mp4', mimeType: 'video/mp4', buffer: film })
  await next.getByText('이름이나 크기가 달라요.', { exact: false }).waitFor()
  const kept = await received()
  expect(kept).toBeGreaterThan(before)
  const offsets: string[] = []
  next.on('request', (request) => {
    const at = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && at !== undefined) offsets.push(at)
  })
  await input.setInputFiles(large)
  await next.getByRole('row', { name: /긴 영화/ }).waitFor(long)
  expect(offsets[0]).toBe(String(kept))
  await endVisit(visit)
})
