import type { endpoints } from '#contract/index.ts'
import type { Episode } from '#contract/contents.ts'
import type { Offers } from '#contract/problems.ts'
import type { Db } from '#server/db/client.ts'
import { readEpisode, readEpisodes, readNeighbours } from '#server/domains/contents/index.ts'
import { readPlayable } from '#server/domains/media/index.ts'
import { type FindEntitlement, readPlans, withoutPlan } from '#server/domains/transactions/index.ts'
import { doneAt, readResume, resumeAt, type Visits } from '#server/domains/watching/index.ts'
import { isAdult } from '#server/kernel/adult.ts'
import { type Grants, type MediaAudience, publicAudience } from '#server/kernel/grants.ts'
import type { Handlers, Member } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { decideAccess } from './access.ts'
import { addressesOf, previewOf } from './media-urls.ts'
import { readAssetId, readProgress } from './queries.ts'
import { readSeriesOfMember } from './series-of-member.ts'
import { readStreams, yieldStream } from './stream-queries.ts'
import { decideStream, type StreamsOf } from './streams.ts'
import { shown, takeStream } from './take-stream.ts'

export function playbackHandlers(parts: {
  grants: Grants
  visits: Visits
  streams_of: StreamsOf
  findEntitlement: FindEntitlement
}): Handlers<typeof endpoints.playback> {
  return {
    async readSeriesOfMember({ db, params, member, now }) {
      if (!member) return refuse('authentication_required')
      return (await readSeriesOfMember(db, member.id, params.id, now)) ?? refuse('not_found')
    },

    async readVideo({ db, params, query, session, member, visitor, now }) {
      const [visible] = await readEpisodes(db, [params.id])
      const episode = visible ?? (await readEpisode(db, params.id)) ?? refuse('not_found')
      const viewer = member && { is_adult: isAdult(member, now) }
      const entitled = visible
        ? await entitlementOf(parts, episode, member, now)
        : await entitlementToEnded(parts, episode, member, now)
      const verdict = decideAccess({ ...episode, ...entitled }, viewer, now)
      if (!verdict.play) {
        refuse(verdict.refusal, {
          ...(verdict.offers
            ? { offers: await offersFor(parts.grants, db, episode, session?.id ?? 0, now) }
            : {}),
          ...(episode.video_state === 'preparing' && verdict.refusal === 'video_not_ready'
            ? { preparing: { progress: await readProgress(db, episode.id) } }
            : {}),
        })
      }
      const [assetId, neighbours, left_at, standing, most] = await Promise.all([
        readAssetId(db, episode.id),
        readNeighbours(db, episode),
        member ? readResume(db, member.id, episode.id) : 0,
        member ? readStreams(db, member.id, session?.id ?? 0) : [],
        member ? parts.streams_of(member.id, now) : 0,
      ])
      const asset = assetId === null ? undefined : await readPlayable(db, assetId)
      // What has come to be sold plays again as soon as it is enciphered (D-41).
      if (!asset || (!episode.is_free && asset.preview_duration === null)) refuse('video_not_ready')
      // Looked at here, so that nothing of the film is loaded; taken as playing begins, because reading writes nothing.
      const place = member && decideStream(standing, { player: query.player ?? '' }, most, now)
      if (place && !place.takes) refuse('too_many_streams', { streams: shown(place.playing) })
      if (!member) {
        const content = { series_id: episode.series.id, episode_id: episode.id }
        parts.visits.note({ ...visitor, session_id: session?.id }, content)
      }
      const isFree = entitled.access === 'free'
      return {
        episode,
        next_episode: neighbours.next,
        previous_episode: neighbours.previous,
        resume_at: resumeAt(left_at, doneAt(asset.duration, asset.markers.ending_start)),
        ...addressesOf(
          parts.grants,
          asset,
          audienceOf(episode, { isFree, max_height: entitled.max_height }, session?.id ?? 0),
          now,
        ),
        max_height: Math.min(asset.max_height, entitled.max_height),
        preview_duration: isFree ? null : asset.preview_duration,
      }
    },

    async takeStream({ params, body, session, member, visitor, ...call }) {
      if (!member || !session) return refuse('authentication_required')
      const seat = { member_id: member.id, session_id: session.id, player: body.player }
      return takeStream(
        call,
        { ...seat, device: visitor.device },
        { episode_id: params.id, take_over: body.take_over, position: body.position },
        parts.streams_of,
      )
    },

    async endStream({ transact, params, member, now }) {
      if (!member) return refuse('authentication_required')
      const isOwn = await transact((tx) => yieldStream(tx, member.id, params.id, now))
      return isOwn ? null : refuse('not_found')
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

const anybodys = { access: 'free', ...withoutPlan } as const
const visitors = { access: 'locked', ...withoutPlan } as const

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
  return found ?? ({ access: 'ended', ...withoutPlan } as const)
}

/** What would open a locked episode: itself, where it is sold singly, and the plans it is in (D-50, D-52). */
async function offersFor(
  grants: Grants,
  db: Db,
  episode: Episode,
  session_id: number,
  now: Date,
): Promise<Offers> {
  const [assetId, plans] = await Promise.all([
    readAssetId(db, episode.id),
    episode.in_subscription ? readPlans(db) : [],
  ])
  const asset = assetId === null ? undefined : await readPlayable(db, assetId)
  const { age_rating } = episode
  const preview = asset && previewOf(grants, asset, { age_rating, session_id }, now)
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
