// hard: uploads 90 MB over a connection that breaks (25 s); uploads.test.ts uploads a film.
import { endpoints } from '#contract/index.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '../site.ts'

// Uploads are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const long = { timeout: 60_000 }
const wide = { viewport: { width: 1440, height: 900 } }
const list = '/studio/uploads'

let site: Site
let film: Buffer
beforeAll(async () => {
  site = await openSite()
  await using box = await createTempFolder()
  film = await readFile(
    await generateFilm(box.path, { name: 'a.mp4', size: '320x180', seconds: 8, sound: 'stereo' }),
  )
  // Jobs of the demonstration data would take minutes.
  await deleteAllJobs(site.world)
}, 180_000)
afterAll(async () => {
  await site?.close()
})

async function enter(options: Parameters<Site['visit']>[0] = wide, as?: TestMember) {
  const staff = as ?? (await makeMember(site.world, { is_staff: true }))
  const visit = await site.visit(options, staff)
  await visit.page.goto(list)
  await visit.page.getByRole('heading', { name: '업로드', level: 1 }).waitFor()
  return { staff, visit, page: visit.page }
}

test('resumes an upload after a lost connection and after the tab was closed', async () => {
  await using box = await createTempFolder()
  const large = join(box.path, '긴 영화.mp4')
  await writeFile(large, Buffer.concat([film, Buffer.alloc(90_000_000, 7)]))
  const { page, visit, staff } = await enter()
  const line = await visit.context.newCDPSession(page)
  const slow = (offline: boolean) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput: 6_000_000 },
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
  await next.goto(list)
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
