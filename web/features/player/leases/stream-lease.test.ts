import { expect, test } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { createStreamLease, type LeaseLost, type LeaseResult } from './stream-lease.ts'

const stream = {
  ...{ id: 7, device: 'Safari · iPhone', is_this_browser: false, series_title: '작품' },
  ...{ episode_number: null, episode_title: '', started_at: '2026-05-01T12:00:00Z' },
}
const by = { id: 9, device: 'Safari · iPhone' }

function setUp() {
  const facts = createFactStore({ ...initialMediaState, loaded: true, duration: 100 })
  const asked: string[] = []
  const lost: (LeaseLost | null)[] = []
  const answers: ((taken: LeaseResult) => void)[] = []
  const timers = new Map<() => void, number>()
  const hold = createStreamLease({
    facts,
    after(ms, run) {
      timers.set(run, ms)
      return () => timers.delete(run)
    },
    pause: () => asked.push('pause'),
    take(episode_id) {
      asked.push(`take ${episode_id}`)
      return new Promise((resolve) => answers.push(resolve))
    },
    async end(id) {
      asked.push(`end ${id}`)
    },
    onLost: (why) => lost.push(why),
  })
  const answer = async (taken: LeaseResult) => {
    answers.shift()?.(taken)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const pass = (ms: number) => {
    for (const [run, wait] of [...timers]) {
      if (wait !== ms) continue
      timers.delete(run)
      run()
    }
  }
  const play = () => facts.set({ started: true, paused: false })
  const pause = () => facts.set({ paused: true })
  return { facts, hold, asked, lost, answers, answer, pass, play, pause }
}

test('taken when playing begins, given back when it pauses', async () => {
  const { facts, hold, asked, answer, play, pause } = setUp()
  hold.film(1)
  expect(asked).toEqual([])
  play()
  facts.set({ time: 5 })
  expect(asked).toEqual(['take 1'])
  await answer({ id: 3 })
  facts.set({ time: 6 })
  pause()
  expect(asked).toEqual(['take 1', 'end 3'])
})

test('one call at a time: who pauses while it is under way gives back what it brings', async () => {
  const { hold, asked, answer, play, pause } = setUp()
  hold.film(1)
  play()
  pause()
  play()
  pause()
  expect(asked).toEqual(['take 1'])
  await answer({ id: 3 })
  expect(asked).toEqual(['take 1', 'end 3'])
})

test('refused, it stops and says what plays; the next press asks again', async () => {
  const { facts, hold, asked, lost, answer, play, pause } = setUp()
  hold.film(1)
  play()
  await answer({ streams: [stream] })
  // The element has not heard yet.
  facts.set({ time: 1 })
  expect([asked, lost]).toEqual([['take 1', 'pause'], [{ streams: [stream] }]])
  pause()
  play()
  await answer({ id: 4 })
  expect([asked.at(-1), lost.at(-1)]).toEqual(['take 1', null])
})

test('taken over it stops; what is said of another’s place, or of one of its own from before, concerns it not', async () => {
  const { hold, asked, lost, answer, play } = setUp()
  hold.film(1)
  play()
  await answer({ id: 3 })
  hold.ended(2, by)
  hold.ended(4, by)
  expect(asked).toEqual(['take 1'])
  hold.ended(3, by)
  expect([asked, lost.at(-1)]).toEqual([['take 1', 'pause'], { by }])
})

test('taken over before its own answer came', async () => {
  const { hold, asked, lost, answer, play } = setUp()
  hold.film(1)
  play()
  hold.ended(3, by)
  await answer({ id: 3 })
  expect([asked, lost.at(-1)]).toEqual([['take 1', 'pause'], { by }])
})

test('our fault is not the viewer’s: the film plays on, and it is asked again in a while', async () => {
  const { facts, hold, asked, answer, play, pass } = setUp()
  hold.film(1)
  play()
  await answer('unreachable')
  facts.set({ time: 2 })
  expect(asked).toEqual(['take 1'])
  pass(10_000)
  expect(asked).toEqual(['take 1', 'take 1'])
})

test('what a broken socket did not hear is asked for, and without one now and then', async () => {
  const { hold, asked, answer, play, pass } = setUp()
  hold.film(1)
  play()
  await answer({ id: 3 })
  hold.socketIs('open')
  pass(45_000)
  expect(asked).toEqual(['take 1'])
  hold.socketIs('waiting')
  hold.socketIs('connecting')
  hold.socketIs('open')
  await answer({ id: 4 })
  expect(asked).toEqual(['take 1', 'take 1'])
  hold.socketIs('given_up')
  pass(45_000)
  expect(asked).toHaveLength(3)
})

test('the next film takes the place along; leaving gives it back, and coming back asks again', async () => {
  const { hold, asked, answer, play } = setUp()
  const stop = hold.film(1)
  play()
  await answer({ id: 3 })
  stop()
  await answer('unreachable')
  hold.film(2)
  await answer({ id: 4 })
  expect(asked).toEqual(['take 1', 'end 3', 'take 2'])
  hold.leave()
  expect(asked.at(-1)).toBe('end 4')
  await answer('unreachable')
  hold.comeBack()
  expect(asked.at(-1)).toBe('take 2')
})

test('a claim takes the slot before the first picture, and says whether it is held', async () => {
  const { facts, hold, asked, answer } = setUp()
  hold.film(1)
  facts.set({ paused: false })
  expect(asked).toEqual([])
  const claimed = hold.claim()
  await answer({ id: 3 })
  expect([asked, await claimed]).toEqual([['take 1'], 'held'])
  // Playing begins: the slot is there already.
  facts.set({ started: true })
  expect(asked).toEqual(['take 1'])
})

test('a claim while the slot is being taken waits for that answer', async () => {
  const { hold, asked, answer, play } = setUp()
  hold.film(1)
  play()
  const claimed = hold.claim()
  await answer({ id: 3 })
  expect([asked, await claimed]).toEqual([['take 1'], 'held'])
})

test('a claim of a slot that is gone takes it anew', async () => {
  const { hold, asked, answer, play } = setUp()
  hold.film(1)
  play()
  await answer({ id: 3 })
  const claimed = hold.claim()
  await answer({ id: 4 })
  expect([asked, await claimed]).toEqual([['take 1', 'take 1'], 'held'])
  hold.ended(4, by)
  expect(asked.at(-1)).toBe('pause')
})

test('a claim that finds all slots taken pauses and says what plays', async () => {
  const { facts, hold, asked, lost, answer } = setUp()
  hold.film(1)
  facts.set({ paused: false })
  const claimed = hold.claim()
  await answer({ streams: [stream] })
  expect([await claimed, asked, lost]).toEqual([
    'lost',
    ['take 1', 'pause'],
    [{ streams: [stream] }],
  ])
})

test('a claim without an answer, or without a film, is unreachable', async () => {
  const { hold, answer, play } = setUp()
  expect(await hold.claim()).toBe('unreachable')
  hold.film(1)
  play()
  await answer({ id: 3 })
  const claimed = hold.claim()
  await answer('unreachable')
  expect(await claimed).toBe('unreachable')
})
