import type { Call } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { posterOf } from '#web/slim.ts'
import { pageCount, pageFrom } from '#web/ui/page-blocks.ts'

const pageSize = 30
const popularSize = 12
const longestQuery = 100

/** What the address asks for, trimmed and cut to what the call takes; and, where nothing is found, what others watch. */
export async function readSearch(call: Call, address: string) {
  const { search } = endpoints.search
  const { listSeries } = endpoints.contents
  const asked = new URL(address).searchParams
  const q = (asked.get('q') ?? '').trim().slice(0, longestQuery)
  const page = pageFrom(asked.get('page'), Math.floor(10_000 / pageSize))
  const found =
    q === ''
      ? { count: 0, results: [] }
      : await call(search, { query: { q, limit: pageSize, offset: (page - 1) * pageSize } })
  const popular =
    found.results.length > 0
      ? []
      : (await call(listSeries, { query: { limit: popularSize } })).results
  return {
    q,
    count: found.count,
    page,
    pages: pageCount(found.count, pageSize),
    series: found.results.flatMap((result) =>
      result.type === 'series' ? [{ series: result.series, matched: result.matched }] : [],
    ),
    people: found.results.flatMap((result) =>
      result.type === 'person'
        ? [
            {
              person: result.person,
              matched: result.matched,
              series: result.series,
            },
          ]
        : [],
    ),
    popular: popular.map(posterOf),
  }
}

export type SearchPage = Awaited<ReturnType<typeof readSearch>>
