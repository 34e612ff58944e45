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

/** What is wrong comes in D-40's order: of several reasons the first is given. */
const cases: Case[] = [
  ['free, by a visitor', {}, null, 'plays'],
  ['free, by a member', {}, member, 'plays'],
  ['without a date of release', { released_at: null }, null, 'plays'],
  ['rated 15', { age_rating: '15' }, null, 'plays'],
  ['not out yet', { released_at: tomorrow }, member, 'video_not_ready'],
  ['not out yet, rated 19', { released_at: tomorrow, age_rating: '19' }, null, 'video_not_ready'],
  ['not out yet, and sold', { released_at: tomorrow, access: 'locked' }, null, 'video_not_ready'],
  ['withdrawn', { access: 'ended' }, adult, 'no_longer_shown'],
  ['withdrawn, rated 19', { access: 'ended', age_rating: '19' }, null, 'no_longer_shown'],
  ['rated 19, by a visitor', { age_rating: '19' }, null, 'authentication_required'],
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
  ['sold, by a visitor', { access: 'locked' }, null, 'authentication_required with offers'],
  ['sold, by a member', { access: 'locked' }, member, 'purchase_required with offers'],
  [
    'sold, no picture: entitlement first',
    { access: 'locked', video_state: 'none' },
    member,
    'purchase_required with offers',
  ],
  ['still encoding', { video_state: 'preparing' }, member, 'video_not_ready'],
  ['no picture', { video_state: 'none' }, null, 'video_not_ready'],
]

test.each(cases)('%s', (_name, episode, viewer, expected) => {
  const verdict = decideAccess({ ...free, ...episode }, viewer, now)
  const said = verdict.play ? 'plays' : `${verdict.refusal}${verdict.offers ? ' with offers' : ''}`
  expect(said).toBe(expected)
})
