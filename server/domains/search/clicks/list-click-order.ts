import { search } from '#contract/search/search.ts'
import { maxSearchResults } from '#contract/core/constants.ts'
import type { ClickedQuery } from '#contract/search/staff.ts'
import type { Db } from '#server/db/client.ts'
import type { SearchIndexClient } from '../worker/index-client.ts'
import { learnedResults } from './click-policy.ts'
import { readClickedPrefixes, readClickSetting } from './click-queries.ts'

const maxQueries = 30

/** The queries whose results clicks order, with the place of each clicked work with and without clicks. */
export async function listClickOrder(
  db: Db,
  searchIndex: Pick<SearchIndexClient, 'query'>,
  now: Date,
): Promise<{ is_on: boolean; queries: ClickedQuery[] }> {
  const placesOf = async (q: string, ignores_clicks?: true) => {
    const response = await searchIndex.query({
      q,
      type: 'series',
      limit: learnedResults,
      offset: 0,
      max_matches: maxSearchResults,
      shape: 'search',
      ignores_clicks,
    })
    const { results } = search.search.response.parse(JSON.parse(response.toString()))
    const ids = results.flatMap((result) => (result.type === 'series' ? [result.series.id] : []))
    return (id: number) => (ids.includes(id) ? ids.indexOf(id) + 1 : null)
  }
  const [{ isOn }, prefixes] = await Promise.all([
    readClickSetting(db),
    readClickedPrefixes(db, now, maxQueries),
  ])
  const queries = prefixes.map(async ({ prefix, works }) => {
    const [before, after] = await Promise.all([placesOf(prefix, true), placesOf(prefix)])
    return {
      prefix,
      works: works.map((work) => ({
        ...work,
        place_before: before(work.series_id),
        place: after(work.series_id),
      })),
    }
  })
  return { is_on: isOn, queries: await Promise.all(queries) }
}
