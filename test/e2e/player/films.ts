import { foldersOf } from '#server/compose.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { findFfmpeg } from '#server/outside/encoder/index.ts'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { World } from '../../world.ts'

/** Seconds: long enough for an opening, several segments and an ending. */
export const filmSeconds = 40
export const opening = { start: 3, end: 12 }
export const endingStart = 28

/** Two films of two rungs (360 and 540) with sound and captions, through the real pipeline. */
export async function makeFilms(world: World, episodes: readonly number[]): Promise<void> {
  const file = join(world.config.data_dir, 'player-trial.mp4')
  await promisify(execFile)(findFfmpeg(), [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i'],
    `testsrc2=size=960x540:rate=24:duration=${filmSeconds}`,
    ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${filmSeconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  ])
  const parts = { transact: world.transact, ...foldersOf(world.config), now: world.clock.now() }
  const cue = (from: string, to: string, text: string) => `${from} --> ${to}\n${text}\n\n`
  for (const episode_id of episodes) {
    const asset_id = await registerAsset(parts, {
      file,
      episode_id,
      markers: { opening, ending_start: endingStart },
      captions: [
        {
          language: 'ko',
          label: '한국어',
          content: `WEBVTT\n\n${cue('00:00.000', '00:40.000', '여기까지 와 줘서 <i>고마워요</i>')}`,
        },
        {
          language: 'en',
          label: 'English',
          content: `WEBVTT\n\n${cue('00:00.000', '00:40.000', 'Thank you for coming')}`,
        },
      ],
    })
    await world.workNow('encode_asset', { asset_id })
  }
}

/** Two free horizontal episodes, one after the other, and what stands in their place where they are not. */
export async function findEpisodes(world: World) {
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

/** What the film element itself says. */
export const film = (page: Page) =>
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

export async function untilTime(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => (await film(page)).time, { timeout: 20_000, interval: 50 })
    .toBeGreaterThan(seconds)
}

/** Opens an episode and waits for moving pictures. */
export async function watch(page: Page, episode: number): Promise<void> {
  await page.goto(`/video/${episode}`)
  await untilTime(page, 0.2)
}
