import { expect, test } from 'vitest'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { createCrossDeviceResume } from './progress-sync.ts'
import { trackProgress } from './progress-reporter.ts'

function setUp() {
  const state = createPlayerStore({
    ...initialMediaState,
    source_loaded: true,
    current_time: 30,
    duration: 100,
  })
  const reports: number[] = []
  const timers = new Map<() => void, number>()
  const tracker = trackProgress({
    state,
    schedule(ms, run) {
      timers.set(run, ms)
      return () => timers.delete(run)
    },
    report: (seconds) => reports.push(seconds),
  })
  /** Runs all timers of that delay. */
  const advance = (ms: number) => {
    for (const [run, delay] of [...timers]) {
      if (delay !== ms) continue
      timers.delete(run)
      run()
    }
  }
  return { state, tracker, reports, advance, timers }
}

test('reports whole seconds every 5 s during playback and once on pause', () => {
  const { state, reports, advance, timers } = setUp()
  advance(5_000)
  state.setState({ has_played: true, paused: false })
  expect(reports).toEqual([])
  state.setState({ current_time: 35.4 })
  advance(5_000)
  // While buffering there is no new position.
  advance(5_000)
  state.setState({ current_time: 38.9 })
  state.setState({ paused: true })
  expect(reports).toEqual([35, 38])
  expect(timers.size).toBe(0)
})

test('reports a series of seeks once, at its last position', () => {
  const { state, reports, advance } = setUp()
  state.setState({ has_played: true, paused: false })
  for (const current_time of [40, 50, 60]) {
    state.setState({ seeking: true, current_time })
    state.setState({ seeking: false })
  }
  expect(reports).toEqual([])
  advance(1_000)
  expect(reports).toEqual([60])
})

test('reports nothing before the first frame and the unreported position once on stop', () => {
  const beforePlay = setUp()
  beforePlay.tracker.stop()
  expect([beforePlay.tracker.unreported(), beforePlay.reports]).toEqual([null, []])

  const { state, tracker, reports, advance, timers } = setUp()
  state.setState({ has_played: true, paused: false, current_time: 31.5 })
  expect(tracker.unreported()).toBe(31)
  tracker.stop()
  expect([tracker.unreported(), reports, timers.size]).toEqual([null, [31], 0])
  state.setState({ current_time: 0, paused: true })
  advance(5_000)
  expect(reports).toEqual([31])
})

test('reports the end on completion, and positions again after a seek back', () => {
  const { state, tracker, reports, advance } = setUp()
  state.setState({ has_played: true, paused: false, current_time: 92 })
  tracker.markCompleted()
  advance(5_000)
  expect(reports).toEqual([100])
  state.setState({ seeking: true, current_time: 20 })
  state.setState({ seeking: false })
  advance(1_000)
  expect(reports).toEqual([100, 20])
})

function setUpResume() {
  const state = createPlayerStore({
    ...initialMediaState,
    has_played: true,
    current_time: 30,
    duration: 100,
  })
  const jumps: number[] = []
  const positions: (number | null)[] = []
  const resume = createCrossDeviceResume({
    state,
    seekTo: (time) => jumps.push(time),
    onChange: (position) => positions.push(position),
  })
  return { state, jumps, positions, resume }
}

test('seeks to the position of another device when playback resumes', () => {
  const { state, jumps, positions, resume } = setUpResume()
  resume.onRemoteProgress(50)
  resume.onRemoteProgress(55)
  expect([jumps, positions]).toEqual([[], [50, 55]])
  state.setState({ paused: false })
  expect([jumps, positions.at(-1)]).toEqual([[55], null])
  // While playing here, other devices' positions are ignored.
  resume.onRemoteProgress(80)
  state.setState({ paused: true })
  state.setState({ paused: false })
  expect(jumps).toEqual([55])
})

test('ignores another device after a manual seek, at the same position and at the end', () => {
  const { state, jumps, resume } = setUpResume()
  resume.onRemoteProgress(50)
  state.setState({ seeking: true, current_time: 10 })
  state.setState({ seeking: false })
  state.setState({ paused: false })
  for (const position of [11, 99.5]) {
    state.setState({ paused: true })
    resume.onRemoteProgress(position)
    state.setState({ paused: false })
  }
  expect(jumps).toEqual([])
})
