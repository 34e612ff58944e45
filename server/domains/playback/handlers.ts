import type { endpoints } from '#contract/index.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import type { Db } from '#server/db/client.ts'
import { readEpisode, readEpisodes, readNeighbours } from '#server/domains/contents/index.ts'
import { readPlayable } from '#server/domains/media/index.ts'
import {
  type FindEntitlement,
  readPlans,
  noPlanLimits,
} from '#server/domains/transactions/index.ts'
import {
  completionSecond,
  readResumePosition,
  resumePosition,
  type GuestViews,
} from '#server/domains/watch-history/index.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import { type MediaTokens, type MediaAudience, publicAudience } from '#server/shared/media-token.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { decideAccess } from './playback-access.ts'
import { mediaUrls, previewUrls } from './media-urls.ts'
import { readAssetId, readEncodeProgress } from './playback-queries.ts'
import { readMemberSeries } from './member-series.ts'
import { readStreams, yieldStream } from './streams/active-streams.ts'
import { decideStream, type ReadStreamLimit } from './streams/stream-limit.ts'
import { toActiveStreams, startStream } from './streams/start-stream.ts'

export function playbackHandlers(parts: {
  grants: MediaTokens
  visits: GuestViews
  streams_of: ReadStreamLimit
  findEntitlement: FindEntitlement
}): Handlers<typeof endpoints.playback> {
  return {
    async readSeriesOfMember({ db, params, member, now }) {
      if (!member) return throwProblem('authentication_required')
      return (await readMemberSeries(db, member.id, params.id, now)) ?? throwProblem('not_found')
    },

    async readVideo({ db, params, query, session, member, client, now }) {
      const [visible] = await readEpisodes(db, [params.id])
      const episode = visible ?? (await readEpisode(db, params.id)) ?? throwProblem('not_found')
      const viewer = member && { is_adult: isAgeVerified(member, now) }
      const entitled = visible
        ? await entitlementOf(parts, episode, member, now)
        : await entitlementToEnded(parts, episode, member, now)
      const verdict = decideAccess({ ...episode, ...entitled }, viewer, now)
      if (!verdict.play) {
        throwProblem(verdict.refusal, {
          ...(verdict.offers
            ? { offers: await offersFor(parts.grants, db, episode, session?.id ?? 0, now) }
            : {}),
          ...(episode.video_state === 'preparing' && verdict.refusal === 'video_not_ready'
            ? { preparing: { progress: await readEncodeProgress(db, episode.id) } }
            : {}),
        })
      }
      const [assetId, neighbours, left_at, standing, most] = await Promise.all([
        readAssetId(db, episode.id),
        readNeighbours(db, episode),
        member ? readResumePosition(db, member.id, episode.id) : 0,
        member ? readStreams(db, member.id, session?.id ?? 0) : [],
        member ? parts.streams_of(member.id, now) : 0,
      ])
      const asset = assetId === null ? undefined : await readPlayable(db, assetId)
      // What has come to be sold plays again as soon as it is enciphered (D-41).
      if (!asset || (!episode.is_free && asset.preview_duration === null))
        throwProblem('video_not_ready')
      // Looked at here, so that nothing of the film is loaded; taken as playing begins, because reading writes nothing.
      const place = member && decideStream(standing, { player: query.player ?? '' }, most, now)
      if (place && !place.takes)
        throwProblem('too_many_streams', { streams: toActiveStreams(place.playing) })
      if (!member) {
        const content = { series_id: episode.series.id, episode_id: episode.id }
        parts.visits.record({ ...client, session_id: session?.id }, content)
      }
      const isFree = entitled.access === 'free'
      return {
        episode,
        next_episode: neighbours.next,
        previous_episode: neighbours.previous,
        resume_at: resumePosition(
          left_at,
          completionSecond(asset.duration, asset.markers.ending_start),
        ),
        ...mediaUrls(
          parts.grants,
          asset,
          audienceOf(episode, { isFree, max_height: entitled.max_height }, session?.id ?? 0),
          now,
        ),
        max_height: Math.min(asset.max_height, entitled.max_height),
        preview_duration: isFree ? null : asset.preview_duration,
      }
    },

    async takeStream({ params, body, session, member, client, ...call }) {
      if (!member || !session) return throwProblem('authentication_required')
      const seat = { member_id: member.id, session_id: session.id, player: body.player }
      return startStream(
        call,
        { ...seat, device: client.device },
        { episode_id: params.id, take_over: body.take_over, position: body.position },
        parts.streams_of,
      )
    },

    async endStream({ transact, params, member, now }) {
      if (!member) return throwProblem('authentication_required')
      const isOwn = await transact((tx) => yieldStream(tx, member.id, params.id, now))
      return isOwn ? null : throwProblem('not_found')
    },
  }
}

/** Free works have one address for all; those rated 19 are bound to the session whose age was verified (D-41). */
const audienceOf = (
  { age_rating }: Pick<Episode, 'age_rating'>,
  { isFree, max_height }: { isFree: boolean; max_height: number },
  session_id: number,
): MediaAudience =>
  isFree && age_rating !== '19' ? publicAudience : { kind: 'session', session_id, max_height }

const anybodys = { access: 'free', ...noPlanLimits } as const
const visitors = { access: 'locked', ...noPlanLimits } as const

/** What is free is asked of nobody. */
async function entitlementOf(
  { findEntitlement }: { findEntitlement: FindEntitlement },
  episode: Episode,
  member: Member | null,
  now: Date,
) {
  if (episode.is_free) return anybodys
  if (!member) return visitors
  return (await findEntitlement(member.id, episode.id, now)) ?? visitors
}

/** What has ended plays for who bought it, free or not (D-80). */
async function entitlementToEnded(
  { findEntitlement }: { findEntitlement: FindEntitlement },
  { id }: Episode,
  member: Member | null,
  now: Date,
) {
  const found = member && (await findEntitlement(member.id, id, now))
  return found ?? ({ access: 'ended', ...noPlanLimits } as const)
}

/** What would open a locked episode: itself, where it is sold singly, and the plans it is in (D-50, D-52). */
async function offersFor(
  grants: MediaTokens,
  db: Db,
  episode: Episode,
  session_id: number,
  now: Date,
): Promise<PurchaseOffers> {
  const [assetId, plans] = await Promise.all([
    readAssetId(db, episode.id),
    episode.in_subscription ? readPlans(db) : [],
  ])
  const asset = assetId === null ? undefined : await readPlayable(db, assetId)
  const { age_rating } = episode
  const preview = asset && previewUrls(grants, asset, { age_rating, session_id }, now)
  const beside = preview && (await readNeighbours(db, episode))
  return {
    preview: beside
      ? { ...preview, next_episode: beside.next, previous_episode: beside.previous }
      : null,
    price: episode.price > 0 ? episode.price : null,
    rental_price: episode.rental_price,
    ownership_type_id: episode.price > 0 ? 3 : null,
    plans,
  }
}
