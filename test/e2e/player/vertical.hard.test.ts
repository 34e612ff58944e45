// hard: swipes through the vertical player (16 s of CPU).
import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { findFfmpeg } from '#server/adapters/encoder/index.ts'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { holdRequests } from '#test/e2e/delay-requests.ts'
import { videoElement, waitForTime, watch } from './playable-episodes.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { touchInput } from './touch-input.ts'

let site: Site
/** Four episodes of one season: three playable, one paid. */
let upright: { id: number; title: string; series_id: number; series: string; price: number }[]

beforeAll(async () => {
  site = await openSite()
  upright = await makeUprights(site.world)
}, 240_000)
afterAll(() => site?.close())

async function makeUprights(world: TestApp) {
  const series = '엘리베이터 앞에서'
  const titles = ['첫 인사', '모르는 사이', '열린 문', '마지막 층']
  const { id: series_id, episode_ids } = await makeSeries(
    world,
    { title: series },
    titles.map((title, at) => ({
      title,
      orientation: 'vertical',
      synopsis: '엘리베이터에서 만난 두 사람의 하루를 따라가요. '.repeat(6),
      ...(at < 3 ? { is_free: true, video_state: 'none' } : { price: 500 }),
    })),
  )
  const four = episode_ids.map((id, at) => ({
    id,
    series_id,
    series,
    title: titles[at]!,
    price: at < 3 ? 0 : 500,
  }))
  const file = join(world.config.data_dir, 'upright.mp4')
  await promisify(execFile)(findFfmpeg(), [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=360x640:rate=12:duration=30'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=30'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  ])
  const parts = {
    transact: world.transact,
    ...storageFolders(world.config),
    now: world.clock.now(),
  }
  for (const { id } of four.slice(0, 3)) {
    const asset_id = await registerAsset(parts, {
      file,
      episode_id: id,
      markers: { opening: null, ending_start: null },
      captions: [
        {
          language: 'ko',
          label: '한국어',
          content: 'WEBVTT\n\n00:00.000 --> 00:30.000\n문이 열리면 모르는 사이예요\n',
        },
      ],
    })
    await world.workNow('encode_asset', { asset_id })
  }
  return four
}

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

const isAt = (page: Page, index: number) =>
  expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${upright[index]!.id}`)
/** Waits until the film of that episode plays and the previous frame is gone. */
async function playsAt(page: Page, index: number) {
  await isAt(page, index)
  await page.getByRole('heading', { level: 1, name: upright[index]!.title }).waitFor()
  await page.locator('.vertical-poster-cover').waitFor({ state: 'hidden' })
  await waitForTime(page, 0.1)
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

test('swipes up to the next and down to the previous episode in the same element, with sound', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await watch(page, upright[0]!.id)
  const finger = await touchInput(page)
  await page.evaluate(() => (document.querySelector('video')!.dataset['same'] = 'yes'))
  expect(await heading(page)).toBe(`1화 ${upright[0]!.title}`)
  await page.getByText(/^1\/\d+$/).waitFor()

  // A movement of a few pixels is neither a swipe nor a press.
  await finger.swipe({ x: 150, y: 400 }, { y: -20 }, 2)
  expect((await videoElement(page)).paused).toBe(false)
  await finger.swipe({ x: 150, y: 500 }, { y: -300 })
  await playsAt(page, 1)
  expect(await heading(page)).toBe(`2화 ${upright[1]!.title}`)
  expect(await videoElement(page)).toMatchObject({ muted: false, paused: false })
  await expect.poll(() => page.locator('video').getAttribute('data-same')).toBe('yes')

  await finger.swipe({ x: 150, y: 300 }, { y: 300 })
  await playsAt(page, 0)
  // There is no episode before the first.
  await finger.swipe({ x: 150, y: 300 }, { y: 300 })
  await page.getByText('첫 화예요').waitFor()
  await isAt(page, 0)
  await endVisit(visit)
}, 90_000)

test('preloads the next video', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  const next = upright[1]!.id
  const asked = page.waitForResponse((answer) =>
    answer.url().includes(`/api/contents/${next}/video`),
  )
  const loaded: string[] = []
  page.on('response', (answer) => void loaded.push(answer.url()))
  await watch(page, upright[0]!.id)
  const { manifest_url } = (await (await asked).json()) as { manifest_url: string }
  const folder = new URL('.', new URL(manifest_url, visit.origin)).href
  const again: string[] = []
  page.on('request', (request) => {
    if (/\/video\/?$|\.data/.test(new URL(request.url()).pathname)) again.push(request.url())
    if (request.url().includes(manifest_url)) again.push(request.url())
  })
  // Its first segment is preloaded too. The load state of the page does not show this: it was idle before playback began.
  await expect
    .poll(() => loaded.some((url) => url.startsWith(folder) && url.endsWith('.m4s')))
    .toBe(true)
  again.length = 0
  const finger = await touchInput(page)
  await finger.swipe({ x: 150, y: 500 }, { y: -300 })
  await playsAt(page, 1)
  expect(again.filter((url) => !url.includes(`/${upright[2]!.id}/`))).toEqual([])
  await visit.context.close()
}, 90_000)

test('moves one step by key, button and wheel', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await watch(page, upright[1]!.id)
  await page.keyboard.press('ArrowUp')
  await playsAt(page, 0)
  expect((await videoElement(page)).volume).toBe(1)
  await watch(page, upright[0]!.id)
  await page.keyboard.press('ArrowDown')
  await playsAt(page, 1)
  await watch(page, upright[1]!.id)
  await page.getByRole('button', { name: `다음 화: ${upright[2]!.title}` }).click()
  await playsAt(page, 2)
  await watch(page, upright[0]!.id)
  await page.mouse.move(720, 400)
  for (let notch = 0; notch < 4; notch++) await page.mouse.wheel(0, 100)
  await playsAt(page, 1)
  await waitForTime(page, 1)
  await isAt(page, 1)
  // The shortcut list shows the keys of this player.
  await page.keyboard.press('Shift+Slash')
  const list = page.getByRole('dialog', { name: '키보드 단축키' })
  await list.getByText('이전 화').first().waitFor()
  await expect.poll(() => list.getByText('소리 크게').count()).toBe(0)
  await endVisit(visit)
}, 90_000)

test('queues quick steps (↓ ↓ ↑, three swipes), and leaves the player by back', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/categories')
  await page.goto(`/video/${upright[0]!.id}`)
  await waitForTime(page, 0.2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await playsAt(page, 2)
  await page.keyboard.press('ArrowUp')
  await playsAt(page, 1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await playsAt(page, 2)

  const finger = await touchInput(page)
  await finger.swipe({ x: 150, y: 300 }, { y: 300 })
  await finger.swipe({ x: 150, y: 300 }, { y: 300 })
  await playsAt(page, 0)
  await finger.swipe({ x: 150, y: 500 }, { y: -300 })
  await playsAt(page, 1)
  await finger.swipe({ x: 150, y: 500 }, { y: -300 })
  await finger.swipe({ x: 150, y: 300 }, { y: 300 })
  await finger.swipe({ x: 150, y: 500 }, { y: -300 })
  await playsAt(page, 2)
  // All episodes share one history entry.
  await page.goBack()
  await page.waitForURL(/\/categories$/)
  await endVisit(visit)
}, 90_000)

test.each(['under way', 'done'])(
  'stays on the previous page when the answer about a swipe comes with back %s',
  async (back) => {
    const member = await makeMember(site.world)
    const visit = await site.visit({ ...phone, reducedMotion: 'reduce' }, member)
    const { page } = visit
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const answer = new RegExp(`/api/contents/${upright[3]!.id}/video`)
    const { promise: isAnswered, resolve: answerNow } = Promise.withResolvers<void>()
    // A neighbour that may be locked is entered once the server has answered, also when it could not.
    await page.route(answer, async (route) => {
      await isAnswered
      await route.abort()
    })
    const asked = page.waitForRequest(answer)
    await page.goto(`/series/${upright[2]!.series_id}`)
    await page.locator(`a[href="/video/${upright[0]!.id}"]`).first().tap()
    await waitForTime(page, 0.2)
    await page.keyboard.press('ArrowDown')
    await playsAt(page, 1)
    await page.keyboard.press('ArrowDown')
    await playsAt(page, 2)
    const loadNow = await holdRequests(page, /\/series\/\d+\.data/)
    const finger = await touchInput(page)
    await finger.swipe({ x: 150, y: 500 }, { y: -300 })
    await asked
    await page.evaluate(() => history.back())
    await page.waitForURL(/\/series\//)
    const title = page.getByRole('heading', { level: 1, name: upright[2]!.series })
    if (back === 'done') {
      loadNow()
      await title.waitFor()
    }
    const failed = page.waitForEvent('requestfailed', (request) => answer.test(request.url()))
    answerNow()
    await failed
    // One task and one frame in which the answer could be acted on.
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))))
    loadNow()
    await title.waitFor()
    expect(new URL(page.url()).pathname).toBe(`/series/${upright[2]!.series_id}`)
    expect(requested).not.toContain(`/video/${upright[3]!.id}.data`)
    await visit.context.close()
  },
  90_000,
)

test('shows the like button with its count among the controls, and keeps a like', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone, member)
  const { page } = visit
  await watch(page, upright[0]!.id)
  const heartOf = (index: number) =>
    page.getByRole('button', { name: new RegExp(`^${upright[index]!.title} 찜`) })
  const heart = heartOf(0)
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  const box = (await heart.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await expect.poll(() => heart.innerText()).toBe('찜')
  await heart.tap()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => heart.innerText()).toBe('1')
  await expect.poll(() => heart.getAttribute('aria-label')).toBe(`${upright[0]!.title} 찜, 1명`)
  // The next film has its own like button.
  await page.keyboard.press('ArrowDown')
  await playsAt(page, 1)
  await expect.poll(() => heartOf(1).getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('ArrowUp')
  await playsAt(page, 0)
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  const liked = await member.call(endpoints.watch_history.listLikes, { query: {} })
  expect(liked.results.map(({ object_id }) => object_id)).toEqual([upright[0]!.id])
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
}, 90_000)

test('offers a locked episode with its price while the video continues', async () => {
  const visit = await site.visit({ ...phone, reducedMotion: 'reduce' })
  const { page } = visit
  await watch(page, upright[2]!.id)
  const finger = await touchInput(page)
  await finger.swipe({ x: 150, y: 500 }, { y: -300 })
  const offer = page.getByRole('region', { name: '다음 화' })
  await offer.getByRole('link', { name: /^[\d,]+원에 소장$/ }).waitFor()
  await isAt(page, 2)
  expect((await videoElement(page)).paused).toBe(false)
  expect(await findViolations(page)).toEqual([])
  // There is no other work to go on with.
  await finger.swipe({ x: 150, y: 300 }, { y: -250 })
  await page.getByText('이 화는 구매하면 볼 수 있어요').waitFor()
  await isAt(page, 2)
  await offer.getByRole('button', { name: '취소' }).click()
  await offer.waitFor({ state: 'detached' })
  await endVisit(visit)
}, 60_000)

test.each([
  [360, 780],
  [360, 640],
  [780, 360],
  [768, 1024],
  [1440, 900],
])(
  'upright at %d px: high as the window, nothing beyond its edges, axe finds nothing',
  async (width, height) => {
    const hasTouch = Math.min(width, height) < 600
    const visit = await site.visit({
      viewport: { width, height },
      hasTouch,
      isMobile: hasTouch,
      reducedMotion: 'reduce',
    })
    const { page } = visit
    await watch(page, upright[1]!.id)
    await page.keyboard.press('KeyK')
    const stage = await page.locator('.player').boundingBox()
    expect(stage).toMatchObject({ x: 0, y: 0, width, height })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const button of await page.locator('.player button:visible').all()) {
      const box = (await button.boundingBox())!
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width).toBe(true)
      expect(box.y + box.height).toBeLessThanOrEqual(height)
    }
    expect(await findViolations(page)).toEqual([])
    const icons = await page.locator('.vertical-actions button:visible').count()
    expect(icons).toBeGreaterThanOrEqual(3)
    expect(icons).toBeLessThanOrEqual(4)
    const steps = page.getByRole('navigation', { name: '회차 이동' })
    await expect.poll(() => steps.isVisible()).toBe(!hasTouch)
    await page.getByRole('button', { name: '더 보기', exact: true }).click()
    expect(await findViolations(page)).toEqual([])
    const folder = process.env['PHOTOS']
    if (folder) await page.screenshot({ path: join(folder, `upright-${width}-open.png`) })
    await page.getByRole('button', { name: '접기' }).click()
    if (folder) await page.screenshot({ path: join(folder, `upright-${width}.png`) })
    await endVisit(visit)
  },
  60_000,
)

test('sets the media session, and clears it on leaving', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.addInitScript(() => {
    const actions = new Set<string>()
    Object.assign(globalThis, { actions })
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession)
    navigator.mediaSession.setActionHandler = (name, handler) => {
      if (handler) actions.add(name)
      else actions.delete(name)
      set(name, handler)
    }
  })
  const readMetadata = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession
      const { actions } = globalThis as unknown as { actions: Set<string> }
      return {
        title: metadata?.title,
        artist: metadata?.artist,
        state: playbackState,
        actions: [...actions].toSorted(),
      }
    })
  await watch(page, upright[1]!.id)
  await expect.poll(readMetadata).toEqual({
    title: upright[1]!.title,
    artist: upright[1]!.series,
    state: 'playing',
    actions: [
      'nexttrack',
      'pause',
      'play',
      'previoustrack',
      'seekbackward',
      'seekforward',
      'seekto',
    ],
  })
  await page.getByRole('link', { name: `${upright[1]!.series} 작품 페이지로` }).click()
  await page.waitForURL(/\/series\//)
  await expect.poll(readMetadata).toMatchObject({ state: 'none', actions: [] })
  expect((await readMetadata()).title).toBeUndefined()
  await visit.context.close()
}, 60_000)
