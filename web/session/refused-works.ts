import * as recommendations from '#web/api/endpoints/recommendations.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { applyLikes, nextLikeRevision } from './member-content-queries.ts'
import { memberQueryClient } from './member-query-client.tsx'

/** Refuses a series; the server deletes its like. Personal rows are read again when home is next opened. */
export async function refuseWork(series_id: number): Promise<void> {
  const client = memberQueryClient
  await apiRequest(recommendations.refuseWork, { body: { series_id } })
  const like = { content_type: 'series' as const, object_id: series_id, like_id: null }
  applyLikes(client, [like], nextLikeRevision())
  void client.invalidateQueries({ queryKey: contentKeys.likes })
}

/** Takes back the refusal of a series. Its like stays deleted. */
export async function restoreWork(series_id: number): Promise<void> {
  await apiRequest(recommendations.restoreWork, { params: { id: series_id } })
}
