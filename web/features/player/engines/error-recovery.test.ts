import { expect, test } from 'vitest'
import {
  noAttempts,
  recoveryActionFor,
  type RecoveryAttempts,
  type EngineError,
} from './error-recovery.ts'

/** Returns the action for a fatal network error, with these differences. */
const actionFor = (
  error: Partial<EngineError>,
  attempts: Partial<RecoveryAttempts> = {},
  isOnline = true,
) =>
  recoveryActionFor(
    { kind: 'network', fatal: true, status: undefined, ...error },
    { ...noAttempts, ...attempts },
    isOnline,
  )

test('refreshes an expired grant immediately, in bounded attempts', () => {
  expect(actionFor({ fatal: false, status: 403 })).toEqual({ type: 'refresh_manifest' })
  expect(actionFor({ status: 410 }, { refreshes: 1 })).toEqual({ type: 'refresh_manifest' })
  expect(actionFor({ status: 403 }, { refreshes: 2 })).toMatchObject({ type: 'fail' })
})

test('waits for the connection while offline', () => {
  expect(actionFor({}, { retries: 99 }, false)).toEqual({ type: 'wait_online' })
})

test('every kind of error ends after bounded attempts', () => {
  for (const kind of ['network', 'media', 'other'] as const) {
    let attempts: RecoveryAttempts = noAttempts
    const actions: string[] = []
    for (let count = 0; count < 20 && actions.at(-1) !== 'fail'; count++) {
      const { type } = actionFor({ kind, status: 503 }, attempts)
      actions.push(type)
      if (type === 'retry_load') attempts = { ...attempts, retries: attempts.retries + 1 }
      if (type === 'recover_media')
        attempts = { ...attempts, media_recoveries: attempts.media_recoveries + 1 }
    }
    expect(actions.at(-1)).toBe('fail')
  }
})

test('retry delays grow: 1, 2, 4, 8 s', () => {
  const actions = [0, 1, 2, 3].map((retries) => actionFor({}, { retries }))
  expect(actions).toEqual(
    [1000, 2000, 4000, 8000].map((delay_ms) => ({ type: 'retry_load', delay_ms })),
  )
})

test('fails after bounded unparsable segments', () => {
  const error = { kind: 'media', fatal: false, is_unparsable: true } as const
  expect(actionFor(error, { unparsable: 5 })).toEqual({ type: 'none' })
  expect(actionFor(error, { unparsable: 6 })).toEqual({ type: 'fail', error: 'media' })
})

test('leaves non-fatal errors to hls.js', () => {
  expect(actionFor({ fatal: false, status: 503 })).toEqual({ type: 'none' })
  expect(actionFor({ kind: 'media', fatal: false })).toEqual({ type: 'none' })
})

test.each(['too_many_streams', 'stream_required'] as const)(
  'acquires the stream lease again on %s, in bounded attempts',
  (code) => {
    const error = { fatal: false, status: 409, code }
    expect(actionFor(error)).toEqual({ type: 'claim' })
    expect(actionFor(error, { claims: 3 })).toMatchObject({ type: 'fail' })
  },
)

test('retries a rejected position later, in bounded attempts', () => {
  const error = { fatal: false, status: 409, code: 'playback_position_required' } as const
  expect(actionFor(error)).toEqual({ type: 'retry_load', delay_ms: 1_000 })
  expect(actionFor(error, { retries: 4 })).toMatchObject({ type: 'fail' })
})

test.each([401, 402, 403, 404, 409, 410])(
  'suspends loading without an error on status %d while paused',
  (status) => {
    expect(actionFor({ status, paused: true })).toEqual({ type: 'suspend' })
  },
)

test('refreshes the manifest when the right to the video has ended', () => {
  expect(actionFor({ fatal: false, status: 402 })).toEqual({ type: 'refresh_manifest' })
})
