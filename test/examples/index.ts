import { makeMember } from '#test/fixtures/members.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { accounts } from './accounts.ts'
import type { Example, Name } from './example.ts'
import { profiles } from './profiles.ts'
import { members } from './members.ts'
import { marketing } from './marketing.ts'
import { payments } from './payments.ts'
import { studio } from './studio.ts'
import { service } from './service.ts'
import { support } from './support.ts'
import { contents } from './contents.ts'

export type { Example } from './example.ts'

/** One example per endpoint, with seeded data. A missing example fails to compile. */
export const examples: Record<Name, Example> = {
  ...accounts,
  ...profiles,
  ...contents,
  ...payments,
  ...support,
  ...service,
  ...studio,
  ...members,
  ...marketing,
}

/** Inserts the rows that examples refer to beyond the seeded data, such as review 1 of series 1. */
export async function seedExamples(app: TestApp) {
  const { profile_id } = await makeMember(app)
  await app.pool.query(
    `insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
     values ($1, 1, 8, '잘 봤어요', false, $2, $2)`,
    [profile_id, app.clock.now()],
  )
  await app.pool.query(
    `insert into answer_templates (title, context, updated_at) values ('인사', '안녕하세요.', $1)`,
    [app.clock.now()],
  )
  await app.pool.query(
    `insert into marketing_campaigns (title, context, created_at) values ('겨울 소식', '새 작품이 있어요.', $1)`,
    [app.clock.now()],
  )
}

/** Member endpoints with an id of a public resource. */
export const publicResourceCalls: ReadonlySet<string> = new Set<Name>([
  'playback.readMemberSeries',
  'playback.startStream',
  'reviews.reportReview',
  'reviews.markHelpful',
  'reviews.unmarkHelpful',
])
