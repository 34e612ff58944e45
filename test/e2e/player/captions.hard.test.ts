// hard: cues, styles and languages of captions (20 s of CPU); playback.test.ts shows captions while playing.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, makePlayable, openSite, type Site } from '../site.ts'
import { findEpisodes, watch } from './playable-episodes.ts'

let site: Site
let episode: number
beforeAll(async () => {
  site = await openSite()
  episode = (await findEpisodes(site.world)).first
  await makePlayable(site.world, [{ id: episode }], 12, {
    captions: [
      { language: 'ko', label: '한국어', content: korean },
      {
        language: 'en',
        label: 'English',
        content: 'WEBVTT\n\n00:00.000 --> 00:12.000\nHello\n',
      },
    ],
  })
}, 180_000)
afterAll(() => site?.close())

const korean = `WEBVTT

1
00:00.000 --> 00:04.000 line:0 align:start
첫 줄
둘째 줄

00:04.000 --> 00:08.000
<v 하루><c.hidden>안녕 <i>너</i></c> &lt;b&gt; 1 &amp; 2

00:06.000 --> 00:08.000
겹침
`

const captions = (page: Page) => page.locator('.player-captions')
const seek = (page: Page, time: number) =>
  page.evaluate((to) => {
    const video = document.querySelector('video')!
    video.pause()
    video.currentTime = to
  }, time)

test('shows the lines of the second on screen with their styles and no other markup', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episode)
  const lines = () => captions(page).locator('p').allInnerTexts()
  await seek(page, 2)
  await expect.poll(lines).toEqual(['첫 줄\n둘째 줄'])
  await seek(page, 5)
  await expect.poll(lines).toEqual(['안녕 너 <b> 1 & 2'])
  await expect.poll(() => captions(page).locator('i').allInnerTexts()).toEqual(['너'])
  await seek(page, 7)
  await expect.poll(lines).toEqual(['안녕 너 <b> 1 & 2', '겹침'])
  await seek(page, 9)
  await expect.poll(lines).toEqual([])
  await endVisit(visit)
}, 60_000)

test('draws the chosen language in the chosen size and background', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episode)
  await seek(page, 2)
  const fontSize = () =>
    captions(page).evaluate((layer) => Number.parseFloat(getComputedStyle(layer).fontSize))
  const background = () =>
    captions(page)
      .locator('p > span')
      .first()
      .evaluate((line) => getComputedStyle(line).backgroundColor)
  const medium = await fontSize()
  const soft = await background()
  await page.getByRole('button', { name: '설정', exact: true }).click()
  const settings = page.getByRole('dialog', { name: '설정' })
  await settings.getByText('English', { exact: true }).click()
  await expect.poll(() => captions(page).innerText()).toBe('Hello')
  await expect.poll(() => captions(page).getAttribute('lang')).toBe('en')
  await settings.getByText('아주 크게', { exact: true }).click()
  await expect.poll(fontSize).toBeGreaterThan(medium)
  await settings.getByText('검정', { exact: true }).click()
  await expect.poll(background).not.toBe(soft)
  await endVisit(visit)
}, 60_000)

test('says that captions could not load, and loads them when they are turned on again', async () => {
  const visit = await site.visit()
  const { page } = visit
  visit.allow(/\.vtt/)
  await page.route(/\.vtt$/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.goto(`/video/${episode}`)
  await page.getByText('자막을 불러오지 못했어요').waitFor()
  await seek(page, 2)
  await page.keyboard.press('KeyC')
  await page.keyboard.press('KeyC')
  await expect.poll(() => captions(page).innerText()).toBe('첫 줄\n둘째 줄')
  await endVisit(visit)
}, 60_000)
