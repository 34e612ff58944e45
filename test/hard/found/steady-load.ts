import type { TestApp } from '#test/app/test-app.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { openSocket } from '#test/fixtures/watch-history.ts'
import { onTestFinished } from 'vitest'

export type Outcome = { started_at: number; ended_at: number; status: number }

/** Sends a request every `interval` ms, without waiting for the one before. */
export function repeat(interval: number, send: () => Promise<number>) {
  const outcomes: Outcome[] = []
  const running = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const started_at = performance.now()
    const request = send()
      .then((status) => void outcomes.push({ started_at, ended_at: performance.now(), status }))
      .finally(() => running.delete(request))
    running.add(request)
  }, interval)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
  onTestFinished(stop)
  return { outcomes, stop }
}

/** The status of a response, 0 without one. */
export const status = (request: Promise<Response>) =>
  request.then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )

/** Reports progress every 600 ms, within the limit of messages. */
export async function play(app: TestApp, member: TestMember, episode_id: number) {
  const socket = await openSocket(app.origin, member)
  let progress = 0
  const timer = setInterval(() => socket.send({ episode_id, progress: ++progress }), 600)
  onTestFinished(() => clearInterval(timer))
  return {
    stop: () => clearInterval(timer),
    sent: () => progress,
    errors: () => socket.received.filter(({ type }) => type === 'error'),
    saved: () => Math.max(0, ...socket.received.map((m) => (m.type === 'saved' ? m.progress : 0))),
  }
}
