import { createControls, type Player } from '#web/features/player/core/player.ts'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setSleepTimer } from './sleep-timer.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function openPlayer() {
  const media = createPlayerStore({ ...initialMediaState, paused: false })
  const pause = () => media.setState({ paused: true })
  const player = { media, requests: { pause } } as unknown as Player
  const context = { player, ...createControls() }
  return { context, media, sleep: () => context.controls.getState().sleep }
}

it('pauses the video after the chosen time, once', () => {
  const { context, media, sleep } = openPlayer()
  setSleepTimer(context, '15')
  expect(sleep()).toMatchObject({ choice: '15', ends_at: 1_000_000 + 15 * 60_000 })
  vi.advanceTimersByTime(15 * 60_000 - 1)
  expect(media.getState().paused).toBe(false)
  vi.advanceTimersByTime(1)
  expect(media.getState().paused).toBe(true)
  expect(sleep()).toBeNull()
  expect(context.controls.getState().feedback?.text).toBe('취침 예약 시각이라 멈췄어요')
})

it('replaces a running timer, and ends it when it is turned off', () => {
  const { context, media, sleep } = openPlayer()
  setSleepTimer(context, '15')
  setSleepTimer(context, '60')
  vi.advanceTimersByTime(59 * 60_000)
  expect(media.getState().paused).toBe(false)
  setSleepTimer(context, 'off')
  expect(sleep()).toBeNull()
  vi.advanceTimersByTime(60 * 60_000)
  expect(media.getState().paused).toBe(false)
})

it('lasts until the end of the episode, and not to the end of another one', () => {
  const { context, media, sleep } = openPlayer()
  setSleepTimer(context, 'episode')
  media.setState({ current_time: 60 })
  expect(sleep()).toMatchObject({ choice: 'episode', ends_at: null })
  media.setState({ ended: true })
  expect(sleep()).toBeNull()
  media.setState({ ended: false, paused: false })
  media.setState({ ended: true })
  expect(media.getState().paused).toBe(false)
})
