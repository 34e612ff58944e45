import { expect, test } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { createCrossDeviceResume } from './progress-sync.ts'
import { trackProgress } from './progress-tracker.ts'

function setUp() {
  const facts = createFactStore({ ...initialMediaState, loaded: true, time: 30, duration: 100 })
  const told: number[] = []
  const timers = new Map<() => void, number>()
  const film = trackProgress({
    facts,
    after(ms, run) {
      timers.set(run, ms)
      return () => timers.delete(run)
    },
    report: (seconds) => told.push(seconds),
  })
  /** Lets every timer of that length run out. */
  const pass = (ms: number) => {
    for (const [run, wait] of [...timers]) {
      if (wait !== ms) continue
      timers.delete(run)
      run()
    }
  }
  return { facts, film, told, pass, timers }
}

test('every 5 s while it plays, in whole seconds, and once on a pause', () => {
  const { facts, told, pass, timers } = setUp()
  pass(5_000)
  facts.set({ started: true, paused: false })
  expect(told).toEqual([])
  facts.set({ time: 35.4 })
  pass(5_000)
  // Waiting for the network: nothing new to tell.
  pass(5_000)
  facts.set({ time: 38.9 })
  facts.set({ paused: true })
  expect(told).toEqual([35, 38])
  expect(timers.size).toBe(0)
})

test('a row of jumps is told once, where it ended', () => {
  const { facts, told, pass } = setUp()
  facts.set({ started: true, paused: false })
  for (const time of [40, 50, 60]) {
    facts.set({ seeking: true, time })
    facts.set({ seeking: false })
  }
  expect(told).toEqual([])
  pass(1_000)
  expect(told).toEqual([60])
})

test('before the first frame there is nothing to report; leaving reports once what was not', () => {
  const early = setUp()
  early.film.stop()
  expect([early.film.unreported(), early.told]).toEqual([null, []])

  const { facts, film, told, pass, timers } = setUp()
  facts.set({ started: true, paused: false, time: 31.5 })
  expect(film.unreported()).toBe(31)
  film.stop()
  expect([film.unreported(), told, timers.size]).toEqual([null, [31], 0])
  facts.set({ time: 0, paused: true })
  pass(5_000)
  expect(told).toEqual([31])
})

test('passed on at the ending it counts as seen to the end, unless one goes back into it', () => {
  const { facts, film, told, pass } = setUp()
  facts.set({ started: true, paused: false, time: 92 })
  film.pass()
  pass(5_000)
  expect(told).toEqual([100])
  facts.set({ seeking: true, time: 20 })
  facts.set({ seeking: false })
  pass(1_000)
  expect(told).toEqual([100, 20])
})

function twoScreens() {
  const facts = createFactStore({ ...initialMediaState, started: true, time: 30, duration: 100 })
  const jumps: number[] = []
  const shown: (number | null)[] = []
  const other = createCrossDeviceResume({
    facts,
    seekTo: (time) => jumps.push(time),
    onElsewhere: (at) => shown.push(at),
  })
  return { facts, jumps, shown, other }
}

test('what another screen saw is gone to when playing goes on, not before', () => {
  const { facts, jumps, shown, other } = twoScreens()
  other.hear(50)
  other.hear(55)
  expect([jumps, shown]).toEqual([[], [50, 55]])
  facts.set({ paused: false })
  expect([jumps, shown.at(-1)]).toEqual([[55], null])
  // While it plays here, it is this screen that says where.
  other.hear(80)
  facts.set({ paused: true })
  facts.set({ paused: false })
  expect(jumps).toEqual([55])
})

test('a jump by hand stays; the same place and the very end are nothing to go to', () => {
  const { facts, jumps, other } = twoScreens()
  other.hear(50)
  facts.set({ seeking: true, time: 10 })
  facts.set({ seeking: false })
  facts.set({ paused: false })
  for (const at of [11, 99.5]) {
    facts.set({ paused: true })
    other.hear(at)
    facts.set({ paused: false })
  }
  expect(jumps).toEqual([])
})
