import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createModeFollower } from './follow-modes.ts'

const { studio_operations: calls } = endpoints

let app: TestApp
let owner: TestMember
beforeAll(async () => {
  app = await openTestApp()
  owner = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

const set = async (level: 'debug' | 'error', minutes = 5) => {
  const { version } = await owner.call(calls.readModes, {})
  return owner.call(calls.setLogLevel, { body: { version, level, minutes } })
}

function follow() {
  const lines: string[] = []
  const log = createLogger('info', 'worker', { write: (line) => void lines.push(line) })
  const follower = createModeFollower({ ...app.server.database, clock: app.clock, log })
  onTestFinished(() => follower.stop())
  return { log, lines, follower }
}

describe('the log level', () => {
  it('applies to a process until its time is over, and then returns by itself', async () => {
    const { log, lines, follower } = follow()
    const { log_level } = await set('debug')
    expect(log_level?.ends_at).toBe(new Date(app.clock.now().getTime() + 300_000).toISOString())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await follower.refresh()
    expect(log.level).toBe('debug')
    expect(lines.at(-1)).toContain('log level changed')
    app.clock.advance(300_000)
    vi.advanceTimersByTime(300_000)
    expect(log.level).toBe('info')
  })

  it('of the environment applies at once after a reset, and to a process that starts too late', async () => {
    const first = follow()
    await set('error')
    await first.follower.refresh()
    expect(first.log.level).toBe('error')
    await owner.call(calls.resetLogLevel, {})
    await first.follower.refresh()
    expect(first.log.level).toBe('info')
    await set('debug')
    app.clock.advance(301_000)
    const late = follow()
    await late.follower.refresh()
    expect(late.log.level).toBe('info')
  })

  it('stays as it was if an older read ends later', async () => {
    const { log, follower } = follow()
    await set('debug')
    const reading = follower.refresh()
    await set('error')
    await Promise.all([reading, follower.refresh()])
    expect(log.level).toBe('error')
  })

  it.each([
    ['trace', 60, 'level invalid_choice'],
    ['debug', 4, 'minutes too_small'],
    ['debug', 1_441, 'minutes too_big'],
  ])('refuses %s for %d minutes', async (level, minutes, error) => {
    const { errors } = await expectProblem(
      owner.call(calls.setLogLevel, { body: { version: 0, level: level as 'debug', minutes } }),
    )
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([error])
  })
})
