import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestApp } from '#test/app/test-app.ts'
import { makePlayable } from '#test/e2e/site.ts'

/** Seconds: long enough for an opening, several segments and an ending. */
export const videoSeconds = 40
const opening = { start: 3, end: 13 }
export const endingStart = 28

const captions = [
  { language: 'ko', label: '한국어', content: captionOf('여기까지 와 줘서 <i>고마워요</i>') },
  { language: 'en', label: 'English', content: captionOf('Thank you for coming') },
]

/** Gives each episode a film of two renditions (360 and 540 lines) with sound, captions and markers. */
export async function createPlayableEpisodes(
  world: TestApp,
  episodes: readonly number[],
): Promise<void> {
  const markers = { opening, ending_start: endingStart }
  await makePlayable(
    world,
    episodes.map((id) => ({ id, ...markers })),
    videoSeconds,
    { captions },
  )
}

/** @returns captions that show one text from the first to the last second. */
function captionOf(text: string): string {
  return `WEBVTT\n\n00:00.000 --> 00:${videoSeconds}.000\n${text}\n\n`
}

/** Finds two consecutive free horizontal episodes, a paid one, and a free one without a film. */
export async function findEpisodes(world: TestApp) {
  const rows = await world.db
    .selectFrom('episodes')
    .select(['id', 'season_id', 'number', 'is_free', 'orientation', 'price'])
    .orderBy('season_id')
    .orderBy('number')
    .execute()
  const at = rows.findIndex((row, index) => {
    const next = rows[index + 1]
    return (
      row.is_free &&
      next?.is_free &&
      row.orientation === 'horizontal' &&
      next.season_id === row.season_id
    )
  })
  const [first, second] = [rows[at], rows[at + 1]]
  const sold = rows.find((row) => !row.is_free && row.price > 0)
  const unready = rows.find((row) => row.is_free && row.id !== first?.id && row.id !== second?.id)
  if (!first || !second || !sold || !unready) throw new Error('the demonstration has changed')
  return { first: first.id, second: second.id, sold: sold.id, unready: unready.id }
}

/** Reads the state of the video element. */
export const videoElement = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')!
    return {
      time: video.currentTime,
      paused: video.paused,
      rate: video.playbackRate,
      volume: video.volume,
      muted: video.muted,
      width: video.videoWidth,
      sound: (video as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0,
    }
  })

/** Waits until the film plays beyond a second. */
export async function waitForTime(page: Page, seconds: number): Promise<void> {
  // Polled in the page: a film takes seconds, and each poll of the test would wake three processes.
  await page.waitForFunction(
    (time) => (document.querySelector('video')?.currentTime ?? 0) > time,
    seconds,
    { polling: 50 },
  )
}

/** Pauses the film, so that it does not end while a busy machine checks its page. */
export const pauseFilm = (page: Page) =>
  page.evaluate(() => document.querySelector('video')!.pause())

/** Opens an episode and waits for moving pictures. */
export async function watch(page: Page, episode: number): Promise<void> {
  await page.goto(`/video/${episode}`)
  await waitForTime(page, 0.2)
}

/** Waits until playback passes the second segment of 4 s with decoded sound. */
export async function playToSecondSegment(page: Page) {
  const before = (await videoElement(page)).sound
  expect(before).toBeGreaterThan(0)
  await waitForTime(page, 8.5)
  await expect.poll(async () => (await videoElement(page)).sound).toBeGreaterThan(before)
}

/** The rendition that is not playing. */
export const otherQuality = async (page: Page) =>
  (await videoElement(page)).width === 640
    ? { name: '540p', width: 960 }
    : { name: '360p', width: 640 }
