import type { AgeCode, Episode } from '#contract/contents/contents.ts'
import { secondFactorLifetimeSeconds } from '#contract/accounts/second-factor.ts'
import type { Db } from '#server/db/client.ts'
import { isReachableSql } from '#server/domains/contents/index.ts'
import {
  type Entitlement,
  entitlementColumns,
  entitlementJoins,
} from '#server/domains/transactions/index.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type AccessDecision, decideAccess } from './playback-access.ts'

type Reader = QueryExecutorProvider & Pick<Db, 'selectFrom'>

export type RightsRow = Entitlement & {
  episode_id: number
  series_id: number
  is_free: boolean
  age_rating: AgeCode
  video_state: Episode['video_state']
  released_at: string | null
  /** Seconds of the preview; null while the film is not encrypted. */
  preview_duration: number | null
  adult_verified_until: string | null
  member_id: number | null
  wallet_id: number | null
  has_stream: boolean
}

const notFound = { play: false, refusal: 'not_found', offers: false } as const

/** Reads the episode that shows an asset, and the access of a session to it; a null session is a guest's. */
export async function readRights(
  db: Reader,
  { asset_id, session_id }: { asset_id: number; session_id: number | null },
  now: Date,
): Promise<{ row: RightsRow | undefined; verdict: AccessDecision }> {
  const { rows } = await sql<RightsRow>`
    select e.id as episode_id, e.series_id, e.is_free, s.age_rating, e.video_state, e.released_at,
      k.preview_duration, m.id as member_id, m.adult_verified_until, wallet.id as wallet_id, ${entitlementColumns},
      exists (select from active_streams t where t.session_id = sessions.id and t.episode_id = e.id) as has_stream
    from episodes e
    join series s on s.id = e.series_id
    left join content_keys k on k.asset_id = e.asset_id
    left join sessions on sessions.id = ${session_id}::int and sessions.expires_at > ${now}
    left join members m on m.id = sessions.member_id
    ${entitlementJoins(sql`m.id`, now)}
    where e.asset_id = ${asset_id} and ${isReachableSql}`.execute(db)
  const [row] = rows
  if (!row) return { row, verdict: notFound }
  const viewer = row.member_id === null ? null : { is_adult: isAgeVerified(row, now) }
  return { row, verdict: decideAccess(row, viewer, now) }
}

/** Whether a session belongs to a staff member and has a valid second factor (D-80). */
export async function isStudioSession(
  db: QueryExecutorProvider,
  session_id: number,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - secondFactorLifetimeSeconds * 1_000)
  const { rows } = await sql`
    select from sessions join members m on m.id = sessions.member_id and m.is_staff
    where sessions.id = ${session_id}::int and sessions.expires_at > ${now}
      and sessions.second_factor_at > ${since}`.execute(db)
  return rows.length > 0
}
