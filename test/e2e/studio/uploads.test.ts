import { endpoints } from '#contract/index.ts'
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import { endVisit, openSite, type Site } from '../site.ts'
import { button, chooseFiles, generateSmallFilm, openUploads, wide } from './uploads-page.ts'

const long = { timeout: 60_000 }
let site: Site
let worker: JobRunner
let film: Buffer
beforeAll(async () => {
  site = await openSite()
  film = await generateSmallFilm()
  // Artwork of the demonstration data is not needed here.
  await deleteAllJobs(site.world)
})
afterAll(async () => {
  await worker?.stop()
  await site?.close()
})

test('uploads, encodes, attaches and marks a video, and plays it to a viewer', async () => {
  const [episode_id = 0] = await makeEpisodes(site.world, [{ video_state: 'none' }])
  const { page, visit, staff } = await openUploads(site)
  await page.getByText('아직 올린 영상이 없어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  const colleague = await openUploads(site)
  await chooseFiles(page, [{ name: '겨울 바다.mp4', buffer: film }])
  const row = page.getByRole('row', { name: /겨울 바다/ })
  await row.getByText('대기 중').waitFor()
  worker = await site.world.work()
  // Events arrive sooner than polling every 15 s would.
  const soon = { timeout: 10_000 }
  const elsewhere = colleague.page.getByRole('row', { name: /겨울 바다/ })
  await elsewhere.waitFor(soon)
  await row.getByText('준비됨').waitFor(long)
  await elsewhere.getByText('준비됨').waitFor(soon)
  await endVisit(colleague.visit)
  await row.getByRole('link', { name: /겨울 바다/ }).click()
  await page.getByRole('heading', { name: '겨울 바다.mp4' }).waitFor()
  const video = page.getByLabel('영상 미리 보기')
  const seek = (to: number) =>
    video.evaluate((element: HTMLVideoElement, at) => void (element.currentTime = at), to)
  const readyState = () => video.evaluate((element: HTMLVideoElement) => element.readyState)
  await expect.poll(async () => !site.plays || (await readyState()) > 0).toBe(true)
  // The link moved the focus to the page, so keys work.
  await page.keyboard.press('i')
  await button(page, '고친 것 버리기').click()

  await button(page, '회차 고르기: 겨울 바다.mp4').click()
  await page.getByLabel('작품 이름').fill('시험 작품')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /시험 작품/ })
    .first()
    .click()
  await page.getByText('회차를 정했어요').waitFor()
  expect(await findViolations(page)).toEqual([])

  await seek(1)
  await page.keyboard.press('i')
  await seek(3.5)
  await button(page, '오프닝 끝: 지금 시각').click()
  await seek(7)
  await button(page, '엔딩 시작: 지금 시각').click()
  const ending = page.getByRole('slider', { name: '엔딩 시작' })
  await ending.press('Shift+ArrowLeft')
  await ending.press('ArrowLeft')
  await expect.poll(() => ending.getAttribute('aria-valuetext')).toBe('0:05.9')
  // Unsaved markers survive a reload.
  await page.reload()
  await page.getByText('아직 저장하지 않았어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '저장').click()
  await page.getByText('구간을 저장했어요').waitFor()

  const poster = page.getByRole('region', { name: /대표 이미지/ })
  await poster.getByText('영상에서 자동으로 골랐어요.', { exact: false }).waitFor()
  await button(page, '다른 장면 고르기').click()
  await poster.getByRole('list').getByRole('button').last().click()
  await poster.getByText('자동', { exact: true }).waitFor({ state: 'detached' })
  expect(await findViolations(page)).toEqual([])

  const before = await page.getByAltText('지금 대표 이미지').getAttribute('src')
  await seek(5)
  await button(page, '지금 장면으로 정하기').click()
  await expect
    .poll(() => page.getByAltText('지금 대표 이미지').getAttribute('src'))
    .not.toBe(before)

  const captions = page.getByLabel('자막 파일', { exact: true })
  const srt = (text: string) => ({
    name: '바다.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(text),
  })
  await captions.setInputFiles(srt('1\n00:00:01,000 -> x --> 2\n파도\n'))
  await page.getByText('고쳐야 할 곳이 1군데 있어요').waitFor()
  await page.getByText('2번째 줄').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '취소').click()
  await captions.setInputFiles(srt('1\n00:00:01,000 --> 00:00:03,000\n파도 소리가 들려요.\n'))
  await page.getByText('자막 1개').waitFor()
  await button(page, '자막 저장').click()
  await page.getByText('자막을 저장했어요').waitFor()
  await page.getByRole('button', { name: '한국어 자막 지우기' }).waitFor()
  visit.clean()

  const { results } = await staff.call(endpoints.studio.listAuditLog, { query: {} })
  expect(results.map(({ kind }) => kind)).toEqual([
    ...['asset.captions_set', 'asset.poster_set', 'asset.poster_set', 'asset.markers_set'],
    'asset.attached',
    ...['upload.registered', 'upload.started'],
  ])

  const viewer = await site.visit(wide)
  await viewer.page.goto(`/video/${episode_id}`)
  const stage = viewer.page.locator('video')
  const length = () => stage.evaluate((element: HTMLVideoElement) => element.duration)
  await expect.poll(async () => (site.plays ? await length() : 8)).toBeCloseTo(8, 0)
  const shown = await site.world.call(endpoints.playback.readVideo, {
    params: { id: episode_id },
    query: {},
  })
  expect(shown.markers.opening?.start).toBeCloseTo(1, 0)
  expect(shown.captions).toMatchObject([{ language: 'ko', label: '한국어' }])
  await endVisit(viewer)
  await endVisit(visit)
})
