import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { describe, expect, it } from 'vitest'
import { loadSearch, noResults } from './load-search.ts'
import { type TextSections, withoutShown } from './text-results.ts'

const { search } = viewerEndpoints
const work = { id: 3, title: '활자의 집', categories: [] }
const line = { type: 'line', text: '눈이 많이 오던 날이었어', episode: { id: 1 } }

/** A server that finds one work, whose title has the given matches, and the given lines. */
function clientOf(highlights: { start: number; end: number }[], lines: unknown[]): EndpointClient {
  const none = { count: 0, results: [] }
  const results = [{ type: 'series', series: work, highlights, highlights_original: [] }]
  const answers = new Map<unknown, unknown>([
    [search.search, { ...noResults, count: 1, results }],
    [
      search.searchTexts,
      { lines: { count: lines.length, results: lines }, synopses: none, characters: none },
    ],
  ])
  return async (endpoint) => (answers.get(endpoint) ?? none) as never
}

const load = (q: string, ...given: Parameters<typeof clientOf>) =>
  loadSearch(clientOf(...given), `http://localhost/search?q=${encodeURIComponent(q)}`)

describe('loadSearch', () => {
  it('shows a line that was spoken word for word before works that are only described so', async () => {
    const page = await load('눈이 많이 오던', [], [line])
    expect(page.lines_first).toBe(true)
    expect(page.texts?.lines.results).toEqual([line])
  })
  it('shows works first that are named like the query, and works that nobody quotes', async () => {
    expect((await load('활자의 집', [{ start: 0, end: 5 }], [line])).lines_first).toBe(false)
    expect((await load('눈이 많이 오던', [], [])).lines_first).toBe(false)
  })
  it('leads with the best of few works, above similar ones that were not found themselves', async () => {
    const similar = [3, 4, 5].map((id) => ({ id, categories: [] }))
    const none = { count: 0, results: [] }
    const clientOfWorks = (ids: number[]): EndpointClient => {
      const found = ids.map((id) => ({
        type: 'series',
        series: { ...work, id },
        highlights: [],
        highlights_original: [],
      }))
      const answers = new Map<unknown, unknown>([
        [search.search, { ...noResults, count: ids.length, results: found }],
        [viewerEndpoints.contents.readSeries, { ...work, synopsis: '활자를 짓는 집' }],
        [viewerEndpoints.recommendations.listSimilar, { count: 3, results: similar }],
      ])
      return async (endpoint) => (answers.get(endpoint) ?? none) as never
    }
    const leadOf = async (ids: number[], query = '') =>
      (await loadSearch(clientOfWorks(ids), `http://localhost/search?q=집${query}`)).lead
    expect(await leadOf([3, 5])).toMatchObject({
      work: { id: 3, synopsis: '활자를 짓는 집' },
      similar: [{ id: 4 }],
    })
    expect(await leadOf([3, 4, 5, 6])).toBeNull()
    expect(await leadOf([3], '&page=2')).toBeNull()
  })
  it('lists no work by its synopsis that is a result by name', () => {
    const synopses = [3, 4].map((id) => ({ series: { id }, text: '', highlights: [] }))
    const none = { count: 0, results: [] }
    const sections = { lines: none, characters: none, synopses: { count: 9, results: synopses } }
    const rest = withoutShown(sections as unknown as TextSections, [3])
    expect(rest.synopses).toMatchObject({ count: 8, results: [{ series: { id: 4 } }] })
  })
})
