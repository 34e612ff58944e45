import { expect, test } from 'vitest'
import { decideAccess } from './playback-access.ts'

const now = new Date('2026-05-01T12:00:00Z')
const free = {
  access: 'free',
  age_rating: 'ALL',
  video_state: 'ready',
  released_at: '2026-05-01T12:00:00Z',
} as const
const member = { is_adult: false }
const adult = { is_adult: true }
const tomorrow = '2026-05-02T12:00:00Z'

type Case = [string, Partial<Parameters<typeof decideAccess>[0]>, typeof member | null, string]

/** Returns the first of several refusal reasons, in their order. */
const cases: Case[] = [
  ['free, by a guest', {}, null, 'plays'],
  ['free, by a member', {}, member, 'plays'],
  ['without a date of release', { released_at: null }, null, 'plays'],
  ['rated 15', { age_rating: '15' }, null, 'plays'],
  ['unreleased', { released_at: tomorrow }, member, 'video_not_ready'],
  ['unreleased, rated 19', { released_at: tomorrow, age_rating: '19' }, null, 'video_not_ready'],
  ['unreleased, and sold', { released_at: tomorrow, access: 'locked' }, null, 'video_not_ready'],
  ['withdrawn', { access: 'ended' }, adult, 'no_longer_available'],
  ['withdrawn, rated 19', { access: 'ended', age_rating: '19' }, null, 'no_longer_available'],
  ['rated 19, by a guest', { age_rating: '19' }, null, 'authentication_required'],
  ['rated 19, by a member', { age_rating: '19' }, member, 'adult_verification_required'],
  [
    'rated 19 and sold: age first',
    { age_rating: '19', access: 'locked' },
    member,
    'adult_verification_required',
  ],
  ['rated 19, by an adult', { age_rating: '19' }, adult, 'plays'],
  [
    'rated 19 and sold, by an adult',
    { age_rating: '19', access: 'locked' },
    adult,
    'purchase_required with offers',
  ],
  ['sold, by a guest', { access: 'locked' }, null, 'authentication_required with offers'],
  ['sold, by a member', { access: 'locked' }, member, 'purchase_required with offers'],
  [
    'sold, no video: not offered',
    { access: 'locked', video_state: 'none' },
    member,
    'video_not_ready',
  ],
  ['upcoming, and sold', { access: 'locked', is_upcoming: true }, null, 'video_not_ready'],
  ['still encoding', { video_state: 'preparing' }, member, 'video_not_ready'],
  ['no video', { video_state: 'none' }, null, 'video_not_ready'],
]

test.each(cases)('%s', (_name, episode, viewer, expected) => {
  const decision = decideAccess({ ...free, ...episode }, viewer, now)
  const outcome =
    decision.kind === 'play'
      ? 'plays'
      : `${decision.refusal}${decision.offers ? ' with offers' : ''}`
  expect(outcome).toBe(expected)
})
