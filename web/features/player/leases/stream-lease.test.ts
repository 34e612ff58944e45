import { expect, test } from 'vitest'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { createStreamLease, type LeaseLost, type LeaseResult } from './stream-lease.ts'

const stream = {
  id: 7,
  device: 'Safari · iPhone',
  is_this_browser: false,
  series_title: '작품',
  episode_number: null,
  episode_title: '',
  started_at: '2026-05-01T12:00:00Z',
}
const by = { id: 9, device: 'Safari · iPhone' }

function setUp() {
  const state = createPlayerStore({ ...initialMediaState, source_loaded: true, duration: 100 })
  const calls: string[] = []
  const lost: (LeaseLost | null)[] = []
  const pending: ((result: LeaseResult) => void)[] = []
  const timers = new Map<() => void, number>()
  const lease = createStreamLease({
    state,
    schedule(ms, run) {
      timers.set(run, ms)
      return () => timers.delete(run)
    },
    pause: () => calls.push('pause'),
    acquire(episode_id) {
      calls.push(`take ${episode_id}`)
      return new Promise((resolve) => pending.push(resolve))
    },
    async release(id) {
      calls.push(`end ${id}`)
    },
    onLost: (reason) => lost.push(reason),
  })
  const answer = async (result: LeaseResult) => {
    pending.shift()?.(result)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const advance = (ms: number) => {
    for (const [run, delay] of [...timers]) {
      if (delay !== ms) continue
      timers.delete(run)
      run()
    }
  }
  const play = () => state.setState({ has_played: true, paused: false })
  const pause = () => state.setState({ paused: true })
  return {
    state,
    lease,
    calls,
    lost,
    pending,
    answer,
    advance,
    play,
    pause,
  }
}

test('acquires the lease when playback starts and releases it on pause', async () => {
  const { state, lease, calls, answer, play, pause } = setUp()
  lease.track(1)
  expect(calls).toEqual([])
  play()
  state.setState({ current_time: 5 })
  expect(calls).toEqual(['take 1'])
  await answer({ id: 3 })
  state.setState({ current_time: 6 })
  pause()
  expect(calls).toEqual(['take 1', 'end 3'])
})

test('keeps a lease that was claimed before the first frame until playback pauses', async () => {
  const { state, lease, calls, answer, play, pause } = setUp()
  state.setState({ paused: false })
  lease.track(1)
  const claim = lease.claim()
  await answer({ id: 3 })
  expect(await claim).toBe('held')
  state.setState({ waiting: true })
  state.setState({ waiting: false })
  play()
  expect(calls).toEqual(['take 1'])
  pause()
  expect(calls).toEqual(['take 1', 'end 3'])
})

test('releases a claimed lease if playback pauses before the first frame', async () => {
  const { state, lease, calls, answer, pause } = setUp()
  state.setState({ paused: false })
  lease.track(1)
  const claim = lease.claim()
  await answer({ id: 3 })
  await claim
  pause()
  state.setState({ paused: false })
  expect(calls).toEqual(['take 1', 'end 3'])
})

test('sends one request at a time and releases a lease that arrives after a pause', async () => {
  const { lease, calls, answer, play, pause } = setUp()
  lease.track(1)
  play()
  pause()
  play()
  pause()
  expect(calls).toEqual(['take 1'])
  await answer({ id: 3 })
  expect(calls).toEqual(['take 1', 'end 3'])
})

test('pauses and lists the streams when denied; the next play tries again', async () => {
  const { state, lease, calls, lost, answer, play, pause } = setUp()
  lease.track(1)
  play()
  await answer({ streams: [stream] })
  // The element has not paused yet.
  state.setState({ current_time: 1 })
  expect([calls, lost]).toEqual([['take 1', 'pause'], [{ streams: [stream] }]])
  pause()
  play()
  await answer({ id: 4 })
  expect([calls.at(-1), lost.at(-1)]).toEqual(['take 1', null])
})

test('pauses on a takeover of its own lease, not of other or earlier leases', async () => {
  const { lease, calls, lost, answer, play } = setUp()
  lease.track(1)
  play()
  await answer({ id: 3 })
  lease.onTakenOver(2, by)
  lease.onTakenOver(4, by)
  expect(calls).toEqual(['take 1'])
  lease.onTakenOver(3, by)
  expect([calls, lost.at(-1)]).toEqual([['take 1', 'pause'], { by }])
})

test('handles a takeover that arrives before the response', async () => {
  const { lease, calls, lost, answer, play } = setUp()
  lease.track(1)
  play()
  lease.onTakenOver(3, by)
  await answer({ id: 3 })
  expect([calls, lost.at(-1)]).toEqual([['take 1', 'pause'], { by }])
})

test('keeps playing after a failed request and retries later', async () => {
  const { state, lease, calls, answer, play, advance } = setUp()
  lease.track(1)
  play()
  await answer('unreachable')
  state.setState({ current_time: 2 })
  expect(calls).toEqual(['take 1'])
  advance(10_000)
  expect(calls).toEqual(['take 1', 'take 1'])
})

test('renews after a reconnect, and periodically without a socket', async () => {
  const { lease, calls, answer, play, advance } = setUp()
  lease.track(1)
  play()
  await answer({ id: 3 })
  lease.onSocketState('open')
  advance(45_000)
  expect(calls).toEqual(['take 1'])
  lease.onSocketState('waiting')
  lease.onSocketState('connecting')
  lease.onSocketState('open')
  await answer({ id: 4 })
  expect(calls).toEqual(['take 1', 'take 1'])
  lease.onSocketState('attempts_exhausted')
  advance(45_000)
  expect(calls).toHaveLength(3)
})

test('releases the lease between videos and on page hide, and acquires it on page show', async () => {
  const { lease, calls, answer, play } = setUp()
  const stop = lease.track(1)
  play()
  await answer({ id: 3 })
  stop()
  await answer('unreachable')
  lease.track(2)
  await answer({ id: 4 })
  expect(calls).toEqual(['take 1', 'end 3', 'take 2'])
  lease.onPageHide()
  expect(calls.at(-1)).toBe('end 4')
  await answer('unreachable')
  lease.onPageShow()
  expect(calls.at(-1)).toBe('take 2')
})

test('a claim acquires the lease before the first frame and reports that it is held', async () => {
  const { state, lease, calls, answer } = setUp()
  lease.track(1)
  state.setState({ paused: false })
  expect(calls).toEqual([])
  const claimed = lease.claim()
  await answer({ id: 3 })
  expect([calls, await claimed]).toEqual([['take 1'], 'held'])
  // Playback starts with the lease already held.
  state.setState({ has_played: true })
  expect(calls).toEqual(['take 1'])
})

test('a claim during a request waits for its response', async () => {
  const { lease, calls, answer, play } = setUp()
  lease.track(1)
  play()
  const claimed = lease.claim()
  await answer({ id: 3 })
  expect([calls, await claimed]).toEqual([['take 1'], 'held'])
})

test('a claim replaces a lost lease', async () => {
  const { lease, calls, answer, play } = setUp()
  lease.track(1)
  play()
  await answer({ id: 3 })
  const claimed = lease.claim()
  await answer({ id: 4 })
  expect([calls, await claimed]).toEqual([['take 1', 'take 1'], 'held'])
  lease.onTakenOver(4, by)
  expect(calls.at(-1)).toBe('pause')
})

test('a denied claim pauses and lists the streams', async () => {
  const { state, lease, calls, lost, answer } = setUp()
  lease.track(1)
  state.setState({ paused: false })
  const claimed = lease.claim()
  await answer({ streams: [stream] })
  expect([await claimed, calls, lost]).toEqual([
    'lost',
    ['take 1', 'pause'],
    [{ streams: [stream] }],
  ])
})

test('a claim without a response or an episode is unreachable', async () => {
  const { lease, answer, play } = setUp()
  expect(await lease.claim()).toBe('unreachable')
  lease.track(1)
  play()
  await answer({ id: 3 })
  const claimed = lease.claim()
  await answer('unreachable')
  expect(await claimed).toBe('unreachable')
})
