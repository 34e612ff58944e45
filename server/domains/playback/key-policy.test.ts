import type { MediaAudience } from '#server/shared/media-token.ts'
import { describe, expect, it } from 'vitest'
import { isNearPaidPart, type KeyPath, refuseKeyByToken } from './key-policy.ts'
import { parseMediaPath } from './token-scope-policy.ts'

const key = (rendition: string, period: number) =>
  parseMediaPath(`keys/${rendition}/${period}.key`) as KeyPath
const preview: MediaAudience = { kind: 'preview', max_height: 720 }
const session: MediaAudience = { kind: 'session', session_id: 7, max_height: 720 }
const studio: MediaAudience = { kind: 'studio', session_id: 7 }
const publicAudience: MediaAudience = { kind: 'public' }

describe('refuseKeyByToken', () => {
  it.each<[string, MediaAudience, KeyPath, number | null, boolean, string | undefined]>([
    ['allows period 0 of a preview to guests', preview, key('v720', 0), null, false, undefined],
    ['allows period 0 of a preview to a prefetch', preview, key('v720', 0), null, true, undefined],
    ['refuses later periods of a preview', preview, key('audio', 1), 7, false, 'forbidden'],
    ['refuses a preview above its height', preview, key('v1080', 0), 7, false, 'forbidden'],
    ['allows a session its own keys', session, key('v720', 3), 7, false, undefined],
    ['refuses a session above its height', session, key('v1080', 3), 7, false, 'forbidden'],
    ['refuses another session', session, key('v720', 0), 8, false, 'forbidden'],
    ['requires a session', session, key('v720', 0), null, false, 'authentication_required'],
    ['refuses a prefetch of later periods', session, key('v720', 1), 7, true, 'forbidden'],
    ['allows a session to prefetch period 0', session, key('v720', 0), 7, true, undefined],
    ['allows a studio session its own keys', studio, key('v1080', 2), 7, false, undefined],
    ['refuses a studio URL to other sessions', studio, key('v1080', 2), 8, false, 'forbidden'],
    [
      'leaves a public address to the rights',
      publicAudience,
      key('v1080', 2),
      null,
      false,
      undefined,
    ],
  ])('%s', (_, audience, path, session_id, is_prefetch, expected) => {
    expect(refuseKeyByToken(audience, path, { session_id, is_prefetch })).toBe(expected)
  })
})

describe('isNearPaidPart', () => {
  it.each([
    [null, 60, false],
    [0, 60, false],
    [8, 60, false],
    [30, 60, false],
    [49.9, 60, false],
    [50, 60, true],
    [60, 60, true],
    [3_000, 60, true],
    // For short previews a playhead at the start never counts.
    [0, 4, false],
    [1.9, 4, false],
    [2, 4, true],
    [37.9, 48, false],
    [38, 48, true],
    [5.9, 12.4, false],
    [6, 12.4, true],
    [0, 1.2, false],
  ])('position %s of a preview of %s s: %s', (position, duration, expected) => {
    expect(isNearPaidPart(position, duration)).toBe(expected)
  })
})
