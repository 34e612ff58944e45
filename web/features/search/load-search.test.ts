import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { describe, expect, it } from 'vitest'
import { loadSearch } from './load-search.ts'

const { search } = viewerEndpoints
const work = { id: 3, title: '활자의 집', categories: [] }
const line = { type: 'line', text: '눈이 많이 오던 날이었어', episode: { id: 1 } }

/** A server that finds one work, whose title has the given matches, and the given lines. */
function clientOf(highlights: { start: number; end: number }[], lines: unknown[]): EndpointClient {
  const none = { count: 0, results: [] }
  const results = [{ type: 'series', series: work, highlights, highlights_original: [] }]
  const answers = new Map<unknown, unknown>([
    [search.search, { count: 1, results, interpreted_as: null, intents: [], nearest: [] }],
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
})
