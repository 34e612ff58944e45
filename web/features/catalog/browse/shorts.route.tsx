import { categoryIds } from '#contract/core/constants.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { categoryPath, videoPath } from '#web/routing/paths.ts'
import { redirect } from 'react-router'
import type { Route } from './+types/shorts.route.ts'
import { feedQuery, firstEpisodes } from './first-episodes.ts'

/**
 * Opens the feed of short dramas with the most watched work that plays. If none does yet, the first is opened, because that moves its film
 * to the front of the queue.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await context.get(apiContext)(viewerEndpoints.contents.listEpisodes, {
    query: feedQuery,
  })
  const works = firstEpisodes(results)
  const first = works.find(({ video_state }) => video_state === 'ready') ?? works[0]
  throw redirect(first ? videoPath(first.id) : categoryPath(categoryIds.short_drama))
}
