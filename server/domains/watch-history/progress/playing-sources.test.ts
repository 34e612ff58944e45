import type { ProgressSource } from '#server/api/progress-port.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayingSources } from './playing-sources.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const source = { id: 1, is_player: true } as ProgressSource

/** A player at second 100 whose reports are stored and accepted at once. */
function createPlayer() {
  const stored: number[] = []
  const players = createPlayingSources(
    (_, sent) => void stored.push(sent.progress),
    () => performance.now(),
  )
  let progress = 100
  const report = () => {
    const sent = { episode_id: 1, progress }
    const before = stored.length
    players.record(1, sent, source)
    if (stored.length > before) players.onStored(source, sent, progress)
  }
  report()
  return {
    stored,
    players,
    /** Plays for so many seconds with a report at the end. */
    play(seconds: number, speed = 1) {
      vi.advanceTimersByTime(seconds * 1_000)
      progress += seconds * speed
      report()
    },
    seek(to: number) {
      progress = to
      report()
    },
    position: () => players.position(1, 1)?.progress,
  }
}

describe('a player that plays on', () => {
  it.each([0.5, 1, 1.5, 2])('is stored every 30 s at %f-fold speed', (speed) => {
    const player = createPlayer()
    for (let reports = 0; reports < 120; reports++) player.play(5, speed)
    expect(player.stored).toHaveLength(1 + 20)
    expect(player.stored.slice(0, 3)).toEqual([100, 100 + 30 * speed, 100 + 60 * speed])
  })

  it('is where its last report and its speed say', () => {
    const player = createPlayer()
    player.play(5)
    player.play(5)
    vi.advanceTimersByTime(3_400)
    expect(player.position()).toBe(113)
    vi.advanceTimersByTime(5_000)
    expect(player.position()).toBeUndefined()
  })

  it('waits while its position buffers', () => {
    const player = createPlayer()
    player.play(5, 0)
    player.play(5)
    expect(player.stored).toEqual([100])
  })
})

describe('is stored at once', () => {
  it('on a pause between two reports', () => {
    const player = createPlayer()
    player.play(5)
    player.play(2)
    expect(player.stored).toEqual([100, 107])
  })

  it.each([600, 20])('on a seek to %i', (to) => {
    const player = createPlayer()
    player.play(5)
    vi.advanceTimersByTime(5_000)
    player.seek(to)
    expect(player.stored).toEqual([100, to])
  })

  it('when it has been silent', () => {
    const player = createPlayer()
    player.play(5)
    vi.advanceTimersByTime(9_000)
    expect(player.stored).toEqual([100, 105])
  })

  it('when it leaves, once', () => {
    const player = createPlayer()
    player.play(5)
    player.players.leave(source)
    player.players.leave(source)
    expect(player.stored).toEqual([100, 105])
  })

  it('when all are stored', () => {
    const player = createPlayer()
    player.play(5)
    player.players.storeAll()
    expect(player.stored).toEqual([100, 105])
  })

  it('while the position of another device stays', () => {
    const player = createPlayer()
    player.players.onStored(source, { episode_id: 1, progress: 100 }, 900)
    player.play(5)
    expect(player.stored).toEqual([100, 105])
  })

  it('with the last position of the episode before', () => {
    const player = createPlayer()
    player.play(5)
    player.players.record(1, { episode_id: 2, progress: 0 }, source)
    expect(player.stored).toEqual([100, 105, 0])
  })
})

it('keeps nothing of requests', () => {
  const { players, stored } = createPlayer()
  const request = { ...source, is_player: false }
  for (const progress of [1, 2]) players.record(1, { episode_id: 1, progress }, request)
  expect(stored).toEqual([100, 1, 2])
})
