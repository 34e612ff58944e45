import type { StudioEvent } from '#contract/studio/events.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { authStore } from '#web/session/auth-store.ts'
import { staffQueryClient } from '#web/features/studio/common/staff-query-client.tsx'
import { afterEach, expect, test } from 'vitest'
import { applyStudioEvent } from './studio-events.ts'
import { studioKeys } from '../query-keys.ts'

const colleague = { id: 7, username: '동료' }
const event = (
  subject_kind: string,
  subject_id: number | null,
  more: Partial<StudioEvent> = {},
) => ({
  subject_kind,
  subject_id,
  by: colleague,
  ...more,
})

/** Caches the data under the keys and applies an event. @returns the keys that are requested again when they are shown. */
function invalidatedBy(
  change: StudioEvent | null,
  cached: ReadonlyMap<readonly unknown[], object>,
) {
  for (const [key, data] of cached) staffQueryClient.setQueryData(key, data)
  applyStudioEvent(change)
  return [...cached.keys()].filter((key) => staffQueryClient.getQueryState(key)?.isInvalidated)
}

afterEach(() => {
  staffQueryClient.clear()
  authStore.clearUser()
})

const work = (id: number, season: number, episode: number, asset_id: number | null) => ({
  id,
  seasons: [{ id: season, episodes: [{ id: episode, asset_id }] }],
})
const [first, second] = [studioKeys.title(1), studioKeys.title(2)]
const preview = studioKeys.title(1, 'preview')
const list = studioKeys.titles({ q: '달' }, 1)
const titles = new Map<readonly unknown[], object>([
  [first, work(1, 10, 100, 1000)],
  [preview, { id: 1 }],
  [second, work(2, 20, 200, null)],
  [list, { count: 2 }],
])

test.each([
  ['series', 1],
  ['season', 10],
  ['episode', 100],
  ['media_asset', 1000],
])('a changed %s updates the list and its own title', (kind, id) => {
  expect(invalidatedBy(event(kind, id), titles)).toEqual([first, preview, list])
})

test('the progress of an encoding is applied without a request', () => {
  const films = studioKeys.assets({})
  const film = { id: 1000, state: 'encoding', stage: 'encode', progress: 0.1 }
  const cached = new Map<readonly unknown[], object>([
    ...titles,
    [films, { count: 1, results: [film, { ...film, id: 1 }] }],
    [studioKeys.asset(1000), film],
  ])
  const moved = { stage: 'encode', progress: 0.4 }
  expect(invalidatedBy(event('media_asset', 1000, { by: null, moved }), cached)).toEqual([])
  expect(staffQueryClient.getQueryData(films)).toEqual({
    count: 1,
    results: [
      { ...film, progress: 0.4 },
      { ...film, id: 1 },
    ],
  })
  expect(staffQueryClient.getQueryData(studioKeys.asset(1000))).toMatchObject(moved)
})

test('the first progress of an encoding requests the assets', () => {
  const key = studioKeys.asset(1000)
  const cached = new Map([[key, { id: 1000, state: 'queued' }]])
  const moved = { stage: 'encode', progress: 0.01 }
  expect(invalidatedBy(event('media_asset', 1000, { by: null, moved }), cached)).toEqual([key])
})

test('a change by staff updates the audit log, one by a job does not', () => {
  const log = new Map([[studioKeys.audit({}), { count: 0 }]])
  expect(invalidatedBy(event('faq', 3), log)).toHaveLength(1)
  staffQueryClient.clear()
  expect(invalidatedBy(event('inquiry', 3, { by: null }), log)).toEqual([])
})

test('the page of a member is updated by colleagues, not by the reader', () => {
  const pages = new Map([
    [studioKeys.member(5), { id: 5 }],
    [studioKeys.member(6), { id: 6 }],
  ])
  authStore.setUser({ ...guestUser, id: colleague.id, email: 'staff@example.com' })
  expect(invalidatedBy(event('member', 5), pages)).toEqual([])
  expect(
    invalidatedBy(event('member', 5, { by: { id: 8, username: '다른 동료' } }), pages),
  ).toEqual([studioKeys.member(5)])
})

test('after a reconnection everything that events update is requested again', () => {
  const analytics = studioKeys.analytics('days')
  const cached = new Map<readonly unknown[], object>([
    ...titles,
    [studioKeys.member(5), { id: 5 }],
    [studioKeys.campaigns(), { count: 0 }],
    [studioKeys.audit({}), { count: 0 }],
    [analytics, {}],
  ])
  expect(invalidatedBy(null, cached)).toEqual([...cached.keys()].filter((key) => key !== analytics))
})
