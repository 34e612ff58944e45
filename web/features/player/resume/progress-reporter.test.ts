import type { WatchProgress } from '#contract/watch-history/watch-history.ts'
import { createProgressOutbox, type SendResult } from '#web/session/progress-outbox-sync.ts'
import type { SocketState } from '#web/api/reconnecting-socket.ts'
import { expect, test } from 'vitest'
import { createProgressReporter, type RemoteProgress } from './progress-reporter.ts'

function setUp(state: SocketState) {
  const sent: WatchProgress[] = []
  const posted: (WatchProgress & { keepalive: boolean })[] = []
  const remote: RemoteProgress[] = []
  const answers: ((result: SendResult) => void)[] = []
  const saved: boolean[] = []
  const socket = {
    state,
    send(progress: WatchProgress) {
      if (this.state === 'open') sent.push(progress)
      return this.state === 'open'
    },
  }
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => Boolean(texts.set(key, text)),
    removeItem: (key: string) => void texts.delete(key),
  }
  const outbox = createProgressOutbox(storage, 7, () => 1_000_000)
  const reporter = createProgressReporter({
    socket,
    outbox,
    post: (progress, { keepalive }) => {
      posted.push({ ...progress, keepalive })
      return new Promise((resolve) => answers.push(resolve))
    },
    onSaved: (isSaved) => saved.push(isSaved),
    onRemoteProgress: ({ episode_id, progress }) => remote.push({ episode_id, progress }),
  })
  const setSocketState = (next: SocketState) => {
    socket.state = next
    reporter.onSocketState(next)
  }
  const unsent = () => outbox.list().map((entry) => [entry.episode_id, entry.progress])
  return { reporter, sent, posted, remote, answers, saved, setSocketState, unsent }
}
const at = (progress: number, episode_id = 1) => ({ episode_id, progress })
/** Lets settled promises run their callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('sends whole seconds over an open socket and keeps them until `saved` confirms them', () => {
  const { reporter, sent, posted, unsent } = setUp('open')
  reporter.report(at(10.7))
  reporter.report(at(15.2))
  expect(sent).toEqual([at(10), at(15)])
  reporter.onMessage({ type: 'saved', ...at(10) })
  expect(unsent()).toEqual([[1, 15]])
  reporter.onMessage({ type: 'saved', ...at(15) })
  expect(unsent()).toEqual([])
  expect(posted).toEqual([])
})

test('says that progress is not saved while the socket waits, until it is sent again', () => {
  const { reporter, saved, setSocketState } = setUp('open')
  reporter.report(at(10))
  setSocketState('waiting')
  expect(saved.at(-1)).toBe(false)
  setSocketState('connecting')
  reporter.report(at(15))
  expect(saved.at(-1)).toBe(false)
  setSocketState('open')
  expect(saved.at(-1)).toBe(true)
})

test('says that progress is not saved if the request after the last attempt is not answered', async () => {
  const { reporter, saved, answers } = setUp('attempts_exhausted')
  reporter.report(at(10))
  answers[0]!('unreachable')
  await settle()
  expect(saved.at(-1)).toBe(false)
  reporter.report(at(15))
  answers[1]!('saved')
  await settle()
  expect(saved.at(-1)).toBe(true)
})

test('a `saved` with another position of the same episode confirms its messages', () => {
  const { reporter, unsent } = setUp('open')
  reporter.report(at(10))
  reporter.onMessage({ type: 'saved', ...at(99, 2) })
  expect(unsent()).toEqual([[1, 10]])
  reporter.onMessage({ type: 'saved', ...at(600) })
  expect(unsent()).toEqual([])
})

test('sends only the latest progress once the socket opens', () => {
  const { reporter, sent, posted, setSocketState } = setUp('waiting')
  reporter.report(at(10))
  reporter.report(at(15))
  setSocketState('connecting')
  setSocketState('open')
  expect(sent).toEqual([at(15)])
  expect(posted).toEqual([])
})

test('resends unconfirmed progress on reconnect', () => {
  const { reporter, sent, setSocketState } = setUp('open')
  reporter.report(at(10))
  setSocketState('waiting')
  setSocketState('open')
  expect(sent).toEqual([at(10), at(10)])
})

test('posts one request at a time, then only the latest progress, when the socket has given up', async () => {
  const { reporter, posted, answers, setSocketState, unsent } = setUp('waiting')
  reporter.report(at(10))
  setSocketState('attempts_exhausted')
  reporter.report(at(15))
  reporter.report(at(20))
  expect(posted).toEqual([{ ...at(10), keepalive: false }])
  answers[0]!('saved')
  await settle()
  expect(posted.slice(1)).toEqual([{ ...at(20), keepalive: false }])
  answers[1]!('unreachable')
  await settle()
  expect(unsent()).toEqual([[1, 20]])
})

test('posts the final progress of the previous episode before the next episode', async () => {
  const { reporter, posted, answers, setSocketState } = setUp('attempts_exhausted')
  setSocketState('attempts_exhausted')
  reporter.report(at(80))
  reporter.report(at(90))
  reporter.report(at(0, 2))
  answers[0]!('saved')
  await settle()
  expect(posted.map((entry) => [entry.episode_id, entry.progress])).toEqual([
    [1, 80],
    [1, 90],
    [2, 0],
  ])
})

test('keeps progress after temporary errors and drops it after permanent ones', async () => {
  const { reporter, answers, setSocketState, unsent } = setUp('attempts_exhausted')
  setSocketState('attempts_exhausted')
  reporter.report(at(10))
  answers[0]!('service_unavailable')
  await settle()
  expect(unsent()).toEqual([[1, 10]])
  reporter.report(at(15))
  answers[1]!('purchase_required')
  await settle()
  expect(unsent()).toEqual([])

  const open = setUp('open')
  open.reporter.report(at(10))
  open.reporter.onMessage({ type: 'error', code: 'rate_limited', detail: '' })
  expect(open.unsent()).toEqual([[1, 10]])
  open.reporter.onMessage({ type: 'error', code: 'not_found', detail: '' })
  expect(open.unsent()).toEqual([])
})

test('on page exit, posts unconfirmed progress with keepalive', async () => {
  const { reporter, sent, posted, answers, unsent } = setUp('open')
  reporter.flush(null)
  expect(posted).toEqual([])
  reporter.flush(at(754.9))
  expect(sent).toEqual([at(754)])
  expect(posted).toEqual([{ ...at(754), keepalive: true }])
  answers[0]!('saved')
  await settle()
  expect(unsent()).toEqual([])
})

test('forwards progress of another device', () => {
  const { reporter, remote } = setUp('open')
  reporter.onMessage({ type: 'progress', ...at(42), is_completed: false })
  expect(remote).toEqual([at(42)])
})
