import type { endpoints } from '#contract/index.ts'
import type { Episode } from '#contract/contents.ts'
import type { Offers } from '#contract/problems.ts'
import type { Video } from '#contract/playback.ts'
import type { Db } from '#server/db/client.ts'
import { readEpisode, readNeighbours } from '#server/domains/contents/index.ts'
import { type PlayableAsset, readPlayable } from '#server/domains/media/index.ts'
import { type FindEntitlement, withoutPlan } from '#server/domains/transactions/index.ts'
import { doneAt, readResume, resumeAt, type Visits } from '#server/domains/watching/index.ts'
import { isAdult } from '#server/kernel/adult.ts'
import { anybody, type Grants, sharedExpiry } from '#server/kernel/grants.ts'
import type { Handlers, Member } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { decideAccess } from './access.ts'
import { readAssetId, readPlans, readProgress, readRentalPrice } from './queries.ts'
import { readSeriesOfMember } from './series-of-member.ts'

export function playbackHandlers(parts: {
  grants: Grants
  visits: Visits
  findEntitlement: FindEntitlement
}): Handlers<typeof endpoints.playback> {
  return {
    async readSeriesOfMember({ db, params, member, now }) {
      if (!member) return refuse('authentication_required')
      return (await readSeriesOfMember(db, member.id, params.id, now)) ?? refuse('not_found')
    },

    async readVideo({ db, params, session, member, visitor, now }) {
      const episode = await readEpisode(db, params.id)
      if (!episode) refuse('not_found')
      const viewer = member && { is_adult: isAdult(member, now) }
      const entitled = await entitlementOf(parts, episode, member, now)
      const verdict = decideAccess({ ...episode, ...entitled }, viewer, now)
      if (!verdict.play) {
        refuse(verdict.refusal, {
          ...(verdict.offers ? { offers: await offersFor(db, episode) } : {}),
          ...(episode.video_state === 'preparing' && verdict.refusal === 'video_not_ready'
            ? { preparing: { progress: await readProgress(db, episode.id) } }
            : {}),
        })
      }
      const [assetId, neighbours, left_at] = await Promise.all([
        readAssetId(db, episode.id),
        readNeighbours(db, episode),
        member ? readResume(db, member.id, episode.id) : 0,
      ])
      const asset = assetId === null ? undefined : await readPlayable(db, assetId)
      if (!asset) refuse('video_not_ready')
      if (!member) {
        const content = { series_id: episode.series.id, episode_id: episode.id }
        parts.visits.note({ ...visitor, session_id: session?.id }, content)
      }
      const expires = sharedExpiry(now.getTime())
      const base = `/media/${parts.grants.issue({ asset: asset.id, viewer: anybody, expires })}/${asset.id}`
      return {
        episode,
        next_episode: neighbours.next,
        previous_episode: neighbours.previous,
        expires_at: new Date(expires).toISOString(),
        resume_at: resumeAt(left_at, doneAt(asset.duration, asset.markers.ending_start)),
        ...addressesOf(asset, base),
        max_height: Math.min(asset.max_height, entitled.max_height),
      }
    },
  }
}

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

type Addresses = Pick<
  Video,
  'manifest_url' | 'duration' | 'captions' | 'storyboard' | 'markers' | 'max_height'
>

function addressesOf(asset: PlayableAsset, base: string): Addresses {
  const board = asset.storyboard
  return {
    manifest_url: `${base}/main.m3u8`,
    duration: asset.duration,
    captions: asset.captions.map(({ language, label, path }) => ({
      language,
      label,
      url: `${base}/${path}`,
    })),
    storyboard: board && { ...board, urls: board.paths.map((path) => `${base}/${path}`) },
    markers: asset.markers,
    max_height: asset.max_height,
  }
}

/** What would open a locked episode: itself, where it is sold singly, and the plans it is in (D-50, D-52). */
async function offersFor(db: Db, episode: Episode): Promise<Offers> {
  return {
    price: episode.price > 0 ? episode.price : null,
    rental_price: await readRentalPrice(db, episode.id),
    ownership_type_id: episode.price > 0 ? 3 : null,
    plans: episode.in_subscription ? await readPlans(db) : [],
  }
}
