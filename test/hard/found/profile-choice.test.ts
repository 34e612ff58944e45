import { profiles } from '#contract/accounts/profiles.ts'
import { endpoints } from '#contract/index.ts'
import type { PendingUpload } from '#contract/media/staff.ts'
import { createTempFolder } from '#test/fixtures/generated-films.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { openUploads } from '#test/e2e/studio/uploads-page.ts'

vi.setConfig({ testTimeout: 120_000 })
const long = { timeout: 60_000 }

let site: Site
beforeAll(async () => {
  site = await openSite()
  await deleteAllJobs(site.world)
}, 180_000)
afterAll(() => site?.close())

test('keeps the upload and the open dialog of staff when another tab chooses a profile', async () => {
  const staff = await makeMember(site.world, { is_staff: true })
  const body = { name: '손님', avatar: 'drawn-05' } as const
  await staff.call(profiles.createProfile, { body })
  const { page, visit } = await openUploads(site, undefined, staff)
  const line = await visit.context.newCDPSession(page)
  const slowDown = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await slowDown(2_000_000)
  const received = () =>
    page.evaluate(async (path) => {
      const [upload] = (await (await fetch(path)).json()) as PendingUpload[]
      return upload?.received_bytes ?? 0
    }, endpoints.studio_uploads.listPendingUploads.path)
  await using box = await createTempFolder()
  const large = join(box.path, '긴 영화.mp4')
  await writeFile(large, Buffer.alloc(150_000_000, 7))
  await page.getByLabel('올릴 영상 파일').setInputFiles(large)
  await expect.poll(received, long).toBeGreaterThan(0)
  await page.getByRole('link', { name: '홈 편성' }).click()
  await page.getByRole('button', { name: '줄 더하기' }).click()
  const title = page.getByRole('dialog').getByRole('textbox', { name: '제목' })
  await title.fill('연말에 몰아 보기')

  const other = await visit.tab()
  await other.goto('/profiles')
  await other.getByRole('list', { name: '프로필' }).getByRole('button', { name: '손님' }).click()
  await other.getByRole('banner').getByRole('button', { name: '손님님의 메뉴' }).waitFor()

  const before = await received()
  expect(await title.inputValue()).toBe('연말에 몰아 보기')
  // Closing the tab asks, although the page of uploads is not open.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  // The list of unfinished uploads is empty once it is complete.
  await slowDown(-1)
  await expect.poll(received, long).not.toBe(before)
  await endVisit(visit)
})
