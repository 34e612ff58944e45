import type { Series } from '#contract/contents/contents.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { categoryIds } from '#contract/core/constants.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { toPosterCardData } from './cards/card-props.ts'

const similarSize = 12

/** Reads similar works; before the model knows the series, others of its most specific category, which is no country. */
export async function readSimilar(call: EndpointClient, series: Series) {
  const similar = await call(viewerEndpoints.recommendations.listSimilar, {
    params: { id: series.id },
  })
  if (similar.count > 0) return similar.results.slice(0, similarSize).map(toPosterCardData)
  const category =
    series.categories.find(({ id }) => id !== categoryIds.abroad && id !== categoryIds.korean) ??
    series.categories[0]
  if (!category) return []
  const { results } = await call(viewerEndpoints.contents.listSeries, {
    query: { category: category.id, limit: similarSize + 1 },
  })
  return results
    .filter(({ id }) => id !== series.id)
    .slice(0, similarSize)
    .map(toPosterCardData)
}
