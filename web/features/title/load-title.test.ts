import type { Episode } from '#contract/contents/contents.ts'
import type { Endpoint, EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { expect, it } from 'vitest'
import { loadEpisodePage } from './load-title.ts'

const { listEpisodes, readEpisodeNeighbours, readSeries } = viewerEndpoints.contents

/** Answers as the server does for a season whose first five of 120 episodes are hidden. */
const episodes = Array.from(
  { length: 115 },
  (_, index) =>
    ({
      id: index + 6,
      number: index + 6,
      season: { id: 1 },
      series: { id: 1 },
      rental_price: null,
    }) as Episode,
)
const call = (async (endpoint: Endpoint, input: never) => {
  const { params, query } = input as {
    params?: { id: number }
    query?: { limit: number; offset: number }
  }
  if (endpoint === readSeries) return { id: 1, title: '긴 작품' }
  if (endpoint === listEpisodes)
    return { results: episodes.slice(query!.offset, query!.offset + query!.limit) }
  expect(endpoint).toBe(readEpisodeNeighbours)
  const offset = episodes.findIndex(({ id }) => id === params!.id)
  return { previous: episodes[offset - 1] ?? null, next: episodes[offset + 1] ?? null, offset }
}) as EndpointClient

it.each([6, 50, 51, 55, 56, 100, 101, 120])(
  'lists episode %i among the other episodes, with its neighbours',
  async (number) => {
    const page = await loadEpisodePage(call, episodes[number - 6]!)
    expect(page.siblings.map(({ id }) => id)).toContain(number)
    expect([page.previous?.number, page.next?.number]).toEqual([
      number > 6 ? number - 1 : undefined,
      number < 120 ? number + 1 : undefined,
    ])
  },
)
