import type { WatchProgress } from '#contract/contents/watch-history.ts'
import { createProgressOutbox, type SendResult } from '#web/session/progress-outbox-sync.ts'
import type { SocketState } from '#web/api/reconnecting-socket.ts'
import { expect, test } from 'vitest'
import { createProgressReporter, type RemoteProgress } from './progress-reporter.ts'

function setUp(state: SocketState) {
  const sent: WatchProgress[] = []
  const posted: (WatchProgress & { keepalive: boolean })[] = []
  const heard: RemoteProgress[] = []
  const answers: ((outcome: SendResult) => void)[] = []
  const socket = {
    state,
    send(given: WatchProgress) {
      if (this.state === 'open') sent.push(given)
      return this.state === 'open'
    },
  }
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  const queue = createProgressOutbox(
    () => storage,
    7,
    () => 1_000_000,
  )
  const reporter = createProgressReporter({
    socket,
    queue,
    post: (given, { keepalive }) => {
      posted.push({ ...given, keepalive })
      return new Promise((resolve) => answers.push(resolve))
    },
    onElsewhere: ({ episode_id, progress }) => heard.push({ episode_id, progress }),
  })
  const become = (next: SocketState) => {
    socket.state = next
    reporter.socketIs(next)
  }
  const kept = () => queue.list().map((one) => [one.episode_id, one.progress])
  return { reporter, sent, posted, heard, answers, become, kept }
}
const at = (progress: number, episode_id = 1) => ({ episode_id, progress })
/** Lets promises that are settled be heard of. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('over an open socket whole seconds go, kept until `saved` names them', () => {
  const { reporter, sent, posted, kept } = setUp('open')
  reporter.report(at(10.7))
  reporter.report(at(15.2))
  expect(sent).toEqual([at(10), at(15)])
  reporter.answered({ type: 'saved', ...at(10) })
  expect(kept()).toEqual([[1, 15]])
  reporter.answered({ type: 'saved', ...at(15) })
  expect(kept()).toEqual([])
  expect(posted).toEqual([])
})

test('a `saved` with what stands there instead, another screen’s, confirms as well', () => {
  const { reporter, kept } = setUp('open')
  reporter.report(at(10))
  reporter.answered({ type: 'saved', ...at(99, 2) })
  expect(kept()).toEqual([[1, 10]])
  reporter.answered({ type: 'saved', ...at(600) })
  expect(kept()).toEqual([])
})

test('while the socket is on its way the last word waits, and goes when it is open', () => {
  const { reporter, sent, posted, become } = setUp('waiting')
  reporter.report(at(10))
  reporter.report(at(15))
  become('connecting')
  become('open')
  expect(sent).toEqual([at(15)])
  expect(posted).toEqual([])
})

test('what broke off unconfirmed goes again with the next connection', () => {
  const { reporter, sent, become } = setUp('open')
  reporter.report(at(10))
  become('waiting')
  become('open')
  expect(sent).toEqual([at(10), at(10)])
})

test('given up, it goes by calls, one at a time, the last word of those that came meanwhile', async () => {
  const { reporter, posted, answers, become, kept } = setUp('waiting')
  reporter.report(at(10))
  become('given_up')
  reporter.report(at(15))
  reporter.report(at(20))
  expect(posted).toEqual([{ ...at(10), keepalive: false }])
  answers[0]!('saved')
  await turn()
  expect(posted.slice(1)).toEqual([{ ...at(20), keepalive: false }])
  answers[1]!('unreachable')
  await turn()
  expect(kept()).toEqual([[1, 20]])
})

test('the episode that ended is not lost behind the one that began', async () => {
  const { reporter, posted, answers, become } = setUp('given_up')
  become('given_up')
  reporter.report(at(80))
  reporter.report(at(90))
  reporter.report(at(0, 2))
  answers[0]!('saved')
  await turn()
  expect(posted.map((one) => [one.episode_id, one.progress])).toEqual([
    [1, 80],
    [1, 90],
    [2, 0],
  ])
})

test('refusals that time heals keep it, others let it go', async () => {
  const { reporter, answers, become, kept } = setUp('given_up')
  become('given_up')
  reporter.report(at(10))
  answers[0]!('service_unavailable')
  await turn()
  expect(kept()).toEqual([[1, 10]])
  reporter.report(at(15))
  answers[1]!('purchase_required')
  await turn()
  expect(kept()).toEqual([])

  const open = setUp('open')
  open.reporter.report(at(10))
  open.reporter.answered({ type: 'error', code: 'rate_limited', detail: '' })
  expect(open.kept()).toEqual([[1, 10]])
  open.reporter.answered({ type: 'error', code: 'not_found', detail: '' })
  expect(open.kept()).toEqual([])
})

test('who leaves sends what nobody has confirmed by a call that outlives the page', async () => {
  const { reporter, sent, posted, answers, kept } = setUp('open')
  reporter.leave(null)
  expect(posted).toEqual([])
  reporter.leave(at(754.9))
  expect(sent).toEqual([at(754)])
  expect(posted).toEqual([{ ...at(754), keepalive: true }])
  answers[0]!('saved')
  await turn()
  expect(kept()).toEqual([])
})

test('where another screen is, is passed on', () => {
  const { reporter, heard } = setUp('open')
  reporter.answered({ type: 'progress', ...at(42), is_completed: false })
  expect(heard).toEqual([at(42)])
})
