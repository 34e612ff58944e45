import type { endpoints } from '#contract/index.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { RemoteSocketMessage } from '#contract/playback/remote.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { type Db, notifyMembers } from '#server/db/client.ts'
import {
  readReachableEpisode,
  readEpisodes,
  readNeighbours,
  readNextOpening,
} from '#server/domains/contents/index.ts'
import { type PlayableAsset, readPlayable } from '#server/domains/media/index.ts'
import {
  type Entitlement,
  type FindEntitlement,
  readPlans,
  noPlanLimits,
  readRentalPeriod,
  readRentalTerms,
} from '#server/domains/transactions/index.ts'
import {
  completionSecond,
  resumePosition,
  type GuestViews,
  type ResumePositions,
} from '#server/domains/watch-history/index.ts'
import { ratingsWithin } from '#contract/core/age-limits.ts'
import { isAgeVerified, requireMemberId, requireProfile } from '#server/api/access-rules.ts'
import {
  audienceMaxHeight,
  type MediaAudience,
  type MediaTokens,
  publicAudience,
} from '#server/shared/media-token.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { decideAccess } from './playback-access.ts'
import { mediaUrls, previewUrls } from '#server/domains/media/index.ts'
import {
  readAssetId,
  readEncodeProgress,
  readSeriesCard,
  readStreams,
  yieldStream,
} from './playback-queries.ts'
import { readMemberSeries } from './member-series.ts'
import { decideStream, type ReadStreamLimit } from './streams/stream-limit.ts'
import { readTrailerVideos } from './trailer.ts'
import { toActiveStreams, startStream } from './streams/start-stream.ts'

type Dependencies = {
  mediaTokens: MediaTokens
  guestViews: GuestViews
  resumePositions: Pick<ResumePositions, 'find'>
  readStreamLimit: ReadStreamLimit
  findEntitlement: FindEntitlement
  /** Called when a viewer waits for a film that is not ready. */
  requestFilm(episode_id: number): void
}

/** A message to the pages of a profile. */
export type RemoteNotice = { profile_id: number } & Omit<RemoteSocketMessage, 'type'>

type ReadVideoCall = Parameters<Handlers<typeof endpoints.playback>['readVideo']>[0]

export function playbackHandlers(deps: Dependencies): Handlers<typeof endpoints.playback> {
  return {
    async readMemberSeries({ db, params, member, session, now }) {
      const viewer = { member_id: requireMemberId(member), profile: requireProfile(session) }
      const series = await readMemberSeries(db, viewer, params.id, now)
      return series ?? throwProblem('not_found')
    },

    readVideo: (call) => readVideo(deps, call),

    async readTrailer({ db, params, member, session, now, catalogue_limit }) {
      const series =
        (await readSeriesCard(db, params.id, catalogue_limit)) ?? throwProblem('not_found')
      const is_adult = member !== null && isAgeVerified(member, now)
      const viewer = { session_id: session?.id ?? 0, is_adult }
      return { series, ...(await readTrailerVideos(db, deps.mediaTokens, series, viewer, now)) }
    },

    async startStream({ params, body, session, member, client, ...call }) {
      if (!member || !session) return throwProblem('authentication_required')
      const { player } = body
      return startStream(
        call,
        { member_id: member.id, session_id: session.id, player, device: client.device },
        requireProfile(session).id,
        { episode_id: params.id, take_over: body.take_over, position: body.position },
        deps.readStreamLimit,
      )
    },

    async endStream({ transact, params, member, now }) {
      const member_id = requireMemberId(member)
      const isOwn = await transact((tx) => yieldStream(tx, member_id, params.id, now))
      return isOwn ? null : throwProblem('not_found')
    },

    async sendRemoteMessage({ transact, member, session, client: { device }, body: { message } }) {
      const data: RemoteNotice = { profile_id: requireProfile(session).id, device, message }
      const notice = { member_id: requireMemberId(member), channel: 'remote', data }
      await transact(async (tx) => notifyMembers(tx, [notice]))
      return null
    },
  }
}

/**
 * Reads the episode and why it plays.
 * @throws ProblemError of the refusal, with what opens the episode
 */
async function requirePlayback(
  deps: Dependencies,
  { db, params, session, member, now, catalogue_limit }: ReadVideoCall,
) {
  const [visible] = await readEpisodes(db, [params.id])
  const episode =
    visible ?? (await readReachableEpisode(db, params.id)) ?? throwProblem('not_found')
  if (!ratingsWithin(catalogue_limit).includes(episode.age_rating)) throwProblem('not_found')
  const viewer = member && { is_adult: isAgeVerified(member, now) }
  const isEnded = !visible && !episode.is_upcoming
  const entitled = await entitlementOf(deps, episode, isEnded, member, now)
  const decision = decideAccess({ ...episode, ...entitled }, viewer, now)
  if (decision.kind === 'refuse') {
    const isPreparing =
      episode.video_state === 'preparing' && decision.refusal === 'video_not_ready'
    if (isPreparing) deps.requestFilm(episode.id)
    const purchase_options =
      decision.offers && (await offersFor(deps.mediaTokens, db, episode, session?.id ?? 0, now))
    throwProblem(decision.refusal, {
      ...(purchase_options && { purchase_options }),
      ...(isPreparing && { encoding: { progress: await readEncodeProgress(db, episode.id) } }),
    })
  }
  return { episode, entitled }
}

async function readVideo(deps: Dependencies, call: ReadVideoCall) {
  const { db, query, session, member, client, now } = call
  const profile = member && requireProfile(session)
  const { episode, entitled } = await requirePlayback(deps, call)
  const [assetId, neighbours, opening, savedPosition, streams, maxStreams, rental] =
    await Promise.all([
      readAssetId(db, episode.id),
      readNeighbours(db, episode),
      readNextOpening(db, episode.series.id),
      member && profile
        ? deps.resumePositions.find(
            db,
            { member_id: member.id, profile_id: profile.id, episode_id: episode.id },
            now,
          )
        : 0,
      member ? readStreams(db, member.id, session?.id ?? 0) : [],
      member ? deps.readStreamLimit(member.id, now) : 0,
      entitled.purchase_id === null ? null : readRentalPeriod(db, entitled.purchase_id),
    ])
  const asset = assetId === null ? undefined : await readPlayable(db, assetId)
  // A film that became paid plays again once it is encrypted.
  if (!asset || (!episode.is_free && asset.preview_duration === null))
    throwProblem('video_not_ready')
  // The slot is only checked here, so that a refused player loads nothing; playback start takes it, because GET writes
  // nothing.
  const slotDecision =
    member && decideStream(streams, { player: query.player ?? '' }, maxStreams, now)
  if (slotDecision?.kind === 'refuse')
    throwProblem('too_many_streams', { streams: toActiveStreams(slotDecision.playing) })
  if (!member) {
    const content = { series_id: episode.series.id, episode_id: episode.id }
    deps.guestViews.record({ ...client, session_id: session?.id }, content)
  }
  const isFree = entitled.access === 'free'
  const completed_at = completionSecond(asset.duration, asset.markers.ending_start)
  const { max_height } = entitled
  const audience = audienceOf(episode, { isFree, max_height }, session?.id ?? 0)
  return {
    episode,
    next_episode: neighbours.next,
    previous_episode: neighbours.previous,
    next_opens_at: neighbours.next ? null : opening,
    resume_at: resumePosition(savedPosition, completed_at),
    ...mediaUrls(deps.mediaTokens, asset, audience, now),
    max_height: highestWithin(asset.renditions, audienceMaxHeight(audience)),
    preview_duration: isFree ? null : asset.preview_duration,
    rental,
  }
}

/** The highest rendition that a viewer may load, as the shorter side in pixels; 0 if there is none. */
const highestWithin = (renditions: PlayableAsset['renditions'], max_height: number): number =>
  Math.max(
    0,
    ...renditions
      .filter(({ rung }) => rung <= max_height)
      .map(({ width, height }) => Math.min(width, height)),
  )

/** Free works share one public URL; works rated 19 are bound to the session whose age was verified. */
const audienceOf = (
  { age_rating }: Pick<Episode, 'age_rating'>,
  { isFree, max_height }: { isFree: boolean; max_height: number },
  session_id: number,
): MediaAudience =>
  isFree && age_rating !== '19' ? publicAudience : { kind: 'session', session_id, max_height }

/** Free episodes are not looked up. An ended one plays for members who bought it, free or not. */
async function entitlementOf(
  { findEntitlement }: { findEntitlement: FindEntitlement },
  episode: Episode,
  isEnded: boolean,
  member: Member | null,
  now: Date,
): Promise<Pick<Entitlement, 'access' | 'max_height' | 'purchase_id'>> {
  if (!isEnded && episode.is_free) return { access: 'free', purchase_id: null, ...noPlanLimits }
  const entitlement = member && (await findEntitlement(member.id, episode.id, now))
  return entitlement ?? { access: isEnded ? 'ended' : 'locked', purchase_id: null, ...noPlanLimits }
}

/** The offers that unlock an episode: its purchase, if it is sold singly, and the plans that include it. */
async function offersFor(
  mediaTokens: MediaTokens,
  db: Db,
  episode: Episode,
  session_id: number,
  now: Date,
): Promise<PurchaseOffers> {
  const [assetId, plans, rental_terms] = await Promise.all([
    readAssetId(db, episode.id),
    episode.in_subscription ? readPlans(db) : [],
    readRentalTerms(db),
  ])
  const asset = assetId === null ? undefined : await readPlayable(db, assetId)
  const { age_rating } = episode
  const preview = asset && previewUrls(mediaTokens, asset, { age_rating, session_id }, now)
  const neighbours = preview && (await readNeighbours(db, episode))
  return {
    preview: neighbours
      ? { ...preview, next_episode: neighbours.next, previous_episode: neighbours.previous }
      : null,
    price: episode.price > 0 ? episode.price : null,
    rental_price: episode.rental_price,
    rental_terms,
    ownership_type_id: episode.price > 0 ? 3 : null,
    plans,
  }
}
